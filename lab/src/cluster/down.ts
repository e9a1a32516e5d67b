import { existsSync, readFileSync, readdirSync, readlinkSync, rmSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { identify, isRunning, signal } from '@porchlight/tools/src/launcher/process-identity';
import { runProgram, tryProgram } from '@porchlight/tools/src/launcher/run-program';
import { CLIENT_NAMESPACE, removeClientNetwork } from './cluster-client-network';
import { HOST_BRIDGE, NODES, POD_BRIDGE, type ClusterLayout } from './cluster-layout';
import { isDaemonRunning, listDaemons, stopDaemon } from './daemons';
import { listRules, removeHostNetwork } from './host-network';
import { daemonNames, removeCgroups } from './node';

const CONTAINERS_MS = 60_000;
const KILL_MS = 10_000;
const UNMOUNT_MS = 10_000;
const POLL_MS = 100;
/** Files of kubelet and of the CNI library outside of the cluster's folder, at paths that no setting changes. */
const LOG_LINKS = '/var/log/containers';
const CNI_RESULTS = '/var/lib/cni/results';
const DEVICE_PLUGINS = '/var/lib/kubelet/device-plugins';

/**
 * Ends what `up` started: processes, containers, mounts, rules, bridges. `keep` keeps images and state. Throws if
 * something is left on the machine.
 */
export async function bringDown(layout: ClusterLayout, { keep }: { keep: boolean }): Promise<void> {
  const daemons = listDaemons(layout);
  const isContainerd = (name: string): boolean => name.startsWith('containerd');
  // Nothing starts containers again when containerd ends them.
  for (const name of daemons.filter((one) => !isContainerd(one))) await stopDaemon(layout, name);
  for (const node of NODES)
    if (isDaemonRunning(layout, daemonNames(node).containerd)) await endContainers(layout.node(node).containerdSocket);
  for (const name of daemons.filter(isContainerd)) await stopDaemon(layout, name);
  await killLeftProcesses(layout);
  await removeClientNetwork();
  await unmountBelow(layout.path);
  await removeHostNetwork(layout);
  for (const node of NODES) removeCgroups(node);
  removeOutsideFiles(layout);
  const left = await listLeftovers(layout);
  if (left.length > 0) throw new Error(`Left on this machine:\n${left.join('\n')}`);
  if (!keep) rmSync(layout.path, { recursive: true, force: true });
}

/** Ends all containers by containerd, so that their shims end in order and leave neither sockets nor mounts. */
async function endContainers(socket: string): Promise<void> {
  const ctr = ['--address', socket, '--namespace', 'k8s.io', 'tasks'];
  const listed = await tryProgram('ctr', [...ctr, 'ls', '--quiet'], { timeoutMs: CONTAINERS_MS });
  const ids = listed.stdout.split('\n').filter((id) => id !== '');
  if (ids.length > 0) await tryProgram('ctr', [...ctr, 'rm', '--force', ...ids], { timeoutMs: CONTAINERS_MS });
}

/** Kills shims of containers, and what a killed containerd left. */
async function killLeftProcesses(layout: ClusterLayout): Promise<void> {
  const shims = listShims(layout);
  const contained = listProcesses().filter(({ parent }) => shims.some(({ pid }) => pid === parent));
  const all = [...shims, ...contained].flatMap(({ pid }) => identify(pid) ?? []);
  for (const one of all) signal(one, 'SIGKILL');
  const end = Date.now() + KILL_MS;
  while (all.some(isRunning) && Date.now() < end) await pause(POLL_MS);
}

const listShims = ({ path }: ClusterLayout): Listed[] =>
  listProcesses().filter(
    ({ args }) => args[0]?.includes('containerd-shim') && args.some((arg) => arg.startsWith(`${path}/`)),
  );

/** What of the cluster is on this machine besides its folder, one line each; empty after `down`. */
export async function listLeftovers(layout: ClusterLayout): Promise<string[]> {
  return [
    ...listDaemons(layout).map((name) => `process ${name}`),
    ...listShims(layout).map(({ pid }) => `shim ${pid}`),
    ...listMounts(layout.path).map((point) => `mount ${point}`),
    ...[POD_BRIDGE, HOST_BRIDGE].filter((name) => existsSync(`/sys/class/net/${name}`)).map((name) => `link ${name}`),
    ...[CLIENT_NAMESPACE].filter((name) => existsSync(`/run/netns/${name}`)).map((name) => `network namespace ${name}`),
    ...(await listRules()).slice(0, 5).map((line) => `rule ${line}`),
  ];
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

/** Mount points below a folder, the outermost first. */
const listMounts = (folder: string): string[] =>
  readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((point) => point.startsWith(`${folder}/`));

async function unmountBelow(folder: string): Promise<void> {
  for (const point of listMounts(folder).reverse())
    await runProgram('umount', ['-l', point], { timeoutMs: UNMOUNT_MS });
}

function removeOutsideFiles({ path }: ClusterLayout): void {
  const list = (folder: string): string[] =>
    existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  for (const link of list(LOG_LINKS)) if (readlinkSync(link).startsWith(`${path}/`)) rmSync(link);
  for (const file of list(CNI_RESULTS)) if (readFileSync(file, 'utf8').includes(`${path}/`)) rmSync(file);
  rmSync(join(DEVICE_PLUGINS, 'kubelet.sock'), { force: true });
  for (const folder of [LOG_LINKS, CNI_RESULTS, dirname(CNI_RESULTS), DEVICE_PLUGINS, dirname(DEVICE_PLUGINS)])
    if (existsSync(folder) && list(folder).length === 0) rmdirSync(folder);
}
