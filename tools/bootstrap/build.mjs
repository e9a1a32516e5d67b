import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { buildCli } from './build-cli.mjs';
import { buildDownloads } from './build-downloads.mjs';
import { buildPages } from './build-pages.mjs';
import { buildSdk } from './build-sdk.mjs';
import { buildSdkPython } from './build-sdk-python.mjs';
import { mustRun } from './command.mjs';
import { compileBundle } from './compile-bundle.mjs';
import { SetUpProblem } from './console.mjs';
import { doUnlessCurrent, hashFiles, listFiles } from './inputs.mjs';
import { COMPILED, NODE, ROOT } from './paths.mjs';

const DIST = join(ROOT, 'dist');
const STAMP = join(DIST, '.inputs');
const require = createRequire(join(ROOT, 'package.json'));

/** The services of the stack. */
export const SERVICES = Object.keys(
  JSON.parse(readFileSync(join(ROOT, 'libs', 'contracts', 'src', 'services.json'), 'utf8')),
);

/** Projects whose folders `src/<tool>` are command-line programs. */
const TOOL_PROJECTS = ['tools', 'lab'];

/** Optional packages that drivers try to load; they are not installed. */
const OPTIONAL = [
  'kerberos',
  'snappy',
  '@mongodb-js/zstd',
  'gcp-metadata',
  '@aws-sdk/*',
  'socks',
  'aws4',
  'mongodb-client-encryption',
];

/** Without comments: Node retains the source. */
export const COMPACT = { minifyWhitespace: true, lineLimit: 120 };

/**
 * Replaces characters outside Latin-1 by escapes: one of them doubles the size of the source in memory, and esbuild
 * leaves them in regular expressions and templates.
 */
export const escapeWide = (source) =>
  source.replace(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Options of every bundle. */
const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'node',
  legalComments: 'external',
  logLevel: 'silent',
  external: OPTIONAL,
};

/** Builds the services, the tools, the web pages and the packages for other projects, unless they are up to date. */
export async function build() {
  // Concurrently; all are awaited, so that a failure of one does not interrupt the others.
  const steps = await Promise.allSettled([bundleAll(), buildPages(), buildSdk()]);
  for (const step of steps) if (step.status === 'rejected') throw step.reason;
  // From the API description, which the bundled tool writes.
  await buildSdkPython();
  await buildDownloads();
}

/**
 * Bundles every service and tool with a `main.ts` to `dist/<folder>/main.js`: one CommonJS file for Node 24. Services
 * and the operator's command line include npm packages: as one file a service starts in half the time and uses 10 to 20
 * MB less. Other tools load packages from node_modules. Does nothing if no input has changed.
 */
async function bundleAll() {
  const entries = findEntries();
  await doUnlessCurrent(STAMP, fingerprint(Object.values(entries)), () => bundleEntries(entries));
}

async function bundleEntries(entries) {
  const esbuild = require('esbuild');
  // Each group in one run: esbuild then reads shared sources once.
  const groups = [true, false].map((whole) => Object.entries(entries).filter(([name]) => standsAlone(name) === whole));
  const bundles = groups.map((group) => bundle(esbuild, group));
  const failed = (await Promise.all([...bundles, bundleCli()])).flat();
  if (failed.length > 0) throw new SetUpProblem(`The build failed.\n${failed.join('\n')}`);
  await Promise.all(SERVICES.map(compileService));
  await describeApi();
}

/** Writes the API description, with which tests compare responses and from which clients are generated. */
const describeApi = () =>
  mustRun(NODE, [join(DIST, 'tools', 'docs', 'main.js'), '--api'], 'The API description could not be written', {
    cwd: ROOT,
  });

/** Without the compiled form a service only uses more memory. */
const compileService = (service) => compileBundle(NODE, join(DIST, 'services', service, 'main.js'), COMPILED);

/** Bundles one service only. */
export async function bundleService(service) {
  const name = `services/${service}`;
  const entry = findEntries()[name];
  if (!entry) throw new SetUpProblem(`There is no ${name}/src/main.ts.`);
  const failed = await bundle(require('esbuild'), [[name, entry]]);
  if (failed.length > 0) throw new SetUpProblem(`The build of ${name} failed.\n${failed.join('\n')}`);
}

/** Bundles for images without node_modules: the services and the operator's command line. */
const standsAlone = (name) => name.startsWith('services/') || name === 'tools/operator';

/** Bundles entries and returns their errors, one line each. */
async function bundle(esbuild, group) {
  const takeAllIn = group.some(([name]) => standsAlone(name));
  try {
    await esbuild.build({
      entryPoints: group.flatMap(([name, source]) => [
        { in: source, out: `${name}/main` },
        ...findThreads(source).map((thread) => ({ in: thread, out: `${name}/${basename(thread, '.ts')}` })),
      ]),
      ...COMMON,
      outdir: DIST,
      target: 'node24',
      format: 'cjs',
      ...COMPACT,
      sourcemap: 'linked',
      sourcesContent: false,
      plugins: [workspacePackages(takeAllIn)],
    });
    for (const name of group.map(([entry]) => entry).filter(standsAlone)) {
      const file = join(DIST, name, 'main.js');
      writeFileSync(file, escapeWide(readFileSync(file, 'utf8')));
    }
    return [];
  } catch (error) {
    for (const [name] of group) rmSync(join(DIST, name), { recursive: true, force: true });
    return describeErrors(error);
  }
}

/** The errors of esbuild, one line each. Throws others. */
function describeErrors(error) {
  if (!error.errors) throw error;
  return error.errors
    .slice(0, 10)
    .map(({ location, text }) => `  ${location?.file ?? ''}:${location?.line ?? 0} ${text}`);
}

/** Bundles the command line for installation and returns its errors, one line each. */
async function bundleCli() {
  try {
    await buildCli({ ...COMMON, plugins: [workspacePackages(true)] });
    return [];
  } catch (error) {
    return describeErrors(error);
  }
}

/** Sources of the threads of a service: each becomes a file of its own beside the bundle. */
const findThreads = (main) => listFiles(dirname(main)).filter((file) => file.endsWith('.thread.ts'));

/** Resolves workspace packages to their sources. npm packages stay external unless they are to be included. */
const workspacePackages = (takeAllIn) => ({
  name: 'workspace-packages',
  setup(builder) {
    builder.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      if (kind === 'entry-point') return undefined;
      if (!path.startsWith('@porchlight/')) return takeAllIn ? undefined : { path, external: true };
      const [, own, ...inside] = path.split('/');
      const folder = own === 'tools' ? own : join('libs', own);
      const file = join(ROOT, folder, ...(inside.length > 0 ? inside : ['src', 'index'])) + '.ts';
      return existsSync(file) ? { path: file } : { errors: [{ text: `${path} is not there (yet)` }] };
    });
  },
});

function findEntries() {
  const entries = Object.fromEntries(
    SERVICES.map((service) => [`services/${service}`, join(ROOT, 'services', service, 'src', 'main.ts')]),
  );
  for (const project of TOOL_PROJECTS)
    for (const tool of readdirSync(join(ROOT, project, 'src'))) {
      const main = join(ROOT, project, 'src', tool, 'main.ts');
      if (existsSync(main)) entries[`${project}/${tool}`] = main;
    }
  return entries;
}

/** A hash over path, size and time of all source files: fast; at worst it causes an unnecessary build. */
function fingerprint(entries) {
  const folders = ['libs', 'services']
    .flatMap((group) => readdirSync(join(ROOT, group)).map((name) => join(ROOT, group, name, 'src')))
    .filter((folder) => folder !== join(ROOT, 'services', 'console', 'src'));
  const sources = [...folders, ...TOOL_PROJECTS.map((project) => join(ROOT, project, 'src'))]
    .flatMap(listFiles)
    .filter((file) => !file.endsWith('.spec.ts'));
  const common = ['package-lock.json', 'tools/bootstrap/build.mjs', 'tools/bootstrap/build-cli.mjs'].map((file) =>
    join(ROOT, file),
  );
  return hashFiles([...entries, ...sources, ...common], (file) => {
    const { size, mtimeMs } = statSync(file);
    return `${size}:${mtimeMs}`;
  });
}
