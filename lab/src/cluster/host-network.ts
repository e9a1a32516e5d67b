import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, writePrivateFile, writePrivateJson } from '@porchlight/tools/src/launcher/private-file';
import { HOST_ADDRESS, HOST_BRIDGE, POD_BRIDGE, POD_NETWORK, type ClusterLayout } from './cluster-layout';
import { runProgram, tryProgram } from '@porchlight/tools/src/launcher/run-program';

const TIMEOUT_MS = 30_000;
/** Chains of kube-proxy, of the network policies and of the CNI plugins. */
const CHAINS = /\b(KUBE|CNI)-/;
/** Forwarding between pods, and packets between pods of one bridge pass kube-proxy's rules. */
const SETTINGS: Readonly<Record<string, string>> = {
  '/proc/sys/net/ipv4/ip_forward': '1',
  '/proc/sys/net/bridge/bridge-nf-call-iptables': '1',
  // Nodes watch many files.
  '/proc/sys/fs/inotify/max_user_instances': '1024',
};

/** Runs `ip`. */
export const ip = (args: readonly string[]): Promise<string> => runProgram('ip', args, { timeoutMs: TIMEOUT_MS });

/** Creates the bridge of the nodes, changes the kernel's settings and writes the network configuration of pods. */
export async function createHostNetwork(layout: ClusterLayout): Promise<void> {
  if (!existsSync(`/sys/class/net/${HOST_BRIDGE}`)) {
    const routes = await ip(['-4', 'route', 'show']);
    for (const start of ['10.99.0.', '10.88.'])
      if (routes.includes(start))
        throw new Error(`This machine already has a route to ${start}x; the cluster needs that range.`);
    if ((await listRules()).length > 0)
      throw new Error('This machine has packet filter rules of a Kubernetes already (chains KUBE-… or CNI-…).');
    await ip(['link', 'add', HOST_BRIDGE, 'type', 'bridge']);
  }
  await ip(['addr', 'replace', `${HOST_ADDRESS}/24`, 'dev', HOST_BRIDGE]);
  await ip(['link', 'set', HOST_BRIDGE, 'up']);
  const before = readJson<Record<string, string>>(layout.settingsFile) ?? {};
  for (const [file, value] of Object.entries(SETTINGS)) {
    if (!existsSync(file)) throw new Error(`The kernel lacks ${file}.`);
    before[file] ??= readFileSync(file, 'utf8').trim();
    writeFileSync(file, value);
  }
  writePrivateJson(layout.settingsFile, before);
  const network = {
    cniVersion: '0.4.0',
    name: 'pods',
    plugins: [
      {
        type: 'bridge',
        bridge: POD_BRIDGE,
        isGateway: true,
        hairpinMode: true,
        ipMasq: false,
        ipam: {
          type: 'host-local',
          // Both nodes are this machine and share the range.
          dataDir: layout.cniAddresses,
          ranges: [[{ subnet: POD_NETWORK }]],
          routes: [{ dst: '0.0.0.0/0' }],
        },
      },
      { type: 'portmap', capabilities: { portMappings: true } },
    ],
  };
  writePrivateFile(join(layout.cni, '10-pods.conflist'), JSON.stringify(network, null, 2));
}

/** Removes the bridges and the rules of the packet filter, and restores the kernel's settings. */
export async function removeHostNetwork(layout: ClusterLayout): Promise<void> {
  for (const bridge of [POD_BRIDGE, HOST_BRIDGE])
    if (existsSync(`/sys/class/net/${bridge}`)) await ip(['link', 'del', bridge]);
  for (const family of FAMILIES) {
    const rules = await saveRules(family);
    const others = rules.filter((line) => !CHAINS.test(line));
    if (others.length === rules.length) continue;
    await runProgram(`${family}-restore`, ['--wait', '10'], { timeoutMs: TIMEOUT_MS, input: others.join('\n') });
  }
  const sets = await tryProgram('ipset', ['list', '-name'], { timeoutMs: TIMEOUT_MS });
  for (const name of sets.stdout.split('\n').filter((one) => CHAINS.test(one)))
    await runProgram('ipset', ['destroy', name], { timeoutMs: TIMEOUT_MS });
  for (const [file, value] of Object.entries(readJson<Record<string, string>>(layout.settingsFile) ?? {}))
    if (file in SETTINGS) writeFileSync(file, value);
}

const FAMILIES = ['iptables', 'ip6tables'] as const;

/** Lines of `iptables-save`; none without the program. */
const saveRules = async (family: (typeof FAMILIES)[number]): Promise<string[]> =>
  (await tryProgram(`${family}-save`, [], { timeoutMs: TIMEOUT_MS })).stdout.split('\n');

/** Rules of a Kubernetes in the packet filter of this machine. */
export const listRules = async (): Promise<string[]> =>
  (await Promise.all(FAMILIES.map(saveRules))).flat().filter((line) => CHAINS.test(line));
