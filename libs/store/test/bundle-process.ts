import { buildSync } from 'esbuild';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Modules that the driver loads only when an option needs them. */
const OPTIONAL_MODULES = [
  'kerberos',
  'snappy',
  'aws4',
  'gcp-metadata',
  'socks',
  'mongodb-client-encryption',
  '@mongodb-js/zstd',
  '@aws-sdk/credential-providers',
];

/** Bundles a script of this folder in a temporary folder, to run it as another process. */
export const bundleProcess = (script: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'porchlight-store-'));
  const file = join(folder, `${script}.cjs`);
  buildSync({
    entryPoints: [join(__dirname, `${script}.ts`)],
    outfile: file,
    bundle: true,
    platform: 'node',
    external: OPTIONAL_MODULES,
    logLevel: 'error',
  });
  return { folder, file, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
