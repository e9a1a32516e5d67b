import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Kept, KeptEvents } from './kept';
import { keepProcess } from './kept-process';
import { localGet } from './local-request';
import { logFile } from './log-file';
import type { ServiceName } from './service-names';

/** Young generation and heap limits, in MB, that keep a service's resident memory under its budget under load. */
const HEAP: Readonly<Record<ServiceName, { readonly old: number; readonly semi: number }>> = {
  gateway: { old: 160, semi: 8 },
  people: { old: 160, semi: 8 },
  deals: { old: 160, semi: 4 },
  marketing: { old: 160, semi: 4 },
  auth: { old: 160, semi: 4 },
  notifier: { old: 160, semi: 8 },
};
const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;

/** Where a service's bundle lies. */
export function bundleOf(root: string, name: ServiceName): string {
  return join(root, 'dist', 'services', name, 'main.js');
}

/** Whether the service is part of this build. */
export function isBuilt(root: string, name: ServiceName): boolean {
  return existsSync(bundleOf(root, name));
}

/** One service as a process of its own, kept running. */
export function keepService(
  name: ServiceName,
  about: { root: string; env: NodeJS.ProcessEnv; operationsPort: number; logs: string; setpriv: string | undefined },
  events: KeptEvents,
): Kept {
  const { old, semi } = HEAP[name];
  return keepProcess(
    {
      name,
      command: process.execPath,
      args: [`--max-old-space-size=${old}`, `--max-semi-space-size=${semi}`, bundleOf(about.root, name)],
      env: about.env,
      log: logFile(about.logs, name),
      isReady: async () => (await localGet(`http://127.0.0.1:${about.operationsPort}/readyz`)).status === 200,
      readyTimeoutMs: READY_TIMEOUT_MS,
      stopTimeoutMs: STOP_TIMEOUT_MS,
      // Services keep nothing in memory that matters, so that the quickest end is the right one without a launcher.
      deathSignal: 'KILL',
      setpriv: about.setpriv,
    },
    events,
  );
}
