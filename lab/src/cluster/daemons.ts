import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readJson, writePrivateJson } from '@porchlight/tools/src/launcher/private-file';
import { identify, isRunning, signal, type ProcessIdentity } from '@porchlight/tools/src/launcher/process-identity';
import type { ClusterLayout } from './cluster-layout';

const STOP_MS = 15_000;
const POLL_MS = 100;

/** A process of the cluster that outlives the command that started it. */
export interface Daemon {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

type Started = Record<string, ProcessIdentity>;

const readStarted = ({ daemonsFile }: ClusterLayout): Started => readJson<Started>(daemonsFile) ?? {};

/** True if a process that `startDaemon` started under this name is running. */
export function isDaemonRunning(layout: ClusterLayout, name: string): boolean {
  const identity = readStarted(layout)[name];
  return identity !== undefined && isRunning(identity);
}

/** Starts a process unless it is running. Its output is in `logs/<name>.log`. Returns true if it was started. */
export function startDaemon(layout: ClusterLayout, daemon: Daemon): boolean {
  if (isDaemonRunning(layout, daemon.name)) return false;
  const log = openSync(join(layout.logs, `${daemon.name}.log`), 'w', 0o600);
  const child = spawn(daemon.command, daemon.args, {
    cwd: layout.path,
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, ...daemon.env },
  });
  closeSync(log);
  child.once('error', () => undefined);
  child.unref();
  const identity = child.pid === undefined ? undefined : identify(child.pid);
  if (!identity) throw new Error(`${daemon.command} cannot be started.`);
  writePrivateJson(layout.daemonsFile, { ...readStarted(layout), [daemon.name]: identity });
  return true;
}

/** Ends a process that `startDaemon` started, and no other: SIGTERM, after 15 s SIGKILL. */
export async function stopDaemon(layout: ClusterLayout, name: string): Promise<void> {
  const { [name]: identity, ...others } = readStarted(layout);
  if (!identity) return;
  signal(identity, 'SIGTERM');
  const end = Date.now() + STOP_MS;
  while (isRunning(identity) && Date.now() < end) await pause(POLL_MS);
  signal(identity, 'SIGKILL');
  while (isRunning(identity) && Date.now() < end + STOP_MS) await pause(POLL_MS);
  writePrivateJson(layout.daemonsFile, others);
}

/** Names of the recorded processes, the last started first. */
export const listDaemons = (layout: ClusterLayout): string[] => Object.keys(readStarted(layout)).reverse();
