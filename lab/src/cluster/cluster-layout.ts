import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Address of the API server, of both nodes and of the ingress; on a bridge of its own. */
export const HOST_ADDRESS = '10.99.0.1';
export const HOST_BRIDGE = 'porchlight-host';
/** Bridge of the pods. */
export const POD_BRIDGE = 'porchlight-pods';
export const POD_NETWORK = '10.88.0.0/16';
export const SERVICE_NETWORK = '10.96.0.0/16';
export const API_SERVICE_ADDRESS = '10.96.0.1';
export const DNS_ADDRESS = '10.96.0.10';
export const API_URL = `https://${HOST_ADDRESS}:16443`;
/** The pods of Kafka and of the databases run on the first node, so that the second can be drained. */
export const NODES = ['node1', 'node2'] as const;
export type NodeName = (typeof NODES)[number];

/** Absolute paths of a cluster's state. */
export type ClusterLayout = Readonly<ReturnType<typeof layOutCluster>>;

/** Returns the layout of a cluster's state in a folder; creates nothing. */
export function layOutCluster(path: string) {
  const at = (...names: string[]): string => join(path, ...names);
  return {
    path,
    logs: at('logs'),
    certificates: at('certificates'),
    etcd: at('etcd'),
    cni: at('cni'),
    cniAddresses: at('cni-addresses'),
    images: at('images'),
    /** Processes that `up` started. */
    daemonsFile: at('daemons.json'),
    /** Kernel settings before `up` changed them. */
    settingsFile: at('settings.json'),
    /** Credentials of the cluster's administrator. */
    kubeconfig: at('admin.json'),
    /** Address and account of the installed release, for the tests. */
    connectionFile: at('connection.json'),
    node: (name: NodeName) => ({
      path: at(name),
      containerdSocket: at(name, 'containerd.sock'),
      kubelet: at(name, 'kubelet'),
    }),
  };
}

/** Creates the folders of a cluster, readable by their owner only. */
export function createFolders(layout: ClusterLayout): void {
  const { path, logs, certificates, etcd, cni, cniAddresses, images } = layout;
  for (const folder of [
    path,
    logs,
    certificates,
    etcd,
    cni,
    cniAddresses,
    images,
    ...NODES.map((name) => layout.node(name).kubelet),
  ])
    mkdirSync(folder, { recursive: true, mode: 0o700 });
}
