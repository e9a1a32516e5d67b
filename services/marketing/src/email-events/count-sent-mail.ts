import { createFactMessage } from '@porchlight/backend';
import { emailActivityCounted } from '@porchlight/contracts';
import { activityEntry } from './activity-entry';
import { NOTHING_SETTLED } from './event-batch';
import type { EventParts } from './event-parts';

/** A sent mail of an action plan. */
interface SentPlanMail {
  readonly _id: string;
  readonly accountId: number;
  readonly personId: number;
  /** When it was sent. */
  readonly at?: Date;
}

/**
 * Sorts behind every batch of email events: a sum stores the id of a plan's mail permanently, so that a repeat at any
 * time counts once.
 */
const formatBatchId = (id: string): string => `~plan:${id}`;

/**
 * Counts a sent mail of its person, once, and publishes the count to the people service (decisions section 6: emails
 * sent).
 */
export const countSentMail = async (
  { ledger, publish, ids, clock }: Pick<EventParts, 'ledger' | 'publish' | 'ids' | 'clock'>,
  { _id, accountId, personId, at }: SentPlanMail,
): Promise<void> => {
  const last = at ?? clock.date();
  await ledger.addSent(
    accountId,
    [formatBatchId(_id)],
    new Map([[personId, { by: 1, last, events: 1, lastEvent: last }]]),
    NOTHING_SETTLED,
  );
  const sums = await ledger.sentTo(accountId, [personId]);
  const people = sums.map(activityEntry);
  await publish([createFactMessage({ ids, clock }, emailActivityCounted, { accountId, data: { people } })]);
};
