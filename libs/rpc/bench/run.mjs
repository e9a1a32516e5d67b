// Compares calls with and without the stream, client and servers in processes of their own:
// node libs/rpc/bench/run.mjs [--rounds 5] [--lanes 1,16,64] [--only list] [--success debug]
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const outdir = join(here, '../../../.cache/rpc-bench');
await build({
  entryPoints: [join(here, 'load.ts'), join(here, 'peer.ts')],
  outdir,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node24',
  logLevel: 'error',
  outExtension: { '.js': '.cjs' },
});
const { status } = spawnSync(
  process.execPath,
  [join(outdir, 'load.cjs'), join(outdir, 'peer.cjs'), ...process.argv.slice(2)],
  {
    stdio: 'inherit',
  },
);
process.exit(status ?? 1);
