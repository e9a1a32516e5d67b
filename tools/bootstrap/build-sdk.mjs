import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { SetUpProblem } from './console.mjs';
import { doUnlessCurrent, hashFiles, listFiles } from './inputs.mjs';
import { ROOT } from './paths.mjs';

const SOURCE = join(ROOT, 'libs', 'sdk');
const OUT = join(ROOT, 'dist', 'sdk');
const STAMP = join(OUT, '.inputs');
const require = createRequire(join(ROOT, 'package.json'));

/**
 * Builds the SDK for publication to dist/sdk: an ES module and a CommonJS module for Node 20 and browsers,
 * declarations, README, LICENSE and package.json. `npm pack ./dist/sdk` creates the package. Does nothing if no input has changed.
 */
export function buildSdk() {
  const inputs = hashFiles([
    ...listFiles(join(SOURCE, 'src')),
    ...['package.json', 'README.md', 'LICENSE', 'tsconfig.build.json'].map((name) => join(SOURCE, name)),
    ...['package.json', 'tools/bootstrap/build-sdk.mjs'].map((name) => join(ROOT, name)),
  ]);
  return doUnlessCurrent(STAMP, inputs, buildPackage);
}

async function buildPackage() {
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  await Promise.all([bundle('esm', join(OUT, 'index.js')), bundle('cjs', join(OUT, 'cjs', 'index.js')), declare()]);
  copyDeclarations();
  for (const name of ['README.md', 'LICENSE']) copyFileSync(join(SOURCE, name), join(OUT, name));
  writeFileSync(join(OUT, 'package.json'), `${JSON.stringify(published(version), null, 2)}\n`);
}

const published = (version) => ({
  name: '@porchlight/sdk',
  version,
  description: 'The Porchlight API from TypeScript and JavaScript.',
  license: 'MIT',
  type: 'module',
  engines: { node: '>=20' },
  main: './cjs/index.js',
  types: './index.d.ts',
  exports: {
    '.': {
      import: { types: './index.d.ts', default: './index.js' },
      require: { types: './cjs/index.d.ts', default: './cjs/index.js' },
    },
  },
  sideEffects: false,
  files: ['**/*.js', '**/*.js.map', '**/*.d.ts', 'cjs/package.json', 'README.md', 'LICENSE'],
});

const bundle = (format, outfile) =>
  require('esbuild').build({
    entryPoints: [join(SOURCE, 'src', 'index.ts')],
    outfile,
    bundle: true,
    platform: 'neutral',
    format,
    target: ['es2022'],
    sourcemap: 'linked',
    logLevel: 'silent',
  });

/** TypeScript reads the declarations of a CommonJS module only from a package of that type. */
function copyDeclarations() {
  const cjs = join(OUT, 'cjs');
  for (const name of readdirSync(OUT, { recursive: true }))
    if (name.endsWith('.d.ts') && !name.startsWith('cjs')) {
      mkdirSync(dirname(join(cjs, name)), { recursive: true });
      copyFileSync(join(OUT, name), join(cjs, name));
    }
  writeFileSync(join(cjs, 'package.json'), '{ "type": "commonjs" }\n');
}

/** ES modules require file extensions; TypeScript does not add them to the imports of declarations. */
async function declare() {
  try {
    await promisify(execFile)(
      process.execPath,
      [require.resolve('typescript/bin/tsc'), '-p', join(SOURCE, 'tsconfig.build.json')],
      { cwd: ROOT, timeout: 180_000 },
    );
  } catch (error) {
    throw new SetUpProblem(`The declarations of the SDK could not be made.\n${error.stdout || error.message}`);
  }
  for (const name of readdirSync(OUT, { recursive: true })) {
    if (!name.endsWith('.d.ts')) continue;
    const file = join(OUT, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/(from '|import\(')(\.\/[^']+|\.\.\/[^']+)'/g, "$1$2.js'"));
  }
}
