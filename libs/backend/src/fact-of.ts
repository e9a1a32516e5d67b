import { Change } from '@porchlight/contracts';
import type { Clock, Ids } from '@porchlight/runtime';
import type { PendingChange } from '@porchlight/store';

/** What one service tells others that is no write of a record (docs/architecture.md, Facts). */
export interface Fact {
  readonly accountId: number;
  readonly service: string;
  readonly resource: string;
  /** What happened, in a word; with service and resource it makes the type of the message. */
  readonly name: string;
  /** On whose behalf; the service's own unless told. */
  readonly userId?: number;
  readonly data: object;
}

/**
 * A fact as it goes on the bus, under a new id. Nothing remembers it: whoever publishes it repeats it until it is out.
 */
export const factOf = (
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
