#!/usr/bin/env node
// The operator's command line as a program of its own: what `npm run build` made, on the Node that comes with the
// project.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const main = join(root, 'dist', 'tools', 'operator', 'main.js');
if (!existsSync(main)) {
  console.error('The command line is not built yet: npm run build');
  process.exit(1);
}
const own = join(root, 'node_modules', '.bin', 'node');
const env = {
  ...process.env,
  PORCHLIGHT_ROOT: root,
  INIT_CWD: process.cwd(),
  NODE_COMPILE_CACHE: join(root, '.cache', 'v8'),
};
// A Ctrl-C reaches the child by itself; this process only waits for it to end in order.
process.on('SIGINT', () => undefined);
const { status, signal } = spawnSync(existsSync(own) ? own : process.execPath, [main, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env,
});
process.exitCode = status ?? (signal === 'SIGINT' ? 130 : 1);
