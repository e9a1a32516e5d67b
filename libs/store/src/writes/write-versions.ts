import type { Row } from '@porchlight/resource';
import type { DocumentUpdate } from '../batching/batched-updates';
import type { Document } from '../contract/document';
import type { StoreCall } from '../contract/store-call';
import type { UnboundEntry } from '../outbox/change-entries';
import type { ResourceContext } from '../resource-context';
import { isSoftDeleted } from '../soft-delete';
import type { CompleteDocument } from './complete-document';
import { computeDiff } from './document-diff';
import type { PrepareWrite } from './entry-writer';

/** Options of an update. */
export interface WriteOptions {
  /** Publishes nothing. */
  readonly silent?: boolean;
  /** Custom fields that the published record contains. */
  readonly customFields?: readonly string[];
}

const TOMBSTONE_FIELDS = new Set(['_id', 'accountId', 'version', 'outbox', 'pendingSince']);

/**
 * Creates the writes of the next version of a document and of its tombstone. Each is one attempt, guarded by the
 * version that was read: undefined after a concurrent write.
 */
export const createVersionWrites = <R extends Row, D extends Document>(
  context: ResourceContext<R, D>,
  { complete, prepareWrite }: { readonly complete: CompleteDocument<D>; readonly prepareWrite: PrepareWrite },
) => {
  const { options, rules, clock, render, createEntries, listCountKeys, uniqueFields } = context;
  const { descriptor } = options;

  /** The events of an update, or without `after` of a delete. */
  const describe = async (
    call: StoreCall,
    before: D,
    after: D | undefined,
    occurred: Date,
    customFields?: readonly string[],
  ): Promise<UnboundEntry[]> => {
    const documents = after ? [before, after] : [before];
    const [recordBefore, recordAfter] = (await render(documents, call, customFields)) as [R, R?];
    const isDelete = !after || (isSoftDeleted(descriptor, after) && !isSoftDeleted(descriptor, before));
    return createEntries(call, {
      verb: isDelete ? 'deleted' : 'updated',
      id: before.id,
      before: recordBefore,
      after: recordAfter,
      ...(!after && descriptor.visibility === 'viewers' && { viewers: before.viewers ?? [] }),
      extras: rules.events?.(before, after) ?? [],
      occurred,
    });
  };

  /** The write of the next version of a document, or without `after` of its tombstone. */
  const prepareVersion = (
    before: D,
    after: D | undefined,
    events: readonly UnboundEntry[],
    { now, ...change }: Pick<DocumentUpdate, 'set' | 'unset' | 'now'>,
  ) => {
    const { entries, replacesOutbox, cleared, carryOut } = prepareWrite({
      _id: before._id,
      accountId: before.accountId,
      verb: after ? 'updated' : 'deleted',
      occurred: now,
      countsBefore: listCountKeys(before),
      countsAfter: after ? listCountKeys(after) : [],
      events,
      outbox: before.outbox,
    });
    const update = { before, entries, replacesOutbox, now, ...change };
    return { cleared, carryOut: () => carryOut(() => context.update(update)) };
  };

  /** Writes the next version; without a difference it writes nothing and returns `before`. */
  const writeUpdate = async (
    call: StoreCall,
    before: D,
    proposed: D,
    { silent = false, customFields }: WriteOptions,
  ): Promise<D | undefined> => {
    const now = new Date(clock.now());
    const after = complete(proposed, { _id: before._id, accountId: before.accountId, id: before.id });
    const diff = computeDiff(before, after);
    if (!diff) return before;
    const version = before.version + 1;
    Object.assign(after, { updated: now, version });
    const events = silent ? [] : await describe(call, before, after, now, customFields);
    const set = { ...diff.set, updated: now, version };
    const write = prepareVersion(before, after, events, { set, unset: diff.unset, now });
    if (!(await write.carryOut())) return undefined;
    options.afterWrite?.(call, before, after);
    return after;
  };

  /** Writes the tombstone: it holds the events and the values of unique indexes until the events are published. */
  const writeTombstone = async (
    call: StoreCall,
    before: D,
    { silent = false }: Pick<WriteOptions, 'silent'>,
  ): Promise<{ cleared: Promise<void> } | undefined> => {
    const now = new Date(clock.now());
    const events = silent ? [] : await describe(call, before, undefined, now);
    const set = { deletedAt: now, version: before.version + 1 };
    const unset: Record<string, ''> = {};
    for (const field of Object.keys(before))
      if (!TOMBSTONE_FIELDS.has(field) && !uniqueFields.has(field)) unset[field] = '';
    const { cleared, carryOut } = prepareVersion(before, undefined, events, { set, unset, now });
    return (await carryOut()) ? { cleared } : undefined;
  };

  return { writeUpdate, writeTombstone };
};
