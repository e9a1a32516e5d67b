import { SERVICES } from '@porchlight/contracts';
import type { ClusterLayout } from './cluster-layout';
import type { Kubectl } from './kubectl';
import type { LoadResult } from './load-client';
import { NAMESPACE, RELEASE, type Release } from './release';

export const SECOND = 1_000;
/** Failed calls that a line shows. */
const MAX_SHOWN = 12;
/** Limit of a roll-out. */
export const ROLLOUT_MS = 240 * SECOND;

/** Where the calls of the checks come from. */
export interface CheckClient {
  /** Address and account of the release. */
  readonly connectionFile: string;
  /** The program and its arguments that run a script of Node there. */
  command(script: string, ...args: readonly string[]): readonly [program: string, args: string[]];
}

/** Input of a check. */
export interface CheckContext {
  readonly root: string;
  readonly kubectl: Kubectl;
  readonly release: Release;
  readonly client: CheckClient;
  /** The tag of the release, and another one with images that can be pulled. */
  readonly tags: readonly [present: string, next: string];
}

/** Input of a check that runs only in the cluster of `up`. */
export interface OwnClusterContext extends CheckContext {
  readonly layout: ClusterLayout;
}

/** Result of a check, one line with numbers. */
export interface CheckResult {
  readonly ok: boolean;
  readonly detail: string;
}

/** A check of the release, in any cluster. */
export interface Check {
  readonly name: string;
  run(context: CheckContext): Promise<CheckResult>;
}

/** A check that needs the network of clients, or the folders, of the cluster of `up`. */
export interface OwnClusterCheck {
  readonly name: string;
  readonly needsOwnCluster: true;
  run(context: OwnClusterContext): Promise<CheckResult>;
}

/** The counts of a load on one line, and its first failures. */
export const describeLoad = ({ succeeded, failed, failures, slowestMs }: LoadResult): string =>
  `${succeeded + failed} calls, ${failed} failed, slowest ${slowestMs} ms${failures.length > 0 ? `\n  ${failures.slice(0, MAX_SHOWN).join('\n  ')}` : ''}`;

/** Waits until all pods of all services are ready. */
export const awaitRollouts = async ({ release }: CheckContext): Promise<void> => {
  for (const service of SERVICES)
    await release.kubectl(
      ['rollout', 'status', `deployment/${RELEASE}-${service}`, `--timeout=${ROLLOUT_MS / SECOND}s`],
      ROLLOUT_MS,
    );
};

/** A pod, as far as the checks read it. */
export interface Pod {
  readonly metadata: {
    readonly name: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly deletionTimestamp?: string;
  };
  readonly status: { readonly podIP?: string };
}
/** Lists the pods of a service. */
export const listPods = async ({ kubectl }: CheckContext, service: string): Promise<Pod[]> =>
  (await kubectl.get<{ items: Pod[] }>(['-n', NAMESPACE, 'pods', '-l', `app.kubernetes.io/name=${service}`])).items;
