import type { BusMessage } from '@porchlight/bus';
import { type Change, decodeChange, webhookFailing } from '@porchlight/contracts';

/** Facts that are webhook events too: without their data, which only their system may read (D13.8). */
const FACT_EVENTS: ReadonlyMap<string, string> = new Map([[webhookFailing.type, 'webhookFailing']]);

/** A message that is not a change fails its batch; the bus then isolates and dead-letters it. */
const decode = ({ key, id, value }: BusMessage): Change => {
  const change = decodeChange(value);
  if (change.eventId === '' || change.accountId <= 0 || String(change.accountId) !== key)
    throw new Error(`Message ${id} is no change.`);
  // Validated here, it is dead-lettered; later it would fail every attempt.
  if (change.dataJson !== '') JSON.parse(change.dataJson);
  return change;
};

/** The change of a message, with the webhook events that it fires. Throws for a message that is no change. */
export const readFiringChange = (message: BusMessage): Change => {
  const change = decode(message);
  const event = FACT_EVENTS.get(message.type);
  return event === undefined ? change : { ...change, webhookEvents: [event], dataJson: '' };
};
