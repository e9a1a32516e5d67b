import type { Command } from 'commander';
import Table from 'cli-table3';
import type { Connection } from '../launcher/connection-file';
import { dataFolderAt } from '../launcher/data-folder';
import { localGet } from '../launcher/local-request';
import { readJson } from '../launcher/private-file';
import { identify } from '../launcher/process-identity';
import { callerFolder, projectRoot } from '../launcher/project-root';
import { resolveDataFolder } from '../launcher/start-options';
import type { TargetOptions } from './target';

interface Row {
  readonly name: string;
  readonly pid: number | undefined;
  readonly state: string;
}

/**
 * Adds `status`, which prints the state of each process of the local stack. The exit code is 1 unless all are ready.
 */
export function addStatusCommand(program: Command): void {
  program
    .command('status')
    .description('show which processes of the local stack run and are ready')
    .action(async (_flags: object, command: Command) => {
      const target = command.optsWithGlobals<TargetOptions>();
      const folder = dataFolderAt(resolveDataFolder(target.data, projectRoot(), callerFolder()));
      const connection = readJson<Connection>(folder.connectionFile);
      if (!connection) {
        console.log(target.json ? '{"running":false}' : 'Nothing is ready on this data folder.');
        process.exitCode = 1;
        return;
      }
      const rows = await Promise.all(
        Object.entries(connection.pids).map(([name, pid]) => readRow(connection, name, pid)),
      );
      if (rows.some(({ state }) => state !== 'ready' && state !== 'running')) process.exitCode = 1;
      if (target.json)
        return console.log(JSON.stringify({ running: true, baseUrl: connection.baseUrl, processes: rows }, null, 2));
      const table = new Table({ head: ['process', 'pid', 'state'], style: { head: [], border: [] } });
      for (const { name, pid, state } of rows) table.push([name, String(pid ?? ''), state]);
      console.log(`${connection.baseUrl}\n${table.toString()}`);
    });
}

async function readRow({ operations }: Connection, name: string, pid: number): Promise<Row> {
  if (!identify(pid)) return { name, pid, state: 'down' };
  const url = operations[name];
  if (!url) return { name, pid, state: 'running' };
  const { status, body } = await localGet(`${url}/readyz`);
  return { name, pid, state: status === 200 ? 'ready' : `not ready: ${body.trim() || 'no answer'}` };
}
