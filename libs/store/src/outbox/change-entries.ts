import { Change, findPublishedMessage } from '@porchlight/contracts';
import type { Tracing } from '@porchlight/runtime';
import { getFields, type Descriptor, type Row } from '@porchlight/resource';
import type { Document, OutboxEntry, PendingChange } from '../contract/document';
import type { StoreCall } from '../contract/store-call';
import type { ExtraEvent, ResourceOptions } from '../contract/strategy';
import { isEqual } from '../writes/document-diff';
import { judgeSize, recordTooLarge } from './change-size';

export type ChangeVerb = 'created' | 'updated' | 'deleted';

/** A write with its records before and after, as callers see them. */
export interface ChangeFacts<R> {
  readonly verb: ChangeVerb;
  readonly id: number;
  readonly before?: R | undefined;
  readonly after?: R | undefined;
  /** Of a deletion: the users who could see the record; absent without visibility `viewers`. */
  readonly viewers?: readonly number[] | undefined;
  readonly extras: readonly ExtraEvent[];
  readonly occurred: Date;
}

/** An entry without its number in the write sequence. */
export type UnboundEntry = Pick<OutboxEntry, 'eventId' | 'change' | 'traceparent'>;

const UNPUBLISHED_FIELDS = new Set(['id', 'version', 'created', 'updated']);
const NONE = Buffer.alloc(0);

const changedNames = <R extends Row>(names: readonly string[], before: R, after: R): string[] =>
  names.filter((name) => !isEqual((before as Record<string, unknown>)[name], (after as Record<string, unknown>)[name]));

/**
 * Turns facts about a write into outbox entries: one for the change, one more for each extra event with data and each
 * fact. Throws RECORD_TOO_LARGE if the change would not fit into a message.
 */
export const createChangeEntries = <R extends Row, D extends Document>(
  { descriptor, encodeRecord }: ResourceOptions<R, D>,
  newEventId: () => string,
  tracing?: Tracing,
): ((call: StoreCall, facts: ChangeFacts<R>) => UnboundEntry[]) => {
  const fields = Object.entries(getFields(descriptor)).filter(([name]) => !UNPUBLISHED_FIELDS.has(name));
  const names = fields.map(([name]) => name);
  const webhookFields = new Set<string>(
    descriptor.webhooks?.updatedOn ?? fields.filter(([, field]) => field.visible).map(([name]) => name),
  );

  const eventNames = (verb: ChangeVerb, changed: readonly string[]): string[] => {
    const name = descriptor.webhooks?.[verb];
    if (name === undefined || (verb === 'updated' && !changed.some((field) => webhookFields.has(field)))) return [];
    return [name];
  };

  const published = findPublishedMessage(descriptor);
  const encodePublished = published && ((record: R): Uint8Array => published.encode(record).finish());
  const encodeShared = encodeRecord ?? encodePublished;

  return (call, { verb, id, before, after, viewers, extras, occurred }) => {
    const changed = verb === 'updated' ? changedNames(names, before as R, after as R) : [];
    const plain = extras.filter((extra) => extra.data === undefined && !extra.internal).map((extra) => extra.name);
    const ownEntry = extras.filter((extra) => extra.data !== undefined || extra.internal);
    const span = tracing?.current();
    const encode = (record: R): Buffer => (encodeShared ? Buffer.from(encodeShared(record)) : NONE);
    /** Encodes a change; throws RECORD_TOO_LARGE before anything is written. */
    const encodeChange = (change: Change): Uint8Array => {
      const encoded = Change.encode(change).finish();
      const { record, dataJson } = change;
      const grownBy = (): number => (dataJson !== '' || !before ? Infinity : record.length - encode(before).length);
      const verdict = judgeSize(encoded.byteLength, grownBy);
      if (verdict === 'refused') throw recordTooLarge(encoded.byteLength, after ?? {});
      return verdict === 'fits' ? encoded : Change.encode({ ...change, record: NONE, recordOmitted: true }).finish();
    };
    const entry = (
      webhookEvents: string[],
      record: Buffer,
      dataJson: string,
      publishedVerb: string = verb,
      ids: readonly number[] = [id],
    ): UnboundEntry => {
      const eventId = newEventId();
      const change = encodeChange({
        eventId,
        accountId: call.actor.accountId,
        occurred,
        service: descriptor.service,
        resource: descriptor.resource,
        verb: publishedVerb,
        ids: [...ids],
        webhookEvents,
        actorUserId: call.actor.userId,
        system: call.actor.system ?? '',
        changed,
        record,
        suppressOwn: call.suppressOwn ?? false,
        dataJson,
        batchId: call.batchId ?? '',
        ...(call.cause !== undefined && { cause: call.cause }),
        ...(viewers && { viewers: { userIds: [...viewers] } }),
      });
      return span === undefined ? { eventId, change } : { eventId, change, traceparent: span.traceparent };
    };
    const entries: UnboundEntry[] = [];
    // An update without a visible change is not published.
    if (verb !== 'updated' || changed.length > 0 || plain.length > 0)
      entries.push(entry([...eventNames(verb, changed), ...plain], after ? encode(after) : NONE, ''));
    for (const { name, data = {}, internal, ids } of ownEntry)
      entries.push(
        internal
          ? entry([], NONE, JSON.stringify(data), name, ids)
          : entry([name], NONE, JSON.stringify(data), verb, ids),
      );
    return entries;
  };
};

/** The change of a stored entry as the bus takes it; undefined when the entry only moves counts. */
export const toPendingChange = (
  descriptor: Pick<Descriptor, 'service' | 'resource'>,
  accountId: number,
  entry: UnboundEntry,
): PendingChange | undefined => {
  if (entry.change.length === 0) return undefined;
  const { verb, occurred } = Change.decode(entry.change);
  return {
    accountId,
    eventId: entry.eventId,
    type: `${descriptor.service}.${descriptor.resource}.${verb}`,
    occurred: occurred ?? new Date(0),
    value: entry.change,
    ...(entry.traceparent !== undefined && { traceparent: entry.traceparent }),
  };
};
