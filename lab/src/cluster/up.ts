import type { BackendChoice } from '@porchlight/tools/src/launcher/backend-choice';
import { installAddons } from './addons';
import { startCertManager } from './cert-manager';
import { createClientNetwork } from './cluster-client-network';
import { createFolders, NODES } from './cluster-layout';
import { createCredentials, startControlPlane } from './control-plane';
import { createHostNetwork } from './host-network';
import { buildBackendImages, buildReleaseImages, buildSystemImages, importImages } from './images';
import type { ClusterCommand } from './install';
import { openKubectl } from './kubectl';
import { awaitNodes, startContainerd, startKubelet, startNetworkPolicies, startProxy } from './node';
import { createProgress } from './progress';
import { HOST } from './release';

/** Starts the control plane and two nodes, imports the images and installs the addons. Repeats no finished step. */
export async function bringUp({ root, layout, programs, say }: ClusterCommand, backends: BackendChoice): Promise<void> {
  const finished = createProgress(say);
  createFolders(layout);
  await createHostNetwork(layout);
  await createClientNetwork(HOST);
  await createCredentials(layout);
  const kubectl = openKubectl({ ...programs, kubeconfig: layout.kubeconfig });
  await Promise.all([
    startControlPlane(layout, programs, kubectl),
    ...NODES.map((node) => startContainerd(layout, node)),
  ]);
  finished('the API server is ready');
  const system = await buildSystemImages(layout, programs);
  for (const node of NODES) {
    await importImages(layout, node, system);
    startKubelet(layout, programs, node);
  }
  startProxy(layout, programs);
  await awaitNodes(kubectl);
  startNetworkPolicies(layout, programs);
  finished(`${NODES.length} nodes are ready`);
  for (const archive of [await buildBackendImages(layout, root, backends), await buildReleaseImages(layout, root)])
    for (const node of NODES) await importImages(layout, node, archive);
  finished('the images are imported');
  await installAddons(kubectl);
  await startCertManager(layout, programs, kubectl);
  finished('DNS, metrics, the ingress and cert-manager are ready');
}
