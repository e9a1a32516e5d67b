import { createFactMessage } from '@porchlight/backend';
import { type DueStep, planStepDue } from '@porchlight/contracts';
import { unlessGone } from '@porchlight/errors';
import { mapBounded } from '@porchlight/runtime';
import { systemCall } from '@porchlight/store';
import { computeDueAt, paused, formatStepId, computeWakeAt, type AppliedPlanDocument } from './applied-plan';
import type { StoredStep } from './plan-steps';
import type { PlanMail } from './plan-mails';
import type { PlanParts } from './plan-parts';
import type { PlanMove } from './plan-schedule';
import { publishInParts } from './publish-in-parts';
import { formatAttemptId } from './step-attempts';
import { createStepEngine } from './step-engine';

export interface StepRunnerParts extends PlanParts {
  /** Notified when mails are waiting. */
  readonly mailsWait: () => void;
}

/** Steps of one applied plan per round; the rest follows at once. */
const STEPS_AT_ONCE = 20;
const CONCURRENCY = 32;

/** The due steps of an applied plan: `next` up to `end`. */
interface Due {
  readonly plan: AppliedPlanDocument;
  readonly end: number;
}

/**
 * Runs the due steps of applied plans (decisions section 6). Replicas share the work by leases. A step is published
 * before the plan advances: after a crash it is published again with the same id, and the consumer runs it once. No
 * step is skipped, and steps of one plan are published in order. A plan that fails by itself does not delay others.
 */
export const createStepRunner = (ports: StepRunnerParts) =>
  createStepEngine({
    ...ports,
    leases: ports.schedule,
    moveOn: (leased, token, signal) => moveOn(ports, leased, token, signal),
    failures: ports.metrics.counter(
      'plan_steps_failed_total',
      'Times that an applied plan could not be moved on, by a fault of its own.',
    ),
    events: { record: 'plan_step.failed', poll: 'plan_steps.failed' },
    noun: 'an applied plan',
    idField: 'appliedPlanId',
    intervalMs: ports.planIntervalMs,
  });

/** Publishes the due steps of leased plans and advances the plans. */
const moveOn = async (
  ports: StepRunnerParts,
  leased: readonly AppliedPlanDocument[],
  token: string,
  signal: AbortSignal,
): Promise<void> => {
  const { schedule, clock } = ports;
  const active = await loadActive(ports, leased);
  await mapBounded(
    leased.filter((plan) => !active.has(plan)),
    CONCURRENCY,
    (plan) => pausePlan(ports, plan, signal),
  );
  const now = clock.now();
  const due = leased.filter((plan) => active.has(plan)).map((plan): Due => ({ plan, end: findEnd(plan, now) }));
  await publishDue(ports, due);
  await schedule.move(due.flatMap(buildMove), token);
  const done = due.filter(({ plan, end }) => end >= plan.steps.length);
  await schedule.complete(
    done.map(({ plan }) => plan._id),
    clock.date(),
    token,
  );
};

/** The applied plans whose plan is not deleted. */
const loadActive = async ({ directory }: StepRunnerParts, leased: readonly AppliedPlanDocument[]) => {
  const byAccount = [...Map.groupBy(leased, ({ accountId }) => accountId)];
  const active = await mapBounded(byAccount, CONCURRENCY, async ([accountId, plans]) => {
    const ids = await directory.areActive(
      accountId,
      plans.map(({ actionPlanId }) => actionPlanId),
    );
    return plans.filter(({ actionPlanId }) => ids.has(actionPlanId));
  });
  return new Set(active.flat());
};

/** The first step that is not done now. */
const findEnd = (plan: AppliedPlanDocument, now: number): number => {
  let end = plan.next;
  while (end < plan.steps.length && end - plan.next < STEPS_AT_ONCE && computeDueAt(plan, end) <= now) end++;
  return end;
};

/** After the last step the plan is completed. */
const buildMove = ({ plan, end }: Due): PlanMove[] => {
  const wakeAt = computeWakeAt(plan, end);
  return wakeAt ? [{ _id: plan._id, next: end, wakeAt }] : [];
};

const pausePlan = async ({ applied, clock }: StepRunnerParts, plan: AppliedPlanDocument, signal: AbortSignal) => {
  await unlessGone(
    applied.modify(systemCall(plan.accountId, signal), plan.id, (before) => paused(before, clock.date())),
  );
};

/** Stores mails and publishes all other steps. The steps of one plan version are in memory at a time (hardening C3). */
const publishDue = async (ports: StepRunnerParts, due: readonly Due[]): Promise<void> => {
  const mails: PlanMail[] = [];
  const now = ports.clock.date();
  for (const { plan, end } of due)
    for (let index = plan.next; index < end; index++) mails.push(...(buildMail(plan, index, now) ?? []));
  if (mails.length > 0) {
    await ports.mails.add(mails);
    ports.mailsWait();
  }
  for (const same of Map.groupBy(due, ({ plan }) => plan.stepsKey ?? `inline:${plan._id}`).values())
    await publishSteps(ports, same);
};

/** Publishes the due steps of applied plans of one version, in bounded parts. */
const publishSteps = async (ports: StepRunnerParts, same: readonly Due[]): Promise<void> => {
  const isWork = ({ plan, end }: Due): boolean => plan.steps.slice(plan.next, end).some((step) => !isMail(step));
  const working = same.filter(isWork);
  if (working.length === 0) return;
  const { stepsKey, steps: inline } = working[0]!.plan;
  const steps = stepsKey === undefined ? inline : await ports.versions.load(stepsKey);
  if (!steps) throw new Error(`The steps ${stepsKey} of an applied plan are gone.`);
  const published = publishInParts(ports.publish);
  for (const { plan, end } of working)
    for (let index = plan.next; index < end; index++) {
      const step = steps[index];
      if (!step || isMail(step)) continue;
      await published.add(buildStepChange(ports, plan, index, step));
    }
  await published.flush();
};

/** Whether a step sends a mail. */
export const isMail = ({ type, templateId }: Pick<StoredStep, 'type' | 'templateId'>): boolean =>
  type === 'sendEmail' && templateId !== undefined;

const buildMail = (plan: AppliedPlanDocument, index: number, now: Date): PlanMail[] | undefined => {
  const { templateId, type } = plan.steps[index] ?? {};
  if (type !== 'sendEmail' || templateId === undefined) return undefined;
  const { accountId, personId, id: appliedPlanId, userId } = plan;
  const subject = { accountId, personId, appliedPlanId, templateId, userId };
  return [{ _id: formatStepId(plan, index), ...subject, state: 'Waiting', tries: 0, wakeAt: now }];
};

/** The fact that a step is due; the people service runs it. */
export const buildStepChange = (
  ports: Pick<PlanParts, 'clock' | 'ids'>,
  plan: AppliedPlanDocument,
  index: number,
  step: StoredStep,
  attempt = 0,
) => {
  const { accountId, personId, actionPlanId, id: appliedPlanId, userId } = plan;
  const { delay: _delay, templateId: _templateId, ...work } = step;
  const type = work.type as DueStep['type'];
  const stepId = formatAttemptId(formatStepId(plan, index), attempt);
  const data = { ...work, type, stepId, personId, actionPlanId, appliedPlanId, userId };
  return createFactMessage(ports, planStepDue, { accountId, userId, data });
};
