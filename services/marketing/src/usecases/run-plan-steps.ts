import { factOf } from '@porchlight/backend';
import { isTransient } from '@porchlight/bus';
import type { AppliedPlan } from '@porchlight/contracts';
import { unlessGone } from '@porchlight/errors';
import {
  createPollLoop,
  mapBounded,
  type Clock,
  type Ids,
  type Logger,
  type Metrics,
  type PollLoop,
} from '@porchlight/runtime';
import { systemCall, type PendingChange, type ResourceStore } from '@porchlight/store';
import type { PlanDirectory, PlanMail, PlanMails, PlanMove, PlanSchedule, PlanVersions } from '../ports';
import { dueOf, paused, stepIdOf, wakeOf, type AppliedPlanDocument } from '../rules/applied-plan';
import type { StoredStep } from '../rules/plan-steps';

export interface StepRunnerPorts {
  readonly schedule: PlanSchedule;
  readonly directory: Pick<PlanDirectory, 'areActive'>;
  readonly applied: Pick<ResourceStore<AppliedPlan, AppliedPlanDocument>, 'modify'>;
  readonly versions: Pick<PlanVersions, 'load'>;
  readonly mails: Pick<PlanMails, 'add'>;
  readonly publish: (changes: readonly PendingChange[]) => Promise<void>;
  /** Told when mails wait to be sent. */
  readonly mailsWait: () => void;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Pick<Logger, 'warn'>;
  readonly metrics: Metrics;
  /** Longest pause between two looks, ms. */
  readonly intervalMs: number;
}

/** The worker that carries out steps of plans when they are due. */
export interface StepRunner extends PollLoop {
  /** One look: does what is due, up to a bound. How many applied plans were moved on. */
  look(signal: AbortSignal): Promise<number>;
}

/** Applied plans taken at a time. */
const BATCH = 500;
/** Steps of one applied plan done at a time; the rest follows at once. */
const STEPS_AT_ONCE = 20;
/** Steps in one publish. */
const PUBLISHED_AT_ONCE = 200;
/** Bytes of changes that are in memory at a time, the last one excluded; also the size of one publish. */
const PUBLISHED_BYTES = 1_048_576;
const CONCURRENCY = 32;
/**
 * Well above what a batch takes; so long, plans that a killed process had taken wait. Whoever is slower than that has
 * its steps told a second time, under the same ids.
 */
export const STEP_LEASE_MS = 20_000;
/** What could not be done is tried again after this time, ms. */
const AGAIN_MS = 5_000;
/** An applied plan that fails by itself waits twice as long each time, at most this, ms. */
const LONGEST_MS = 3_600_000;
const TOKEN_BYTES = 9;

/** What is due of an applied plan: steps `next` up to `end`. */
interface Due {
  readonly plan: AppliedPlanDocument;
  readonly end: number;
}

/**
 * Does the steps of applied plans when they are due (decisions section 6). Replicas share the work by leases. A step is
 * told first and moved on from afterwards: whatever is killed when, it is told again under the same id, and whoever
 * carries it out does so once; none is skipped, and those of one plan are told in order. One that fails by itself holds
 * up no other.
 */
export const createStepRunner = (ports: StepRunnerPorts): StepRunner => {
  const { schedule, clock, logger } = ports;
  const failed = ports.metrics.counter(
    'plan_steps_failed_total',
    'Times that an applied plan could not be moved on, by a fault of its own.',
  );

  const setAside = async (plan: AppliedPlanDocument, token: string, error: unknown): Promise<void> => {
    const { accountId, id: appliedPlanId, next: step } = plan;
    const tries = (plan.failed?.step === step ? plan.failed.tries : 0) + 1;
    const wakeAt = new Date(clock.now() + Math.min(AGAIN_MS * 2 ** (tries - 1), LONGEST_MS));
    failed.inc();
    logger.warn(
      { event: 'plan_step.failed', accountId, appliedPlanId, step, tries, wakeAt, err: error },
      'an applied plan could not be moved on; trying again later',
    );
    await schedule.setAside(plan._id, { step, tries }, wakeAt, token);
  };

  /**
   * By halves where they fail and nothing is away, until the one that fails is alone. Throws what is no fault of
   * theirs.
   */
  const carryOut = async (plans: readonly AppliedPlanDocument[], token: string, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    try {
      await moveOn(ports, plans, token, signal);
    } catch (error) {
      if (isTransient(error) || signal.aborted) throw error;
      if (plans.length === 1) return setAside(plans[0]!, token, error);
      const half = plans.length >> 1;
      await carryOut(plans.slice(0, half), token, signal);
      await carryOut(plans.slice(half), token, signal);
    }
  };

  const look = async (signal: AbortSignal): Promise<number> => {
    const waking = await schedule.due(clock.date(), BATCH);
    if (waking.length === 0) return 0;
    const token = ports.ids.random(TOKEN_BYTES).toString('base64url');
    const leased = await schedule.lease(waking, new Date(clock.now() + STEP_LEASE_MS), token);
    try {
      if (leased.length > 0) await carryOut(leased, token, signal);
    } catch (error) {
      const again = new Date(clock.now() + AGAIN_MS);
      // Should this fail, the lease ends.
      await schedule
        .move(
          leased.map(({ _id, next }) => ({ _id, next, wakeAt: again })),
          token,
        )
        .catch(() => undefined);
      throw error;
    }
    return leased.length;
  };

  const loop = createPollLoop({
    look: async (signal) => (await look(signal)) > 0,
    intervalMs: ports.intervalMs,
    failed: (error, failures) =>
      logger.warn(
        { event: 'plan_steps.failed', failures, err: error },
        'steps of action plans could not be done; trying again',
      ),
  });
  return { ...loop, look };
};

/** Tells what is due of those that are leased, and moves them on. */
const moveOn = async (
  ports: StepRunnerPorts,
  leased: readonly AppliedPlanDocument[],
  token: string,
  signal: AbortSignal,
): Promise<void> => {
  const { schedule, clock } = ports;
  const active = await activeOf(ports, leased);
  await mapBounded(
    leased.filter((plan) => !active.has(plan)),
    CONCURRENCY,
    (plan) => pausePlan(ports, plan, signal),
  );
  const now = clock.now();
  const due = leased.filter((plan) => active.has(plan)).map((plan): Due => ({ plan, end: endOf(plan, now) }));
  await tell(ports, due);
  await schedule.move(due.flatMap(moveOf), token);
  const done = due.filter(({ plan, end }) => end >= plan.steps.length);
  await schedule.complete(
    done.map(({ plan }) => plan._id),
    clock.date(),
    token,
  );
};

/** Of the applied plans those whose plan is not deleted. */
const activeOf = async (
  { directory }: StepRunnerPorts,
  leased: readonly AppliedPlanDocument[],
): Promise<Set<AppliedPlanDocument>> => {
  const byAccount = new Map<number, AppliedPlanDocument[]>();
  for (const plan of leased) byAccount.set(plan.accountId, [...(byAccount.get(plan.accountId) ?? []), plan]);
  const active = await mapBounded([...byAccount], CONCURRENCY, async ([accountId, plans]) => {
    const ids = await directory.areActive(
      accountId,
      plans.map(({ actionPlanId }) => actionPlanId),
    );
    return plans.filter(({ actionPlanId }) => ids.has(actionPlanId));
  });
  return new Set(active.flat());
};

/** The first step that is not done now. */
const endOf = (plan: AppliedPlanDocument, now: number): number => {
  let end = plan.next;
  while (end < plan.steps.length && end - plan.next < STEPS_AT_ONCE && dueOf(plan, end) <= now) end++;
  return end;
};

/** Behind the last step there is nowhere to move to: it is completed. */
const moveOf = ({ plan, end }: Due): PlanMove[] => {
  const wakeAt = wakeOf(plan, end);
  return wakeAt ? [{ _id: plan._id, next: end, wakeAt }] : [];
};

const pausePlan = async (
  { applied, clock }: StepRunnerPorts,
  plan: AppliedPlanDocument,
  signal: AbortSignal,
): Promise<void> => {
  await unlessGone(
    applied.modify(systemCall(plan.accountId, signal), plan.id, (before) => paused(before, clock.date())),
  );
};

/** Stores mails and publishes all other steps. The steps of one plan version are in memory at a time (hardening C3). */
const tell = async (ports: StepRunnerPorts, due: readonly Due[]): Promise<void> => {
  const mails: PlanMail[] = [];
  const now = ports.clock.date();
  for (const { plan, end } of due)
    for (let index = plan.next; index < end; index++) mails.push(...(mailOf(plan, index, now) ?? []));
  if (mails.length > 0) {
    await ports.mails.add(mails);
    ports.mailsWait();
  }
  for (const same of Map.groupBy(due, ({ plan }) => plan.stepsKey ?? `inline:${plan._id}`).values())
    await publishSteps(ports, same);
};

/** Publishes the due steps of applied plans of one version, in bounded parts. */
const publishSteps = async (ports: StepRunnerPorts, same: readonly Due[]): Promise<void> => {
  const isWork = ({ plan, end }: Due): boolean => plan.steps.slice(plan.next, end).some((step) => !isMail(step));
  const working = same.filter(isWork);
  if (working.length === 0) return;
  const { stepsKey, steps: inline } = working[0]!.plan;
  const steps = stepsKey === undefined ? inline : await ports.versions.load(stepsKey);
  if (!steps) throw new Error(`The steps ${stepsKey} of an applied plan are gone.`);
  let part: PendingChange[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    if (part.length > 0) await ports.publish(part);
    [part, bytes] = [[], 0];
  };
  for (const { plan, end } of working)
    for (let index = plan.next; index < end; index++) {
      const step = steps[index];
      if (!step || isMail(step)) continue;
      const change = changeOf(ports, plan, index, step);
      part.push(change);
      bytes += change.value.byteLength;
      if (part.length >= PUBLISHED_AT_ONCE || bytes >= PUBLISHED_BYTES) await flush();
    }
  await flush();
};

const isMail = ({ type, templateId }: StoredStep): boolean => type === 'sendEmail' && templateId !== undefined;

const mailOf = (plan: AppliedPlanDocument, index: number, now: Date): PlanMail[] | undefined => {
  const { templateId, type } = plan.steps[index] ?? {};
  if (type !== 'sendEmail' || templateId === undefined) return undefined;
  const { accountId, personId, id: appliedPlanId, userId } = plan;
  const whose = { accountId, personId, appliedPlanId, templateId, userId };
  return [{ _id: stepIdOf(plan, index), ...whose, state: 'Waiting', tries: 0, wakeAt: now }];
};

/** The fact that a step is due, for people to carry out. */
const changeOf = (
  ports: StepRunnerPorts,
  plan: AppliedPlanDocument,
  index: number,
  step: StoredStep,
): PendingChange => {
  const { accountId, personId, actionPlanId, id: appliedPlanId, userId } = plan;
  const { delay: _delay, ...work } = step;
  const data = { stepId: stepIdOf(plan, index), personId, actionPlanId, appliedPlanId, userId, ...work };
  return factOf(ports, { accountId, service: 'marketing', resource: 'planSteps', name: 'due', userId, data });
};
