import type { BatchHandler, BusMessage } from '@porchlight/bus';
import { type Change, decodeChange, emailActivityCounted, planStepDue } from '@porchlight/contracts';
import { mapBounded } from '@porchlight/runtime';
import { systemCall, type StoreCall } from '@porchlight/store';
import type { EmailActivity, EmailActivityUpdate } from './campaign-activity';
import { runPlanStep, type PlanTargets } from './run-plan-step';

/** What facts of marketing change. */
export interface FollowedMarketing extends PlanTargets {
  readonly emailActivity: EmailActivity;
}

const CONCURRENCY = 8;

const parseDate = (text: string | null | undefined): Date | undefined => (text ? new Date(text) : undefined);

/** Work for one person. That of one person runs in order; that of different people concurrently. */
interface KeyedWork {
  readonly key: string;
  readonly run: () => Promise<void>;
}

/**
 * Consumes the facts of marketing: due plan steps and email activity (decisions section 6). All handlers are
 * idempotent; activity is absolute, and only a newer one is stored.
 */
export const followMarketing =
  (followed: FollowedMarketing): BatchHandler =>
  async (batch, { signal }) => {
    await storeEmailActivity(followed, batch, signal);
    const work = Map.groupBy(
      batch.flatMap((message) => listWork(followed, message, signal)),
      ({ key }) => key,
    );
    await mapBounded([...work.values()], CONCURRENCY, async (ordered) => {
      for (const job of ordered) {
        signal.throwIfAborted();
        await job.run();
      }
    });
  };

/**
 * Stores the email activity of all messages in one step, the newest per person. Activity of a deleted or merged person
 * is dropped; marketing publishes the activity of the survivor itself.
 */
const storeEmailActivity = async (
  { emailActivity }: Pick<FollowedMarketing, 'emailActivity'>,
  batch: readonly BusMessage[],
  signal: AbortSignal,
): Promise<void> => {
  const newest = new Map<number, Map<number, EmailActivityUpdate>>();
  for (const message of batch) {
    if (message.type !== emailActivityCounted.type) continue;
    const change = decodeChange(message.value);
    const { accountId } = change;
    const people = newest.get(accountId) ?? new Map<number, EmailActivityUpdate>();
    newest.set(accountId, people);
    for (const { lastSentEmail, lastEvent, ...one } of emailActivityCounted.parse(change).people)
      if (one.sequence > (people.get(one.personId)?.sequence ?? Number.NEGATIVE_INFINITY))
        people.set(one.personId, { ...one, lastSentEmail: parseDate(lastSentEmail), lastEvent: parseDate(lastEvent) });
  }
  for (const [accountId, people] of newest) {
    signal.throwIfAborted();
    await emailActivity.update(accountId, [...people.values()]);
  }
};

const listWork = (targets: PlanTargets, message: BusMessage, signal: AbortSignal): KeyedWork[] => {
  const read = READERS[message.type];
  if (!read) return [];
  const change = decodeChange(message.value);
  const { accountId, system, suppressOwn } = change;
  const { actor } = systemCall(accountId, signal);
  // Retains the suppression of the original call (specification: Webhooks, X-Suppress-Webhooks).
  const call: StoreCall = { actor: { ...actor, ...(system !== '' && { system }) }, signal, suppressOwn };
  return read(targets, call, change).map(({ personId, run }) => ({ key: `${accountId}:${personId}`, run }));
};

type Reader = (
  targets: PlanTargets,
  call: StoreCall,
  change: Change,
) => { readonly personId: number; readonly run: () => Promise<void> }[];

const READERS: Readonly<Record<string, Reader>> = {
  [planStepDue.type]: (targets, { actor, signal }, change) => {
    const step = planStepDue.parse(change);
    return [{ personId: step.personId, run: () => runPlanStep(targets, actor.accountId, step, signal) }];
  },
};
