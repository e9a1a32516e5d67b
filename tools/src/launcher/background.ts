import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { dataFolderAt, openDataFolder } from './data-folder';
import { logFile } from './log-file';

/** Messages of the background launcher to the foreground launcher. */
export type BackgroundMessage = { readonly line: string } | { readonly ready: true };

/**
 * Starts this tool in the background, forwards its output, and returns the exit code when it is ready or has failed.
 */
export function startInBackground(dataFolder: string, args: readonly string[]): Promise<number> {
  const folder = dataFolderAt(dataFolder);
  openDataFolder(folder);
  const log = logFile(folder.logs, 'launcher').open();
  const [, main = ''] = process.argv;
  const child = spawn(process.execPath, ['--enable-source-maps', main, ...args, '--background'], {
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
    env: process.env,
  });
  closeSync(log);
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill('SIGTERM'));
    child.on('message', (message: BackgroundMessage) => {
      if ('line' in message) return void console.log(message.line);
      child.disconnect();
      child.unref();
      resolve(0);
    });
    child.once('exit', (code) => resolve(code ?? 1));
    child.once('error', () => resolve(1));
  });
}
