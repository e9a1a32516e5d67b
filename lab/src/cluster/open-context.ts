import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '@porchlight/tools/src/launcher/find-program';
import { writePrivateJson } from '@porchlight/tools/src/launcher/private-file';
import type { Connection } from '@porchlight/tools/src/send/connection';
import type { CheckContext, OwnClusterContext } from './check-context';
import { inClientNetwork } from './cluster-client-network';
import { TAGS } from './images';
import type { ClusterCommand } from './install';
import { openKubectl } from './kubectl';
import { listValueFiles, openRelease } from './release';

/** A release in any cluster, as the options of `test` describe it. */
export interface AnyRelease {
  /** File with the credentials of the cluster. */
  readonly kubeconfig: string;
  /** Files of values with which the release was installed. */
  readonly values: readonly string[];
  /** Address of the gateway or of its ingress. */
  readonly url: string;
  /** File with the authority of its certificate. */
  readonly ca: string;
  /** API key of a user. */
  readonly key: string;
  readonly tag: string;
  readonly nextTag: string;
}

/** The release that `install` has put into the cluster of `up`; calls come from the network of clients. */
export function openOwnRelease({ root, layout, programs }: ClusterCommand): OwnClusterContext {
  const kubectl = openKubectl({ ...programs, kubeconfig: layout.kubeconfig });
  return {
    root,
    layout,
    kubectl,
    release: openRelease(root, kubectl, listValueFiles(root)),
    client: {
      connectionFile: layout.connectionFile,
      command: (...script) => ['ip', inClientNetwork(...script)],
    },
    tags: TAGS,
  };
}

/** A release in any cluster; calls come from this machine. Throws if kubectl or helm is missing. */
export function openAnyRelease(root: string, options: AnyRelease): CheckContext {
  const find = (name: string): string => {
    const file = findProgram(name);
    if (file === undefined) throw new Error(`${name} is missing: install it, then try again.`);
    return file;
  };
  const kubectl = openKubectl({ kubeconfig: options.kubeconfig, kubectl: find('kubectl'), helm: find('helm') });
  return {
    root,
    kubectl,
    release: openRelease(root, kubectl, options.values),
    client: {
      connectionFile: writeConnection(options),
      command: (...script) => [process.execPath, script],
    },
    tags: [options.tag, options.nextTag],
  };
}

/** Without a registered system: the calls of the load have no X-System. */
function writeConnection({ url, ca, key }: AnyRelease): string {
  const file = join(mkdtempSync(join(tmpdir(), 'porchlight-release-')), 'connection.json');
  const user = { id: 1, name: '', email: '', apiKey: key };
  writePrivateJson(file, {
    baseUrl: url,
    caFile: ca,
    receiverTls: { certFile: ca, keyFile: ca },
    system: { name: '', key: '' },
    accounts: [{ id: 1, name: '', users: { owner: user } }],
    pids: {},
  } satisfies Connection);
  return file;
}
