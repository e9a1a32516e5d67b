import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOST_ADDRESS, HOST_BRIDGE } from './cluster-layout';
import { ip } from './host-network';
import { tryProgram } from '@porchlight/tools/src/launcher/run-program';

/** Network namespace of the tests' clients: machines outside of the cluster with addresses of their own. */
export const CLIENT_NAMESPACE = 'porchlight-client';
export const CLIENT_ADDRESSES = ['10.99.0.11', '10.99.0.12'] as const;
/** Arguments of `ip` that run a program in the namespace. */
export const inClientNetwork = (...program: readonly string[]): string[] => [
  'netns',
  'exec',
  CLIENT_NAMESPACE,
  process.execPath,
  ...program,
];
const LINK = 'pl-client';
/** `ip netns exec` shows this folder's files as /etc/…. */
const FILES = join('/etc/netns', CLIENT_NAMESPACE);
const TIMEOUT_MS = 10_000;

/** Creates the namespace, in which `host` is the address of the ingress, unless it exists. */
export async function createClientNetwork(host: string): Promise<void> {
  mkdirSync(FILES, { recursive: true });
  writeFileSync(join(FILES, 'hosts'), `127.0.0.1 localhost\n${HOST_ADDRESS} ${host}\n`);
  if (existsSync(join('/run/netns', CLIENT_NAMESPACE))) return;
  await ip(['netns', 'add', CLIENT_NAMESPACE]);
  await ip(['link', 'add', LINK, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', CLIENT_NAMESPACE]);
  await ip(['link', 'set', LINK, 'master', HOST_BRIDGE, 'up']);
  const inside = ['-n', CLIENT_NAMESPACE];
  for (const address of CLIENT_ADDRESSES) await ip([...inside, 'addr', 'add', `${address}/24`, 'dev', 'eth0']);
  await ip([...inside, 'link', 'set', 'lo', 'up']);
  await ip([...inside, 'link', 'set', 'eth0', 'up']);
  await ip([...inside, 'route', 'add', 'default', 'via', HOST_ADDRESS]);
}

/** Removes the namespace. */
export async function removeClientNetwork(): Promise<void> {
  await tryProgram('ip', ['netns', 'del', CLIENT_NAMESPACE], { timeoutMs: TIMEOUT_MS });
  rmSync(FILES, { recursive: true, force: true });
}
