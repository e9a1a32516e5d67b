import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The files of the working copy by path: a hash of the content, and the projects that the text names. */
export type SourceTree = ReadonlyMap<string, SourceFile>;

/** One file of the working copy. */
export interface SourceFile {
  readonly hash: string;
  /** Folders of projects that the text imports or names, for example `libs/store`; `*` stands for all projects. */
  readonly mentions: readonly string[];
}

const PROJECT = /^((?:libs|services)\/[^/]+|tools|lab)\//;
/** `@porchlight/store` or `services/people`. */
const MENTION = /@porchlight\/([a-z-]+)|\b((?:libs|services)\/[a-z-]+)|\b(tools|lab)\//g;
/** A quoted folder name: the code lists the projects, or builds a path to one. */
const ANY_PROJECT = /(['"`])(?:libs|services)\/?\1/;
const CODE = /\.(?:[cm]?[jt]sx?|json)$/;
const MAX_OPEN_FILES = 64;

/** Describes a file from its content. */
export function describeFile(path: string, content: Buffer): SourceFile {
  const hash = createHash('sha256').update(content).digest('hex');
  if (!CODE.test(path)) return { hash, mentions: [] };
  const text = content.toString('utf8');
  const mentions = [...text.matchAll(MENTION)].map(([, own, folder, tool]) => folder ?? tool ?? `libs/${own}`);
  return { hash, mentions: [...new Set(ANY_PROJECT.test(text) ? ['*', ...mentions] : mentions)] };
}

/** Reads all files that git tracks or would track. Undefined outside a git working copy. */
export async function readSourceTree(root: string): Promise<SourceTree | undefined> {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const listed = await promisify(execFile)('git', args, { cwd: root, maxBuffer: 1 << 26 }).catch(() => undefined);
  if (listed === undefined) return undefined;
  const paths = [...new Set(listed.stdout.split('\0').filter((path) => path !== ''))].sort();
  const tree = new Map<string, SourceFile>();
  for (let at = 0; at < paths.length; at += MAX_OPEN_FILES) {
    const group = paths.slice(at, at + MAX_OPEN_FILES);
    const files = await Promise.all(
      group.map(async (path) => {
        const content = await readFile(join(root, path)).catch(() => undefined);
        return content && ([path, describeFile(path, content)] as const);
      }),
    );
    for (const file of files) if (file) tree.set(...file);
  }
  return tree;
}

/** Hashes every file of the tree. */
export const hashTree = (tree: SourceTree): string => hashFiles(tree, () => true);

/**
 * Hashes the files that can change the test results of a project: its own, those of the projects that it uses directly
 * or indirectly, and every file outside the projects. A project that lists the projects depends on all of them.
 */
export function hashProject(tree: SourceTree, project: string): string {
  const uses = collectUses(tree);
  if (uses.get(project)?.has('*')) return hashTree(tree);
  const included = new Set([project]);
  for (const one of included) for (const used of uses.get(one) ?? []) included.add(used);
  return hashFiles(tree, (path) => {
    const owner = PROJECT.exec(path)?.[1];
    return owner === undefined || included.has(owner);
  });
}

function collectUses(tree: SourceTree): Map<string, Set<string>> {
  const uses = new Map<string, Set<string>>();
  for (const [path, { mentions }] of tree) {
    const owner = PROJECT.exec(path)?.[1];
    if (owner === undefined) continue;
    const known = uses.get(owner) ?? new Set();
    for (const mention of mentions) known.add(mention);
    uses.set(owner, known);
  }
  return uses;
}

function hashFiles(tree: SourceTree, includes: (path: string) => boolean): string {
  const hash = createHash('sha256');
  for (const [path, file] of tree) if (includes(path)) hash.update(`${path}\0${file.hash}\n`);
  return hash.digest('hex');
}
