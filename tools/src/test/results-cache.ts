import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { BROWSERS } from '@porchlight/testkit';
import { hashProject, hashTree, readSourceTree, type SourceTree } from './source-tree';
import type { Tally } from './tally';

/** A suite, or the part of a suite in one project. */
export interface SuiteKey {
  readonly suite: string;
  /** Folder of the project, for example `libs/store`; without it, the result depends on the whole repository. */
  readonly project?: string;
}

/** Stores the counts of suites that passed, so that an unchanged suite does not run again. */
export interface ResultsCache {
  /** Reads the files that results depend on. */
  begin(): Promise<CachedRun>;
}

/** The stored results that are valid for the files as they are when a run begins. */
export interface CachedRun {
  /** The stored counts; undefined if an input has changed since, or if the suite has not passed yet. */
  find(key: SuiteKey): Tally | undefined;
  /** Stores results without failures, except where a file has changed since the run began: it may have seen both. */
  store(results: readonly (SuiteKey & { readonly tally: Tally })[]): Promise<void>;
}

interface Entry extends Tally {
  readonly key: string;
  readonly at: number;
}

/** A certificate or a date in a test can make an old result wrong. */
const MAX_AGE_MS = 24 * 3_600_000;
/** Programs that tests look for: a suite that was skipped runs once they are installed. */
const PROGRAMS = [...BROWSERS, 'python3', 'go', 'java', 'mvn', 'docker', 'mongod'];
const SETTINGS = /^(PORCHLIGHT_|TEST_|LIMIT_|KAFKA_|MONGODB_|OTEL_|BACKENDS$|CI$|TZ$|LANG$|LC_)/;

/** Describes what a result depends on besides files: the versions of Node, settings and installed programs. */
export function describeEnvironment(env: NodeJS.ProcessEnv): string {
  const settings = Object.entries(env).filter(([name]) => SETTINGS.test(name));
  const folders = (env['PATH'] ?? '').split(delimiter);
  const programs = PROGRAMS.map((name) => folders.map((folder) => join(folder, name)).find(canRun) ?? '');
  return JSON.stringify([process.version, process.platform, process.arch, settings.sort(), programs]);
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A cache in the folder `.cache/test-results` of the project. Never finds anything outside a git working copy. */
export function openResultsCache(
  root: string,
  options: { readTree?: () => Promise<SourceTree | undefined>; env?: NodeJS.ProcessEnv; now?: () => number } = {},
): ResultsCache {
  const { readTree = () => readSourceTree(root), env = process.env, now = Date.now } = options;
  const folder = join(root, '.cache', 'test-results');
  const environment = describeEnvironment(env);
  const fileFor = ({ suite, project }: SuiteKey): string =>
    join(folder, `${[suite, project?.replaceAll('/', '-')].filter(Boolean).join('-')}.json`);
  const createKey = (tree: SourceTree, { project }: SuiteKey): string => {
    const files = project === undefined ? hashTree(tree) : hashProject(tree, project);
    return createHash('sha256').update(`${files}\n${environment}`).digest('hex');
  };
  return {
    async begin() {
      const before = await readTree();
      return {
        find(key) {
          if (!before || !existsSync(fileFor(key))) return undefined;
          const entry = JSON.parse(readFileSync(fileFor(key), 'utf8')) as Entry;
          if (entry.key !== createKey(before, key) || now() - entry.at > MAX_AGE_MS) return undefined;
          return { passed: entry.passed, failed: 0, skipped: entry.skipped };
        },
        async store(results) {
          const after = await readTree();
          if (!before || !after) return;
          mkdirSync(folder, { recursive: true });
          for (const { tally, ...suite } of results) {
            const key = createKey(before, suite);
            if (tally.failed > 0 || key !== createKey(after, suite)) continue;
            const entry: Entry = { key, at: now(), passed: tally.passed, failed: 0, skipped: tally.skipped };
            writeFileSync(fileFor(suite), JSON.stringify(entry));
          }
        },
      };
    },
  };
}

/** A cache that is always empty: for `--no-cache` and for suites whose result depends on timing. */
export const noCache: ResultsCache = {
  begin: async () => ({ find: () => undefined, store: async () => undefined }),
};
