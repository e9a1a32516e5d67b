import type { BackendChoice } from '../launcher/backend-choice';
import { installAddons } from './addons';
import type { Programs } from './binaries';
import { createFolders, NODES, type ClusterLayout } from './cluster-layout';
import { createCredentials, startControlPlane } from './control-plane';
import { createHostNetwork } from './host-network';
import { buildBackendImages, buildReleaseImages, buildSystemImages, importImages } from './images';
import { openKubectl } from './kubectl';
import { awaitNodes, startContainerd, startKubelet, startProxy } from './node';

/** Input of `up`. */
export interface UpOptions {
  readonly root: string;
  readonly layout: ClusterLayout;
  readonly programs: Programs;
  readonly backends: BackendChoice;
  say(line: string): void;
}

/** Starts the control plane and two nodes, imports the images and installs the addons. Repeats no finished step. */
export async function bringUp({ root, layout, programs, backends, say }: UpOptions): Promise<void> {
  const began = Date.now();
  const told = (what: string): void => say(`${((Date.now() - began) / 1_000).toFixed(1)} s  ${what}`);
  createFolders(layout);
  await createHostNetwork(layout);
  await createCredentials(layout);
  const kubectl = openKubectl(layout, programs);
  await Promise.all([
    startControlPlane(layout, programs, kubectl),
    ...NODES.map((node) => startContainerd(layout, node)),
  ]);
  told('the API server is ready');
  const system = await buildSystemImages(layout, programs);
  for (const node of NODES) {
    await importImages(layout, node, system);
    startKubelet(layout, programs, node);
  }
  startProxy(layout, programs);
  await awaitNodes(kubectl);
  told(`${NODES.length} nodes are ready`);
  for (const archive of [await buildBackendImages(layout, root, backends), await buildReleaseImages(layout, root)])
    for (const node of NODES) await importImages(layout, node, archive);
  told('the images are imported');
  await installAddons(kubectl);
  told('DNS, metrics and the ingress are ready');
}
