import { systemCall } from '@porchlight/store';
import type { EventBatch } from './event-batch';
import type { EventParts } from './event-parts';
import type { StoredEvent } from './stored-event';

/** This number of `bounced` in a row suppresses an address (D13.4). */
const IN_A_ROW = 3;
/** Events of one address that are read. */
const MAX_EVENTS = 5_000;

/** Events that decide whether mails arrive. Others, such as soft-bounce, neither count nor end a row. */
const DECIDING = ['bounced', 'delivered', 'open', 'click'];

type Dated = Pick<StoredEvent, 'type' | 'occurred'>;

/** True if `IN_A_ROW` events in a row are `bounced`, in the order in which they occurred. */
const bouncesInARow = (events: readonly Dated[]): boolean => {
  let row = 0;
  const inOrder = events.toSorted((a, b) => a.occurred.getTime() - b.occurred.getTime());
  return inOrder.some(({ type }) => (row = type === 'bounced' ? row + 1 : 0) === IN_A_ROW);
};

/** Suppresses the addresses that bounced three times in a row. Events before the last opt-in do not count. */
export const suppressBounced = async (
  { ledger, suppressed, optIns, hashAddress }: EventParts,
  { accountId, kind, userId, system, suppressOwn }: EventBatch,
  ofBatch: readonly StoredEvent[],
  signal: AbortSignal,
): Promise<void> => {
  if (kind !== 'recorded') return;
  const bounced = new Map(
    ofBatch
      .filter(({ type, recipient }) => type === 'bounced' && recipient !== '')
      .map(({ personId, recipient }) => [recipient, personId]),
  );
  if (bounced.size === 0) return;
  const hashes = new Map([...bounced.keys()].map((address) => [address, hashAddress(accountId, address)]));
  const optedIn = await optIns.find(accountId, [...hashes.values()]);
  const failing: string[] = [];
  for (const [address, personId] of bounced) {
    signal.throwIfAborted();
    const events = await ledger.ofRecipient(accountId, personId, { recipient: address, types: DECIDING }, MAX_EVENTS);
    const since = optedIn.get(hashes.get(address)!);
    if (bouncesInARow(events.filter(({ created }) => !since || created > since))) failing.push(address);
  }
  const { actor } = systemCall(accountId, signal);
  await suppressed.suppress(
    { actor: { ...actor, userId, ...(system !== '' && { system }) }, signal, suppressOwn },
    failing.map((address) => ({ address, reason: 'bounced', source: 'emEvent' })),
  );
};
