import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Address of the API server, of both nodes and of the ingress; on a bridge of its own. */
export const HOST_ADDRESS = '10.99.0.1';
export const HOST_BRIDGE = 'porchlight-host';
export const HOST_NETWORK = '10.99.0.0/24';
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
export interface ClusterLayout {
  readonly path: string;
  readonly logs: string;
  readonly certificates: string;
  readonly etcd: string;
  readonly cni: string;
  readonly cniAddresses: string;
  readonly images: string;
  /** Processes that `up` started. */
  readonly daemonsFile: string;
  /** Kernel settings before `up` changed them. */
  readonly settingsFile: string;
  /** Credentials of the cluster's administrator. */
  readonly kubeconfig: string;
  /** What the tests know of the installed release. */
  readonly connectionFile: string;
  node(name: NodeName): NodeLayout;
}

/** Absolute paths of a node. */
export interface NodeLayout {
  readonly path: string;
  readonly containerdSocket: string;
  readonly kubelet: string;
}

/** Returns the layout of a cluster's state in a folder; creates nothing. */
export function layOutCluster(path: string): ClusterLayout {
  const at = (...names: string[]): string => join(path, ...names);
  return {
    path,
    logs: at('logs'),
    certificates: at('certificates'),
    etcd: at('etcd'),
    cni: at('cni'),
    cniAddresses: at('cni-addresses'),
    images: at('images'),
    daemonsFile: at('daemons.json'),
    settingsFile: at('settings.json'),
    kubeconfig: at('admin.json'),
    connectionFile: at('connection.json'),
    node: (name) => ({ path: at(name), containerdSocket: at(name, 'containerd.sock'), kubelet: at(name, 'kubelet') }),
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
