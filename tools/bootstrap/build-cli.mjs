import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

const OUT = join(ROOT, 'dist', 'cli');
const require = createRequire(join(ROOT, 'package.json'));

/** Packages in CommonJS call `require` for the modules of Node. */
const BANNER = [
  '#!/usr/bin/env node',
  "import { createRequire as createRequireOfCli } from 'node:module';",
  "import { fileURLToPath as toPathOfCli } from 'node:url';",
  'const require = createRequireOfCli(import.meta.url);',
  'const __filename = toPathOfCli(import.meta.url);',
  "const __dirname = toPathOfCli(new URL('.', import.meta.url));",
].join('\n');

/**
 * Leaves out undici, which libs/egress imports and which does not load on Node 20: no command sends requests to
 * addresses of customers.
 */
const withoutUndici = {
  name: 'without-undici',
  setup(builder) {
    builder.onResolve({ filter: /^undici$/ }, () => ({ path: 'undici', namespace: 'left-out' }));
    builder.onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({ contents: 'module.exports = {};', loader: 'js' }));
  },
};

/**
 * Builds the command line to dist/cli: one ES module for Node 20 and newer that needs no packages, with package.json and
 * LICENSE. `npm install --global ./dist/cli` installs it. `options` are those that all bundles share.
 */
export async function buildCli(options) {
  mkdirSync(OUT, { recursive: true });
  const { version, license, engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  await require('esbuild').build({
    ...options,
    entryPoints: [join(ROOT, 'tools', 'src', 'operator', 'main.ts')],
    outfile: join(OUT, 'porchlight.mjs'),
    format: 'esm',
    target: 'node20',
    banner: { js: BANNER },
    minify: true,
    plugins: [withoutUndici, ...options.plugins],
  });
  const published = {
    name: '@porchlight/cli',
    version,
    description: 'The command line of Porchlight: leads, records, webhooks, and the operation of an installation.',
    license,
    type: 'module',
    engines,
    bin: { porchlight: 'porchlight.mjs' },
    files: ['porchlight.mjs', 'porchlight.mjs.LEGAL.txt', 'LICENSE'],
  };
  writeFileSync(join(OUT, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  copyFileSync(join(ROOT, 'LICENSE'), join(OUT, 'LICENSE'));
}
