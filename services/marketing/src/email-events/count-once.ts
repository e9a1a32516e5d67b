import { createFactMessage } from '@porchlight/backend';
import { emailActivityCounted } from '@porchlight/contracts';
import { mapBounded, MINUTE_MS } from '@porchlight/runtime';
import { activityEntry } from './activity-entry';
import { NOTHING_SETTLED } from './event-batch';
import type { EventParts } from './event-parts';
import { startOfMinute, type RecordedMail } from './recorded-mails';
import type { StoredEvent } from './stored-event';

const CONCURRENCY = 8;

const formatMinuteKey = (personId: number, recipient: string | undefined, at: Date): string =>
  `${personId}|${recipient}|${startOfMinute(at)}`;

/**
 * Takes these events out of the sums of their people, each once however often it is called: the sum stores the key of
 * the event permanently. The number of events grows, so that the new sum is a newer one.
 */
const exclude = ({ ledger }: Pick<EventParts, 'ledger'>, events: readonly StoredEvent[]): Promise<unknown> =>
  mapBounded(events, CONCURRENCY, ({ _id, accountId, personId, occurred }) =>
    ledger.addSent(
      accountId,
      [`~once:${_id}`],
      new Map([[personId, { by: -1, last: undefined, events: 1, lastEvent: occurred }]]),
      NOTHING_SETTLED,
    ),
  );

/**
 * A delivered event whose recipient and minute equal those of a recorded plan mail counts once (D12.7). Whichever of
 * the two is stored later finds the other: the caller stored these events before.
 */
export const excludeRecorded = async (
  { ledger, recordedMails }: Pick<EventParts, 'ledger' | 'recordedMails'>,
  accountId: number,
  events: readonly StoredEvent[],
): Promise<void> => {
  const delivered = events.filter(({ type }) => type === 'delivered');
  if (delivered.length === 0) return;
  const mails = await recordedMails.around(
    accountId,
    delivered.map(({ personId }) => personId),
    delivered.map(({ occurred }) => occurred),
  );
  const keys = new Set(
    mails.flatMap(({ personId, recipient, at }) => (at ? [formatMinuteKey(personId, recipient, at)] : [])),
  );
  await exclude(
    { ledger },
    delivered.filter(({ personId, recipient, occurred }) => keys.has(formatMinuteKey(personId, recipient, occurred))),
  );
};

/** The same for a mail that was sent, after it was stored as sent. Publishes the sums of the person if they changed. */
export const countOnce = async (
  { ledger, publish, ids, clock }: Pick<EventParts, 'ledger' | 'publish' | 'ids' | 'clock'>,
  { accountId, personId, recipient, at }: RecordedMail,
): Promise<void> => {
  if (recipient === undefined || !at) return;
  const minute = startOfMinute(at);
  const events = await ledger.deliveredBetween(accountId, personId, {
    recipient,
    from: new Date(minute * MINUTE_MS),
    to: new Date((minute + 1) * MINUTE_MS),
  });
  if (events.length === 0) return;
  await exclude({ ledger }, events);
  const people = (await ledger.sentTo(accountId, [personId])).map(activityEntry);
  await publish([createFactMessage({ ids, clock }, emailActivityCounted, { accountId, data: { people } })]);
};
