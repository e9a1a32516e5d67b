import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const DOCS =
  'Then: add your fields to the proto and the descriptor, npm run generate, npm run docs, and the tests of the service (npx nx test <service>).';

/**
 * What follows when the files are written: everything that is made from them and needs nothing built.
 * @param {import('@nx/devkit').Tree} tree
 * @param {string[]} written files to format as the repository does
 */
export const generateCode =
  (tree, written = []) =>
  () => {
    const run = (command, args) =>
      execFileSync(command, args, { cwd: tree.root, stdio: ['ignore', 'ignore', 'inherit'] });
    const formatted = written.filter((path) => path.endsWith('.ts'));
    if (formatted.length > 0) run(join(tree.root, 'node_modules', '.bin', 'prettier'), ['--write', ...formatted]);
    run('npm', ['run', '--silent', 'generate']);
    run(process.execPath, [join('deploy', 'observability', 'make-dashboards.mjs')]);
    console.log(DOCS);
  };
