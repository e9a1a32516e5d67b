import { canSeeViewers } from '@porchlight/access';
import { refuse } from '@porchlight/errors';
import { INT32_MAX, type Row } from '@porchlight/resource';
import type { Document } from './contract/document';
import type { ResourceStore } from './contract/resource-store-contract';
import type { StoreCall } from './contract/store-call';
import { ALL_IDS, composeKey } from './document-key';
import type { RequestOptions } from './request-options';
import type { ResourceContext } from './resource-context';
import { isSoftDeleted } from './soft-delete';

const isId = (id: number): boolean => Number.isInteger(id) && id >= 1 && id <= INT32_MAX;

/** Reads of the records that a caller may see, and what is checked before one of them changes. */
export type RecordAccess<R extends Row, D extends Document> = ReturnType<typeof createRecordAccess<R, D>>;

/** Opens the access to the records of a resource. */
export const createRecordAccess = <R extends Row, D extends Document>({
  options,
  collection,
  reads,
  render,
  noun,
}: ResourceContext<R, D>) => {
  const { descriptor } = options;
  const notFound = (): Error => refuse('NOT_FOUND', { what: noun });
  const isVisible = (call: StoreCall, document: D): boolean =>
    !isSoftDeleted(descriptor, document) &&
    (descriptor.visibility !== 'viewers' || canSeeViewers(call.actor, document.viewers ?? [])) &&
    (options.isVisible?.(call, document) ?? true);

  const load: ResourceStore<R, D>['load'] = async (call, id) => {
    if (!isId(id)) return undefined;
    call.signal.throwIfAborted();
    const document = await reads.load(composeKey(call.actor.accountId, id));
    return document && !document.deletedAt && isVisible(call, document) ? document : undefined;
  };
  const find: ResourceStore<R, D>['find'] = async (call, { id = ALL_IDS, ...rest }, limit) =>
    collection.find({ ...rest, accountId: call.actor.accountId, id }, { sort: { id: -1 }, limit });

  const renderOne: ResourceStore<R, D>['render'] = async (document, call, customFields) =>
    (await render([document], call, customFields))[0] as R;

  return {
    load,
    find,
    render: renderOne,
    /** Throws NOT_FOUND. */
    async loadExisting(call: StoreCall, id: number): Promise<D> {
      const document = await load(call, id);
      if (!document) throw notFound();
      return document;
    },
    /** Throws NOT_FOUND for a number that no record can have. */
    requireId(id: number): void {
      if (!isId(id)) throw notFound();
    },
    /**
     * Checks a record before it changes: NOT_FOUND if the caller may not see it, PRECONDITION_FAILED if its version is
     * not the one of the request.
     */
    check:
      (call: StoreCall, { ifVersion }: RequestOptions) =>
      (before: D): void => {
        if (!isVisible(call, before)) throw notFound();
        if (ifVersion !== undefined && Number(ifVersion) !== before.version) throw refuse('PRECONDITION_FAILED');
      },
  };
};
