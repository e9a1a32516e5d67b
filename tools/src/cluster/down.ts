import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { identify, isRunning, signal } from '../launcher/process-identity';
import type { Programs } from './binaries';
import { removeClientNetwork } from './client-network';
import { NODES, type ClusterLayout } from './cluster-layout';
import { listDaemons, stopDaemon } from './daemons';
import { removeHostNetwork } from './host-network';
import { removeCgroups } from './node';
import { tryProgram } from './run-program';

const KILL_MS = 10_000;
const UNMOUNT_MS = 10_000;
const POLL_MS = 100;

/** Ends what `up` started: processes, containers, mounts, rules, bridges. `keep` keeps images and state. */
export async function bringDown(layout: ClusterLayout, programs: Programs, { keep }: { keep: boolean }): Promise<void> {
  const daemons = listDaemons(layout);
  // containerd is last: its shims are ended before, so that it starts no others.
  const isContainerd = (name: string): boolean => name.startsWith('containerd');
  for (const name of daemons.filter((one) => !isContainerd(one))) await stopDaemon(layout, name);
  await tryProgram(programs['kube-proxy'], ['--cleanup'], { timeoutMs: KILL_MS });
  for (const name of daemons.filter(isContainerd)) await stopDaemon(layout, name);
  for (const node of NODES) await endContainers(layout.node(node).containerdSocket);
  await removeClientNetwork();
  await unmountBelow(layout.path);
  await removeHostNetwork(layout);
  for (const node of NODES) removeCgroups(node);
  if (keep) return;
  rmSync(layout.path, { recursive: true, force: true });
}

/** Ends the shims of a containerd, known by its socket, with the processes of their containers. */
async function endContainers(socket: string): Promise<void> {
  const shims = listProcesses().filter(({ args }) => args[0]?.includes('containerd-shim') && args.includes(socket));
  const ids = new Set(shims.map(({ pid }) => pid));
  const contained = listProcesses().filter(({ parent }) => ids.has(parent));
  const all = [...shims, ...contained].flatMap(({ pid }) => identify(pid) ?? []);
  for (const one of all) signal(one, 'SIGKILL');
  const end = Date.now() + KILL_MS;
  while (all.some(isRunning) && Date.now() < end) await pause(POLL_MS);
}

interface Listed {
  readonly pid: number;
  readonly parent: number;
  readonly args: readonly string[];
}

function listProcesses(): Listed[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const args = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      return [{ pid: Number(name), parent, args }];
    } catch {
      return [];
    }
  });
}

/** Unmounts what is mounted below a folder, the innermost first. */
async function unmountBelow(folder: string): Promise<void> {
  if (!existsSync('/proc/self/mounts')) return;
  const points = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((point) => point.startsWith(`${folder}/`));
  for (const point of points.reverse()) await tryProgram('umount', ['-l', point], { timeoutMs: UNMOUNT_MS });
}
