import type { BatchHandler } from '@porchlight/bus';
import {
  decodeChange,
  type DeleteReferencesRequest,
  type DeleteReferencesResponse,
  type FindReferencesRequest,
  type FindReferencesResponse,
  type NamedRecord,
  NOT_LENDERS,
  OWNER,
  ReferenceServiceDefinition,
  type ReplaceReferencesRequest,
  type ReplaceReferencesResponse,
  stageRenamed,
} from '@porchlight/contracts';
import { invalidBody, refuse, unlessGone } from '@porchlight/errors';
import type { RpcServer } from '@porchlight/rpc';
import { mapBounded } from '@porchlight/runtime';
import { systemCall, type Condition, type Document, type ResourceStore, type StoreCall } from '@porchlight/store';
import type { Row } from '@porchlight/resource';

/** How the records of a resource name other records (D13.3). */
export interface NamingRules<D extends Document> {
  /** Records that count; default: all. */
  readonly condition?: Condition;
  /** The name of a record as users know it. */
  readonly title: (document: D) => string;
  /** Whether the document names the record. */
  readonly names: (document: D, record: NamedRecord) => boolean;
  /** The document with the replacement instead of the record that it names. Absent: nothing replaces the record. */
  readonly replace?: (document: D, record: NamedRecord, replacement: NamedRecord) => D;
  /** The document has no use without the record that it names: a forced delete of the record deletes it too. */
  readonly dependent?: true;
}

/** The rules of records that a system created and that have no use without it (D13.9). */
export const ofSystem = <D extends Document & { readonly system?: string | undefined }>(
  title: NamingRules<D>['title'],
): NamingRules<D> => ({
  title,
  names: ({ system }, record) => system?.toLowerCase() === record.name.toLowerCase(),
  dependent: true,
});

/** Records of one resource that name other records. */
export interface NamingRecords {
  find(call: StoreCall, record: NamedRecord): Promise<NamedRecord[]>;
  /** Returns the number of changed records. Idempotent. */
  replace(call: StoreCall, record: NamedRecord, replacement: NamedRecord): Promise<number>;
  /** Deletes those that have no use without the record; returns their number. Idempotent. */
  remove(call: StoreCall, record: NamedRecord): Promise<number>;
}

/** Above the number of records of one account of every resource that names others. */
const MAX_RECORDS = 5_000;
const CONCURRENCY = 8;

/** Declares that the records of a resource name other records; `names` of its descriptor lists the resources. */
export const defineNamingRecords = <R extends Row, D extends Document>(
  store: Pick<ResourceStore<R, D>, 'descriptor' | 'find' | 'modify' | 'remove'>,
  { condition = {}, title, names, replace, dependent }: NamingRules<D>,
): NamingRecords => {
  const kinds = new Set(store.descriptor.names ?? []);
  const find = async ({ actor, signal }: StoreCall, record: NamedRecord): Promise<D[]> => {
    if (!kinds.has(record.kind)) return [];
    const documents = await store.find(systemCall(actor.accountId, signal), condition, MAX_RECORDS);
    return documents.filter((document) => names(document, record));
  };
  return {
    find: async (call, record) =>
      (await find(call, record)).map((document) => ({
        kind: store.descriptor.noun.replace(/^./u, (letter) => letter.toLowerCase()),
        id: document.id,
        name: title(document),
      })),
    async replace(call, record, replacement) {
      if (!replace) return 0;
      const naming = await find(call, record);
      await mapBounded(naming, CONCURRENCY, ({ id }) =>
        unlessGone(
          store.modify(call, id, (before) =>
            names(before, record) ? replace(before, record, replacement) : undefined,
          ),
        ),
      );
      return naming.length;
    },
    async remove(call, record) {
      if (!dependent) return 0;
      const naming = await find(call, record);
      // The owner of the record deletes them, also where the resource itself asks for more, such as the own system.
      const { suppressOwn, signal, actor } = call;
      const asOperator: StoreCall = { suppressOwn, signal, actor: { ...actor, role: 'Operator' } };
      await mapBounded(naming, CONCURRENCY, ({ id }) => unlessGone(store.remove(asOperator, id)));
      return naming.length;
    },
  };
};

/** Replaces a record in all records of a service that name it. */
export const replaceReferences = async (
  namings: readonly NamingRecords[],
  call: StoreCall,
  record: NamedRecord,
  replacement: NamedRecord,
): Promise<number> => {
  const changed = await Promise.all(namings.map((naming) => naming.replace(call, record, replacement)));
  return changed.reduce((sum, count) => sum + count, 0);
};

/** Renames of stages: the records that name a stage follow (D13.3). */
export const followRenamedStages =
  (namings: readonly NamingRecords[]): BatchHandler =>
  async (batch, { signal }) => {
    for (const { type, value } of batch) {
      if (type !== stageRenamed.type) continue;
      const change = decodeChange(value);
      const { id, from, to } = stageRenamed.parse(change);
      const [record, replacement] = [from, to].map((name) => ({ kind: 'stages', id, name }));
      await replaceReferences(namings, systemCall(change.accountId, signal), record!, replacement!);
    }
  };

/** Serves the records of this service that name other records, for the gateway. */
export const serveReferences = (
  { rpc }: { readonly rpc: Pick<RpcServer, 'add'> },
  namings: readonly NamingRecords[],
): void =>
  rpc.add(
    ReferenceServiceDefinition,
    {
      async findReferences({ record }: FindReferencesRequest, call: StoreCall): Promise<FindReferencesResponse> {
        if (!record) throw invalidBody("Missing 'record' field.");
        const lists = await Promise.all(namings.map((naming) => naming.find(call, record)));
        return { references: lists.flat() };
      },
      async replaceReferences(
        { record, replacement }: ReplaceReferencesRequest,
        call: StoreCall,
      ): Promise<ReplaceReferencesResponse> {
        if (!record || !replacement) throw invalidBody("Missing 'replacement' field.");
        return { changed: await replaceReferences(namings, call, record, replacement) };
      },
      async deleteReferences({ record }: DeleteReferencesRequest, call: StoreCall): Promise<DeleteReferencesResponse> {
        if (!record) throw invalidBody("Missing 'record' field.");
        if (!OWNER.includes(call.actor.role)) throw refuse('FORBIDDEN', { role: call.actor.role });
        const deleted = await Promise.all(namings.map((naming) => naming.remove(call, record)));
        return { deleted: deleted.reduce((sum, count) => sum + count, 0) };
      },
    },
    { roles: NOT_LENDERS },
  );
