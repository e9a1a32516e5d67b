import { setTimeout as pause } from 'node:timers/promises';
import { SERVICES } from '@porchlight/contracts';
import { ROLLOUT_MS, SECOND, awaitRollouts, describeLoad, listPods, type Check } from './check-context';
import { startLoad } from './load';
import { pollUntil } from './poll';
import { seconds } from './progress';
import { NAMESPACE, RELEASE } from './release';

/** Failed calls while one process of each service is killed without notice: those that it was serving. */
export const MAX_KILL_FAILURES = 20;
/** SIGKILL for one process of each service. */
export const kills: Check = {
  name: 'one pod of each service is killed under load',
  async run(context) {
    const load = await startLoad(context, { callers: 4 });
    const began = Date.now();
    for (const service of SERVICES) {
      const [pod] = await listPods(context, service);
      await context.release.kubectl(['delete', 'pod', pod?.metadata.name ?? '', '--grace-period=0', '--force']);
      await awaitRollouts(context);
    }
    const duration = seconds(began);
    const result = await load.stop();
    return {
      ok: result.failed <= MAX_KILL_FAILURES,
      detail: `${duration} for ${SERVICES.length} kills, ${describeLoad(result)}`,
    };
  },
};

/** Only calls that need marketing fail while it has no pod. */
export const withoutMarketing: Check = {
  name: 'people continues while marketing has no pod',
  async run(context) {
    const scale = (replicas: number) =>
      context.release.kubectl(['scale', `deployment/${RELEASE}-marketing`, `--replicas=${replicas}`]);
    await scale(0);
    await pollUntil(
      'marketing without pods',
      60 * SECOND,
      async () => (await listPods(context, 'marketing')).length === 0,
    );
    const others = await startLoad(context, {
      callers: 4,
      paths: ['/v1/people?limit=10', '/v1/deals?limit=10'],
    });
    const own = await startLoad(context, { callers: 1, paths: ['/v1/templates?limit=10'] });
    await pause(8 * SECOND);
    const [during, refused] = [await others.stop(), await own.stop()];
    const began = Date.now();
    await scale(2);
    await awaitRollouts(context);
    const back = await startLoad(context, { callers: 1, paths: ['/v1/templates?limit=10'] });
    const after = await back.stop();
    return {
      ok:
        during.failed === 0 &&
        during.succeeded > 0 &&
        refused.succeeded === 0 &&
        refused.failed > 0 &&
        after.failed === 0,
      detail: `people and deals: ${describeLoad(during)}; marketing: ${refused.failures[0]?.split(': ').at(-1) ?? 'served'}, again after ${seconds(began)}`,
    };
  },
};

/** Evicts all pods of the last node; the budgets keep one pod of each service. */
export const drain: Check = {
  name: 'a node is drained under load',
  async run(context) {
    const { items } = await context.kubectl.get<{ items: { metadata: { name: string } }[] }>(['nodes']);
    const names = items.map(({ metadata }) => metadata.name).sort();
    const [node = ''] = names.slice(-1);
    if (names.length < 2) return { ok: false, detail: 'needs a second node' };
    const load = await startLoad(context, { callers: 4 });
    const began = Date.now();
    const { ok, output } = await context.kubectl.try(
      ['drain', node, '--ignore-daemonsets', '--delete-emptydir-data', `--timeout=${ROLLOUT_MS / SECOND}s`],
      { timeoutMs: ROLLOUT_MS + 5 * SECOND },
    );
    const duration = seconds(began);
    await awaitRollouts(context);
    const result = await load.stop();
    await context.kubectl.run(['uncordon', node]);
    const delayed = (output.match(/would violate the pod's disruption budget/g) ?? []).length;
    return {
      ok: ok && result.failed === 0,
      detail: `${duration}, ${delayed} evictions delayed by a budget, ${describeLoad(result)}`,
    };
  },
};

/** The state of an autoscaler. */
interface Scaling {
  readonly status: {
    readonly desiredReplicas: number;
    readonly currentMetrics?: readonly {
      readonly resource?: { readonly current: { readonly averageUtilization?: number } };
    }[];
    readonly conditions?: readonly { readonly type: string; readonly status: string; readonly message?: string }[];
  };
}

/** The gateway gets more pods while its CPU is above the target. */
export const autoscaling: Check = {
  name: 'the autoscaler follows the load',
  async run(context) {
    const scaling = async (): Promise<Scaling['status']> =>
      (await context.kubectl.get<Scaling>(['-n', NAMESPACE, 'hpa', `${RELEASE}-gateway`])).status;
    const { desiredReplicas: before } = await scaling();
    // 400 calls a second: far above the CPU that the pods request.
    const load = await startLoad(context, { callers: 16, everyMs: 40, paths: ['/v1/users'] });
    const began = Date.now();
    const grew = async (): Promise<boolean> => (await scaling()).desiredReplicas > before;
    const grown = await pollUntil('more replicas', 120 * SECOND, grew).then(
      () => true,
      () => false,
    );
    const duration = seconds(began);
    const { desiredReplicas: after, currentMetrics = [], conditions = [] } = await scaling();
    const result = await load.stop();
    const utilization = currentMetrics.map(({ resource }) => `${resource?.current.averageUtilization ?? '?'} %`);
    const problems = conditions.filter(({ status }) => status !== 'True').map(({ message }) => message);
    return {
      ok: grown,
      detail: [
        `${before} to ${after} replicas of the gateway after ${duration}, ${describeLoad(result)}`,
        ...(grown ? [] : [`CPU ${utilization.join(', ') || 'unknown'}`, ...problems]),
      ].join('; '),
    };
  },
};
