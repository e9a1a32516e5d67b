import { getFields, ORDER_FIELD, type Row } from '@porchlight/resource';
import type { Document } from '../contract/document';
import type { ResourceStore } from '../contract/resource-store-contract';
import type { StoreCall } from '../contract/store-call';
import type { RecordAccess } from '../record-access';
import type { ResourceContext } from '../resource-context';
import { parseCustomFields, type RequestOptions } from '../request-options';
import { getPreviousIds } from './previous-ids';
import { createRecordPlaces } from './record-places';
import type { createRecordWriter } from './record-writer';

/** Fields that the store, not the strategy, provides and an update must keep. */
const pickHead = <D extends Document>({ created, viewers }: D): Partial<D> =>
  ({ created, ...(viewers && { viewers }) }) as Partial<D>;

interface RequestWriteParts<R extends Row, D extends Document> {
  readonly access: RecordAccess<R, D>;
  readonly writer: ReturnType<typeof createRecordWriter<R, D>>;
}

/** Creates and updates of a resource that its API requests. */
export const createRequestWrites = <R extends Row, D extends Document>(
  context: ResourceContext<R, D>,
  { access, writer }: RequestWriteParts<R, D>,
): Pick<ResourceStore<R, D>, 'create' | 'update'> => {
  const { rules, lock, startTogether } = context;
  const { render } = access;
  const { descriptor } = context.options;
  const { clearOthers, renumberOthers, insertNew } = createRecordPlaces(context, writer, access.find);
  const writable = new Set(
    Object.entries(getFields(descriptor)).flatMap(([name, field]) => (field.writable === 'never' ? [] : [name])),
  );
  /** Names of the mask that callers may write; masks of RPC calls are not trusted. */
  const filterMask = (mask: readonly string[]): ReadonlySet<string> =>
    new Set(mask.filter((name) => writable.has(name)));

  /** Creates and updates of an account run one after another where names must be unique or a limit holds. */
  const withLock = <T>(call: StoreCall, work: () => Promise<T>): Promise<T> => {
    const grouped = (): Promise<T> => startTogether(work);
    return lock ? lock.run(call.actor.accountId, call.signal, grouped) : grouped();
  };

  const createRecord = async (call: StoreCall, input: R, mask: ReadonlySet<string>, options: RequestOptions) => {
    // Created by an earlier attempt whose response was lost.
    const [previousId] = getPreviousIds(call, context.name);
    const previous = previousId === undefined ? undefined : await access.load(call, previousId);
    const customFields = parseCustomFields(options);
    if (previous)
      return {
        record: await render(previous, call, customFields),
        document: previous,
        created: true,
        repeated: true,
      };
    const draft = await rules.prepare(call, { before: undefined, input, mask, options });
    const created = await insertNew(call, draft, customFields);
    await clearOthers(call, created.document);
    if (descriptor.ordered === 'places') await renumberOthers(call, created.document.id);
    return { ...created, created: true, repeated: false };
  };

  const updateRecord = async (
    call: StoreCall,
    id: number,
    input: R,
    mask: ReadonlySet<string>,
    options: RequestOptions,
  ) => {
    access.requireId(id);
    let beforeUpdate: D | undefined;
    const change = async (before: D): Promise<D> => {
      beforeUpdate = before;
      return Object.assign(pickHead(before) as D, await rules.prepare(call, { before, input, mask, options }));
    };
    const customFields = parseCustomFields(options);
    const document = await writer.modify(call, id, change, { check: access.check(call, options), customFields });
    await clearOthers(call, document);
    if (descriptor.ordered === 'places' && mask.has(ORDER_FIELD)) await renumberOthers(call, id);
    return {
      record: await render(document, call, customFields),
      before: beforeUpdate ?? document,
      after: document,
    };
  };

  return {
    create: (call, input, names, options = {}) =>
      withLock(call, () => createRecord(call, input, filterMask(names), options)),
    update: (call, id, input, names, options = {}) =>
      withLock(call, () => updateRecord(call, id, input, filterMask(names), options)),
  };
};
