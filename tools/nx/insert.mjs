/**
 * Puts text in front of the one place of a file where an anchor stands, or behind it.
 * @param {import('@nx/devkit').Tree} tree
 * @param {string} path
 * @param {{ before: string | RegExp } | { after: string | RegExp }} where
 * @param {string} text
 */
export function insert(tree, path, where, text) {
  const code = tree.read(path, 'utf8');
  if (code === null) throw new Error(`There is no ${path}.`);
  const anchor = 'before' in where ? where.before : where.after;
  const found = typeof anchor === 'string' ? { 0: anchor, index: code.indexOf(anchor) } : anchor.exec(code);
  if (!found || found.index < 0)
    throw new Error(`${path} has no ${anchor} any more: say in the generator where its line belongs.`);
  const point = 'before' in where ? found.index : found.index + found[0].length;
  tree.write(path, code.slice(0, point) + text + code.slice(point));
}
