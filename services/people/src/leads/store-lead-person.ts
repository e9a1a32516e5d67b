import { isRefusal } from '@porchlight/errors';
import { createBatcher, FailedItem } from '@porchlight/runtime';
import type { StoreCall } from '@porchlight/store';
import { createFromLead } from './create-from-lead';
import { findTargets } from './find-lead-person';
import type { LeadIntake } from './lead-parts';
import type { Outcome, WaitingLead } from './lead-work';
import { mergeInto } from './merge-into-person';

/** The call with another deadline. Its parts may be computed, so that a spread would not copy them. */
const withSignal = (
  { actor, suppressOwn, batchId, cause, idempotency }: StoreCall,
  signal: AbortSignal,
): StoreCall => ({
  actor,
  signal,
  idempotency,
  ...(suppressOwn !== undefined && { suppressOwn }),
  ...(batchId !== undefined && { batchId }),
  ...(cause !== undefined && { cause }),
});

/** Stores the person of a lead. */
export type StorePerson = (waiting: WaitingLead) => Promise<Outcome>;

/** The person after the leads were merged, for each lead; leads of one key. */
const storePeople = async (
  intake: LeadIntake,
  waiting: readonly WaitingLead[],
  signal: AbortSignal,
): Promise<(Outcome | FailedItem)[]> => {
  const [first, ...others] = waiting;
  if (!first) return [];
  const call = signal === first.call.signal ? first.call : withSignal(first.call, signal);
  const matches = await findTargets(intake, call, first.work);
  if (matches.length > 0) return mergeInto(intake, call, waiting, matches);
  // A create whose outcome is unknown is not tried again here: the person would look like a known one.
  const created = await createFromLead(intake, call, first.work).catch((error: unknown) => new FailedItem(error));
  return [created, ...(await storeTogether(intake, others, signal))];
};

/** Stores the leads together, or each alone if one of them is refused: no lead fails for another one. */
const storeTogether = async (
  intake: LeadIntake,
  waiting: readonly WaitingLead[],
  signal: AbortSignal,
): Promise<(Outcome | FailedItem)[]> => {
  try {
    return await storePeople(intake, waiting, signal);
  } catch (error) {
    const isRefused = isRefusal(error) && error.reason !== 'UNAVAILABLE';
    if (waiting.length === 1 || !isRefused) return waiting.map(() => new FailedItem(error));
    const outcomes: (Outcome | FailedItem)[] = [];
    for (const one of waiting) outcomes.push(...(await storeTogether(intake, [one], signal)));
    return outcomes;
  }
};

/** Leads that share a write of their person. */
const MAX_TOGETHER = 64;
/** Longest run of such a write, ms; the deadline of a single lead is that of its call. */
const WRITE_TIMEOUT_MS = 10_000;

/**
 * Leads with equal contacts from one sender, such as of a form that is sent 50 times, wait for each other; those that
 * wait share one lookup and one write of the person. A mutex keeps leads with other contacts of the person apart.
 */
export const sharePersonWrites = (intake: LeadIntake): StorePerson => {
  const batcher = createBatcher<WaitingLead, Outcome>({
    maxItems: MAX_TOGETHER,
    keyOf: formatWriteKey,
    run: (waiting) => {
      const { call, work } = waiting[0]!;
      const signal = waiting.length === 1 ? call.signal : AbortSignal.timeout(WRITE_TIMEOUT_MS);
      return intake.mutex.run(work.keys, signal, () => storeTogether(intake, waiting, signal));
    },
  });
  return async (waiting) => {
    const { call, work } = waiting;
    if (work.keys.length > 0) return batcher.add(waiting, call.signal);
    // It identifies no person: no other lead is about the same one.
    const [outcome] = await storeTogether(intake, [waiting], call.signal);
    if (outcome instanceof FailedItem) throw outcome.error;
    return outcome!;
  };
};

/** Leads with the same key are of one sender and find the same people. */
const formatWriteKey = ({ call: { actor, suppressOwn, batchId, cause }, work: { lead } }: WaitingLead): string => {
  const { emails, phones, firstName, lastName } = lead.person;
  const contacts = [emails.map(({ value }) => value), phones.map(({ value }) => value), firstName, lastName];
  const isOptOut = lead.type === 'Unsubscribed';
  return JSON.stringify([actor, suppressOwn, batchId, cause, lead.personId, isOptOut, contacts]);
};
