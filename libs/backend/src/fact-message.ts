import { Change, type FactData, type FactDefinition } from '@porchlight/contracts';
import type { Clock, Ids } from '@porchlight/runtime';
import type { PendingChange } from '@porchlight/store';

/** The content of a fact. */
export interface FactContent<T extends FactData> {
  readonly accountId: number;
  /** The actor; default: the service itself. */
  readonly userId?: number;
  /** The name of the actor's system. */
  readonly system?: string;
  /** The records that the fact is about; the audit log names them. */
  readonly ids?: readonly number[];
  readonly data: T;
}

/** Creates the message of a fact with a new id. It is not stored: the publisher must repeat it until it succeeds. */
export const createFactMessage = <T extends FactData>(
  { clock, ids }: { readonly clock: Pick<Clock, 'date'>; readonly ids: Pick<Ids, 'eventId'> },
  { service, resource, name, type }: FactDefinition<T>,
  { accountId, userId = 0, system = '', ids: records = [], data }: FactContent<T>,
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
    ids: [...records],
    webhookEvents: [],
    actorUserId: userId,
    system,
    changed: [],
    record: Buffer.alloc(0),
    suppressOwn: false,
    dataJson: JSON.stringify(data),
    batchId: '',
  }).finish();
  return { accountId, eventId, type, occurred, value };
};
