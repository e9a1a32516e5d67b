import { rmSync } from 'node:fs';
import { BACKENDS, SERVICES, type ServiceName } from '@porchlight/contracts';
import { writeConnectionFile, type Connection } from './connection-file';
import type { DataFolder } from './data-folder';
import { startGuard, type Guard } from './guard';
import type { Reporter } from './reporter';
import { openRunRecord } from './run-record';
import type { ProcessEvents, Supervised } from './supervised';

/** The processes of a stack that starts or runs. They are recorded, guarded, and stopped in order. */
export interface StackProcesses {
  readonly guard: Guard;
  readonly events: ProcessEvents;
  /** Adds a process before it starts. Throws during the stop, because it would not be stopped. */
  add<K extends Supervised>(process: K): K;
  /** Writes `connection.json`; again after each restart, with the new process ids. */
  announce(connection: Omit<Connection, 'pids'>): void;
  /** Stops everything in order: the gateway first, so that no request reaches a stopped service; the backends last. */
  stop(): Promise<void>;
}

const STOP_ORDER: readonly (readonly ServiceName[])[] = [['gateway'], BACKENDS];

/** Opens the processes of a stack on a data folder. `externalName`: a service that is not Porchlight's. */
export function openStackProcesses(
  folder: DataFolder,
  { baseUrl, externalName }: { readonly baseUrl: string; readonly externalName: string | undefined },
  report: Reporter,
): StackProcesses {
  const record = openRunRecord(folder.runFile, baseUrl);
  const guard = startGuard(folder.connectionFile);
  const processes: Supervised[] = [];
  let connection: Omit<Connection, 'pids'> | undefined;
  let stopping = false;

  const writeConnection = (): void => {
    if (!connection || stopping) return;
    const pids = processes.flatMap(({ name, pid }) => (pid === undefined ? [] : [[name, pid] as const]));
    writeConnectionFile(folder, connection, { launcher: process.pid, ...Object.fromEntries(pids) });
  };

  const events: ProcessEvents = {
    started(name, pid) {
      record.add(name, pid);
      guard.addProcess(pid);
    },
    ended(name, pid) {
      record.remove(name);
      guard.removeProcess(pid);
    },
    died(name, how) {
      report.problem(`${name} ended (${how}); starting it again`);
    },
    ready(name, restarts, afterMs) {
      if (restarts === 0) return report.step(`${name} is up (${(afterMs / 1000).toFixed(1)} s)`);
      report.problem(`${name} is up again`);
      writeConnection();
    },
  };

  return {
    guard,
    events,
    add(added) {
      if (stopping) throw new Error('Stopped while starting.');
      processes.push(added);
      return added;
    },
    announce(about) {
      connection = about;
      writeConnection();
    },
    async stop() {
      stopping = true;
      rmSync(folder.connectionFile, { force: true });
      const services = STOP_ORDER.map((names) =>
        processes.filter(({ name }) => (names as readonly string[]).includes(name)),
      );
      const others = processes.filter(({ name }) => !(SERVICES as readonly string[]).includes(name));
      const external = others.filter(({ name }) => name === externalName);
      const backends = others.filter(({ name }) => name !== externalName);
      for (const group of [...services, external, backends]) await Promise.all(group.map((one) => one.stop()));
      guard.close();
      record.close();
    },
  };
}
