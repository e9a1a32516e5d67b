import { Change } from '@porchlight/contracts';
import type { Clock, Ids } from '@porchlight/runtime';
import type { PendingChange } from '@porchlight/store';

/** A fact: a message to other services that is not a write of a record (docs/architecture.md). */
export interface Fact {
  readonly accountId: number;
  readonly service: string;
  readonly resource: string;
  /** Name of the event, one word; with service and resource it forms the type of the message. */
  readonly name: string;
  /** The actor; default: the service itself. */
  readonly userId?: number;
  readonly data: object;
}

/** Creates the message of a fact with a new id. It is not stored: the publisher must repeat it until it succeeds. */
export const createFactMessage = (
  { clock, ids }: { readonly clock: Pick<Clock, 'date'>; readonly ids: Pick<Ids, 'eventId'> },
  { accountId, service, resource, name, userId = 0, data }: Fact,
): PendingChange => {
  const eventId = ids.eventId();
  const occurred = clock.date();
  const value = Change.encode({
    eventId,
    accountId,
    occurred,
    service,
    resource,
    verb: name,
    ids: [],
    webhookEvents: [],
    actorUserId: userId,
    system: '',
    changed: [],
    record: Buffer.alloc(0),
    suppressOwn: false,
    dataJson: JSON.stringify(data),
    batchId: '',
  }).finish();
  return { accountId, eventId, type: `${service}.${resource}.${name}`, occurred, value };
};
