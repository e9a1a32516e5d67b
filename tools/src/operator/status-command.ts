import type { Command } from 'commander';
import type { Connection } from '../launcher/connection-file';
import { localGet } from '../launcher/local-request';
import { identify } from '../launcher/process-identity';
import { formatTable, printResult } from './print';
import { readLocalConnection, type TargetOptions } from './target';

/**
 * Adds `status`, which prints the state of each process of the local stack. The exit code is 1 unless all are ready.
 */
export function addStatusCommand(program: Command): void {
  program
    .command('status')
    .description('show which processes of the local stack run and are ready')
    .action(async (_flags: object, command: Command) => {
      const target = command.optsWithGlobals<TargetOptions>();
      const connection = readLocalConnection(target);
      if (!connection) {
        console.log(target.output === 'json' ? '{"running":false}' : 'Nothing is ready on this data folder.');
        process.exitCode = 1;
        return;
      }
      const { baseUrl } = connection;
      const processes = await Promise.all(
        Object.entries(connection.pids).map(async ([name, pid]) => ({
          name,
          pid,
          state: await readState(connection, name, pid),
        })),
      );
      if (processes.some(({ state }) => state !== 'ready' && state !== 'running')) process.exitCode = 1;
      printResult({ running: true, baseUrl, processes }, target.output, () => {
        const rows = processes.map(({ name, pid, state }) => [name, pid, state]);
        return `${baseUrl}\n${formatTable(['process', 'pid', 'state'], rows)}`;
      });
    });
}

async function readState({ operations }: Connection, name: string, pid: number): Promise<string> {
  if (!identify(pid)) return 'down';
  const url = operations[name];
  if (!url) return 'running';
  const { status, body } = await localGet(`${url}/readyz`);
  return status === 200 ? 'ready' : `not ready: ${body.trim() || 'no response'}`;
}
