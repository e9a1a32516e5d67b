import { getFields, getReference, type Descriptor, type Row } from '@porchlight/resource';
import { unlessGone } from '@porchlight/errors';
import { mapBounded } from '@porchlight/runtime';
import type { Document } from './contract/document';
import type { ResourceStore } from './contract/resource-store-contract';
import type { StoreCall } from './contract/store-call';
import { readField } from './read-field';

/** Records that are changed at once, and those that are changed in one step. */
const CONCURRENCY = 8;
const PAGE = 100;

/** Records of the same service that name records of a resource in a field with one id. */
export interface NamingRecords {
  exist(call: StoreCall, id: number): Promise<boolean>;
  /** Lets all of them name another record. It may be repeated. */
  reassign(call: StoreCall, id: number, replacement: number): Promise<void>;
}

interface NamingField {
  readonly store: ResourceStore<Row, Document>;
  readonly field: string;
}

/** Finds records of opened resources that name records of this one (`references`). Needs an index on these fields. */
export const createNamingRecords = (
  { resource }: Pick<Descriptor, 'resource'>,
  opened: () => Iterable<ResourceStore<Row, Document>>,
): NamingRecords => {
  const listFields = (): NamingField[] =>
    [...opened()].flatMap((store) =>
      Object.entries(getFields(store.descriptor)).flatMap(([field, declared]) =>
        declared.writable !== 'never' && getReference(declared)?.resource === resource ? [{ store, field }] : [],
      ),
    );
  /** Deleted records that a resource keeps do not count. */
  const existing = ({ store, field }: NamingField, id: number) => ({
    [field]: id,
    ...(store.descriptor.softDelete && { isDeleted: false }),
  });

  return {
    async exist(call, id) {
      for (const naming of listFields())
        if ((await naming.store.find(call, existing(naming, id), 1)).length > 0) return true;
      return false;
    },
    async reassign(call, id, replacement) {
      for (const { store, field } of listFields())
        for (;;) {
          call.signal.throwIfAborted();
          const page = await store.find(call, { [field]: id }, PAGE);
          await mapBounded(page, CONCURRENCY, (document) =>
            unlessGone(
              store.modify(call, document.id, (before) =>
                readField(before, field) === id ? { ...before, [field]: replacement } : undefined,
              ),
            ),
          );
          if (page.length < PAGE) break;
        }
    },
  };
};
