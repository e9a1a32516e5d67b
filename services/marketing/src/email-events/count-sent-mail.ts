import { createFactMessage } from '@porchlight/backend';
import { emailActivityCounted } from '@porchlight/contracts';
import { NOTHING_SETTLED } from './event-batch';
import { activityEntry } from './publish-batch';
import type { EventPorts } from './event-ports';

/** A sent mail of an action plan. */
export interface SentPlanMail {
  readonly _id: string;
  readonly accountId: number;
  readonly personId: number;
  /** When it was sent. */
  readonly at?: Date;
}

/**
 * Sorts behind every batch of email events: a sum remembers a plan's mail for ever, so that it counts once whenever it
 * comes again.
 */
const formatBatchId = (id: string): string => `~plan:${id}`;

/**
 * Counts a sent mail of its person, once, and publishes the count to the people service (decisions section 6: emails
 * sent).
 */
export const countSentMail = async (
  { ledger, publish, ids, clock }: Pick<EventPorts, 'ledger' | 'publish' | 'ids' | 'clock'>,
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
