import { existsSync, mkdirSync, readFileSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile, writePrivateJson } from '@porchlight/tools/src/launcher/private-file';
import type { Programs } from './binaries';
import {
  DNS_ADDRESS,
  HOST_ADDRESS,
  NODES,
  POD_NETWORK,
  SERVICE_NETWORK,
  type ClusterLayout,
  type NodeName,
} from './cluster-layout';
import { locateKubeconfig } from './control-plane';
import { isDaemonRunning, startDaemon } from './daemons';
import type { Kubectl } from './kubectl';
import { pollUntil } from './poll';
import { PAUSE_IMAGE } from './images';
import { tryProgram } from '@porchlight/tools/src/launcher/run-program';

const CONTAINERD_MS = 30_000;
const READY_MS = 90_000;
const KUBELET_PORT = 10_250;
const CGROUPS = '/sys/fs/cgroup';
const CNI_PLUGINS = ['/usr/lib/cni', '/opt/cni/bin'];

/** The folder of CNI's plugins, or undefined. */
export const findCniPlugins = (): string | undefined =>
  CNI_PLUGINS.find((folder) => existsSync(join(folder, 'bridge')));

/** Names of a node's processes. */
export const daemonNames = (name: NodeName) => ({ containerd: `containerd-${name}`, kubelet: `kubelet-${name}` });
const nameCgroup = (name: NodeName): string => `porchlight-${name}`;

/** Starts containerd of a node and waits until it responds. */
export async function startContainerd(layout: ClusterLayout, name: NodeName): Promise<void> {
  const { path, containerdSocket } = layout.node(name);
  const config = join(path, 'containerd.toml');
  writePrivateFile(
    config,
    `version = 2
root = "${path}/root"
state = "${path}/state"
[grpc]
  address = "${containerdSocket}"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "${PAUSE_IMAGE}"
  # root of a container may not lower oom_score_adj on every machine.
  restrict_oom_score_adj = true
  # Below the state instead of /run/netns, so that \`down\` finds the mounts of pods.
  netns_mounts_under_state_dir = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "${findCniPlugins() ?? ''}"
    conf_dir = "${layout.cni}"
  [plugins."io.containerd.grpc.v1.cri".containerd]
    snapshotter = "overlayfs"
`,
  );
  startDaemon(layout, { name: daemonNames(name).containerd, command: 'containerd', args: ['--config', config] });
  await pollUntil(
    `containerd of ${name}`,
    CONTAINERD_MS,
    async () => (await tryProgram('ctr', ['-a', containerdSocket, 'version'], { timeoutMs: 5_000 })).ok,
  );
}

/** Starts kubelet of a node; both nodes are this machine and have the same address. */
export function startKubelet(layout: ClusterLayout, programs: Programs, name: NodeName): void {
  if (isDaemonRunning(layout, daemonNames(name).kubelet)) return;
  const { path, containerdSocket, kubelet } = layout.node(name);
  const file = (suffix: string): string => join(layout.certificates, suffix);
  createCgroups(name);
  const config = join(path, 'kubelet.json');
  writePrivateJson(config, {
    kind: 'KubeletConfiguration',
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
    cgroupDriver: 'cgroupfs',
    // kubelet removes unknown pods below its root: each node has its own.
    cgroupRoot: `/${nameCgroup(name)}`,
    containerRuntimeEndpoint: `unix://${containerdSocket}`,
    authentication: {
      anonymous: { enabled: false },
      webhook: { enabled: true },
      x509: { clientCAFile: file('ca.crt') },
    },
    authorization: { mode: 'Webhook' },
    failSwapOn: false,
    failCgroupV1: false,
    clusterDNS: [DNS_ADDRESS],
    clusterDomain: 'cluster.local',
    resolvConf: '/etc/resolv.conf',
    evictionHard: { 'memory.available': '100Mi', 'nodefs.available': '1%', 'imagefs.available': '1%' },
    imageGCHighThresholdPercent: 100,
    address: HOST_ADDRESS,
    port: KUBELET_PORT + NODES.indexOf(name),
    healthzPort: 0,
    podLogsDir: join(path, 'pod-logs'),
    containerLogMaxSize: '5Mi',
    containerLogMaxFiles: 2,
    maxPods: 60,
    nodeStatusUpdateFrequency: '5s',
    syncFrequency: '10s',
    // Mounted secrets follow the API within seconds.
    configMapAndSecretChangeDetectionStrategy: 'Watch',
    enableControllerAttachDetach: false,
    registerNode: true,
    shutdownGracePeriod: '0s',
  });
  startDaemon(layout, {
    name: daemonNames(name).kubelet,
    command: programs.kubelet,
    args: [
      `--config=${config}`,
      `--kubeconfig=${locateKubeconfig(layout, name)}`,
      `--hostname-override=${name}`,
      `--root-dir=${kubelet}`,
      `--node-ip=${HOST_ADDRESS}`,
      `--node-labels=topology.kubernetes.io/zone=${name}`,
      `--tls-cert-file=${file(`${name}.crt`)}`,
      `--tls-private-key-file=${file(`${name}.key`)}`,
    ],
  });
}

/** Starts kube-proxy, which serves both nodes: they share this machine's packet filter. */
export function startProxy(layout: ClusterLayout, programs: Programs): void {
  startDaemon(layout, {
    name: 'kube-proxy',
    command: programs['kube-proxy'],
    args: [
      `--kubeconfig=${locateKubeconfig(layout, 'admin')}`,
      `--hostname-override=${NODES[0]}`,
      '--proxy-mode=iptables',
      `--cluster-cidr=${POD_NETWORK}`,
      '--conntrack-max-per-core=0',
      '--healthz-bind-address=127.0.0.1:10256',
      '--metrics-bind-address=127.0.0.1:10249',
    ],
  });
}

/** Starts kube-router as the firewall of the pods of both nodes: it enforces network policies and nothing else. */
export function startNetworkPolicies(layout: ClusterLayout, programs: Programs): void {
  startDaemon(layout, {
    name: 'kube-router',
    command: programs['kube-router'],
    args: [
      `--kubeconfig=${locateKubeconfig(layout, 'admin')}`,
      `--hostname-override=${NODES[0]}`,
      '--run-firewall=true',
      '--run-router=false',
      '--run-service-proxy=false',
      '--enable-cni=false',
      `--service-cluster-ip-range=${SERVICE_NETWORK}`,
      '--health-port=0',
    ],
  });
}

/** Waits until the nodes are Ready. */
export async function awaitNodes(kubectl: Kubectl): Promise<void> {
  await pollUntil('the nodes', READY_MS, async () => {
    const { items } = await kubectl.get<{ items: { status: { conditions?: { type: string; status: string }[] } }[] }>([
      'nodes',
    ]);
    const ready = items.filter(({ status }) =>
      status.conditions?.some((one) => one.type === 'Ready' && one.status === 'True'),
    );
    return ready.length === NODES.length;
  });
}

/** The controllers' folders with cgroup v1, the one folder with v2. */
const listHierarchies = (): string[] =>
  existsSync(join(CGROUPS, 'cgroup.controllers'))
    ? [CGROUPS]
    : readdirSync(CGROUPS)
        .map((name) => join(CGROUPS, name))
        .filter((folder) => existsSync(join(folder, 'cgroup.procs')));

function createCgroups(name: NodeName): void {
  for (const hierarchy of listHierarchies()) {
    const folder = join(hierarchy, nameCgroup(name));
    mkdirSync(folder, { recursive: true });
    // A new group of version 1 has no processors and takes no process.
    for (const file of ['cpuset.cpus', 'cpuset.mems'])
      if (existsSync(join(hierarchy, file))) writeFileSync(join(folder, file), readFileSync(join(hierarchy, file)));
  }
}

/** Removes the empty groups of a node. */
export function removeCgroups(name: NodeName): void {
  const remove = (folder: string): void => {
    if (!existsSync(folder)) return;
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) remove(join(folder, entry.name));
    try {
      rmdirSync(folder);
    } catch {
      // A process is still in it.
    }
  };
  for (const hierarchy of listHierarchies()) remove(join(hierarchy, nameCgroup(name)));
}
