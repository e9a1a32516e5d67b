import type { BatchHandler, BusMessage } from '@porchlight/bus';
import {
  type Change,
  decodeChange,
  isInquiry,
  leadReceived,
  personContacted,
  personMerged,
  planStepReassigned,
  planStepRefused,
} from '@porchlight/contracts';
import { unlessGone } from '@porchlight/errors';
import { mapBounded } from '@porchlight/runtime';
import { systemCall, type StoreCall } from '@porchlight/store';
import { paused, stepOfId, withLoggedStep, type AppliedPlanDocument } from './applied-plan';
import type { Application } from './apply-plan';
import { DECIDES_VIEWERS } from '../copies';
import type { FollowPerson, PlanParts } from './plan-parts';
import { lastAttempt } from './step-attempts';

export interface PlanChangeParts extends PlanParts {
  readonly applyLeadPlan: (call: StoreCall, what: Application & { readonly takenId: number }) => Promise<boolean>;
  readonly followPlans: FollowPerson;
}

/** Applied plans of one person. */
const MAX_APPLIED = 5_000;
const PAGE = 200;
const CONCURRENCY = 16;

interface Task {
  /** Tasks of one key are done in order. */
  readonly key: string;
  readonly run: (signal: AbortSignal) => Promise<void>;
}

/**
 * Applies changes of people and plans to applied plans. A change may arrive twice or late; the result is the same. Runs
 * after the copies of people were updated.
 */
export const followPlanChanges =
  (ports: PlanChangeParts): BatchHandler =>
  async (batch, { signal }) => {
    const created = await followCreated(ports, batch, signal);
    const queues = Map.groupBy([...created, ...batch.flatMap((one) => readTasks(ports, one))], ({ key }) => key);
    await mapBounded([...queues.values()], CONCURRENCY, async (tasks) => {
      for (const { run } of tasks) {
        signal.throwIfAborted();
        await run(signal);
      }
    });
  };

const readTasks = (ports: PlanChangeParts, { type, value }: BusMessage): Task[] => {
  const read = READERS[type];
  return read ? read(ports, decodeChange(value)) : [];
};

/** The viewers of a new person may arrive after the plans. Most people have none: one query for all of an account. */
const followCreated = async (ports: PlanChangeParts, batch: readonly BusMessage[], signal: AbortSignal) => {
  const created = batch.filter(({ type }) => type === 'people.people.created').map(({ value }) => decodeChange(value));
  const byAccount = Map.groupBy(created, ({ accountId }) => accountId);
  const tasks = await mapBounded([...byAccount], CONCURRENCY, async ([accountId, changes]) => {
    const ids = changes.flatMap((change) => change.ids);
    const plans = await ports.applied.find(systemCall(accountId, signal), { personId: { $in: ids } }, MAX_APPLIED);
    const withPlans = plans.length === MAX_APPLIED ? ids : plans.map(({ personId }) => personId);
    return follow(ports, { accountId, ids: [...new Set(withPlans)] });
  });
  return tasks.flat();
};

const follow = ({ followPlans }: PlanChangeParts, { accountId, ids }: Pick<Change, 'accountId' | 'ids'>): Task[] =>
  ids.map((personId) => ({
    key: `${accountId}:${personId}`,
    run: (signal) => followPlans(accountId, personId, signal),
  }));

const READERS: Readonly<Record<string, (ports: PlanChangeParts, change: Change) => Task[]>> = {
  [leadReceived.type]: (ports, change) => {
    const { accountId } = change;
    const { eventId, personId, isNew, type, actionPlanId, historyOnly = false } = leadReceived.parse(change);
    if (!actionPlanId || !isNew || historyOnly || !isInquiry(type)) return [];
    const run = async (signal: AbortSignal): Promise<void> => {
      const call = systemCall(accountId, signal);
      const { appliedPlanId, done } = await ports.leads.begin(
        accountId,
        eventId,
        await ports.applied.takeId(call),
        ports.clock.date(),
      );
      if (done) return;
      await ports.applyLeadPlan(call, { personId, actionPlanId, takenId: appliedPlanId });
      await ports.leads.done(accountId, eventId);
    };
    return [{ key: `${accountId}:${personId}`, run }];
  },
  [personContacted.type]: (ports, change) => {
    const { accountId, occurred } = change;
    const { personId } = personContacted.parse(change);
    const run = async (signal: AbortSignal): Promise<void> => {
      await pausePlansOf(ports, systemCall(accountId, signal), personId, occurred);
    };
    return [{ key: `${accountId}:${personId}`, run }];
  },
  'people.people.updated': (ports, change) =>
    change.changed.length > 0 && !change.changed.some((field) => DECIDES_VIEWERS.has(field))
      ? []
      : follow(ports, change),
  'people.people.deleted': follow,
  [personMerged.type]: (ports, change) => follow(ports, { ...change, ids: [personMerged.parse(change).id] }),
  [planStepRefused.type]: (ports, change) => logStep(ports, change, 'refused', planStepRefused.parse(change)),
  [planStepReassigned.type]: (ports, change) => logStep(ports, change, 'reassigned', planStepReassigned.parse(change)),
  'marketing.actionPlans.updated': (ports, { accountId, ids, changed }) =>
    !changed.includes('status')
      ? []
      : ids.map((id) => ({
          key: `${accountId}:plan:${id}`,
          run: (signal) => pauseDeleted(ports, systemCall(accountId, signal), id),
        })),
};

/** Records in the applied plan what happened to a step in the people service. */
const logStep = (
  { applied, clock }: PlanChangeParts,
  { accountId, occurred }: Change,
  log: 'refused' | 'reassigned',
  { stepId, reason }: { readonly stepId: string; readonly reason: string },
) => {
  const named = stepOfId(accountId, stepId);
  if (!named) return [];
  const entry = { step: named.step, at: occurred ?? clock.date(), reason };
  // A message about an attempt before the last one comes too late.
  const note = (before: AppliedPlanDocument): AppliedPlanDocument =>
    named.attempt < lastAttempt(before, named.step) ? before : withLoggedStep(before, log, entry);
  const run = async (signal: AbortSignal): Promise<void> =>
    void (await unlessGone(applied.modify(systemCall(accountId, signal), named.id, note, { silent: true })));
  return [{ key: `${accountId}:applied:${named.id}`, run }];
};

/**
 * Pauses the applied plans of a deleted plan, of any number of people. May be aborted and repeated: the next run skips
 * paused plans.
 */
const pauseDeleted = async (ports: PlanChangeParts, call: StoreCall, planId: number): Promise<void> => {
  const plan = await ports.plans.load(call, planId);
  if (plan?.status !== 'Deleted') return;
  let below: number | undefined;
  for (;;) {
    call.signal.throwIfAborted();
    const condition = { actionPlanId: planId, ...(below !== undefined && { id: { $gt: 0, $lt: below } }) };
    const page = await ports.applied.find(call, condition, PAGE);
    await pauseRunning(ports, call, page);
    if (page.length < PAGE) return;
    below = Math.min(...page.map(({ id }) => id));
  }
};

/** Pauses running plans; with `until` only those that were started or resumed before it. */
/** Pauses the plans of a person that ran at this time; one that was resumed later continues. */
export const pausePlansOf = async (
  parts: Pick<PlanParts, 'applied' | 'clock'>,
  call: StoreCall,
  personId: number,
  until: Date | undefined,
): Promise<void> =>
  pauseRunning(parts, call, await parts.applied.findBy(call, 'personId', personId, MAX_APPLIED), until);

const pauseRunning = async (
  { applied, clock }: Pick<PlanParts, 'applied' | 'clock'>,
  call: StoreCall,
  plans: readonly AppliedPlanDocument[],
  until?: Date,
): Promise<void> => {
  const ranBefore = ({ created, resumedAt = created }: AppliedPlanDocument): boolean =>
    until === undefined || resumedAt <= until;
  const running = plans.filter(({ status }) => status === 'Running');
  const pause = (before: AppliedPlanDocument): AppliedPlanDocument =>
    ranBefore(before) ? paused(before, clock.date()) : before;
  await mapBounded(running, CONCURRENCY, ({ id }) => unlessGone(applied.modify(call, id, pause)));
};
