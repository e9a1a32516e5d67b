import type { Row } from '@porchlight/resource';
import type { Document } from './contract/document';
import type { ResourceReads, ResourceStore } from './contract/resource-store-contract';
import type { ResourceOptions } from './contract/strategy';
import { composeKey } from './document-key';
import type { RelayedResource } from './outbox/relay-entries';
import { createResourceContext, type SharedParts } from './resource-context';
import { createResourceStore } from './resource-store';
import type { WriteSequence } from './writes/write-sequence';

/** A resource that a store has opened. */
export interface OpenedResource extends RelayedResource {
  readonly writeSequence: WriteSequence;
}

/** Opens the resources of a store and finds them by name. */
export const createStoreResources = () => {
  const opened: OpenedResource[] = [];
  const stores = new Map<string, ResourceStore<Row, Document>>();
  const missing = (name: string): Error =>
    new Error(`The resource ${name} is read by name but not open: open the feature that declares it, in a test too.`);

  return {
    /** In the order in which they were opened; grows. */
    opened: opened as readonly OpenedResource[],
    /** What `open` returned, in the same order. */
    stores: () => stores.values(),
    names: (): string[] => opened.map(({ descriptor }) => descriptor.resource),
    open<R extends Row, D extends Document>(
      options: ResourceOptions<R, D>,
      shared: Omit<SharedParts, 'opened'>,
    ): ResourceStore<R, D> {
      const { descriptor } = options;
      const context = createResourceContext(options, { ...shared, opened: () => stores.values() });
      opened.push({ descriptor, collection: context.collection, writeSequence: context.writeSequence });
      const bare = createResourceStore(context);
      const store = options.extend?.(bare) ?? bare;
      // A caller of `stores` uses only what its descriptor declares.
      stores.set(descriptor.resource, store as unknown as ResourceStore<Row, Document>);
      return store;
    },
    reads<D extends Document, R extends Row>(name: string): ResourceReads<D, R> {
      // The resource may be opened later.
      const find = (): ResourceReads<D, R> => {
        const store = stores.get(name);
        if (!store) throw missing(name);
        return store as unknown as ResourceReads<D, R>;
      };
      return {
        load: async (...id) => find().load(...id),
        find: async (...condition) => find().find(...condition),
        findBy: async (...field) => find().findBy(...field),
        count: async (...key) => find().count(...key),
        render: async (...document) => find().render(...document),
      };
    },
    async isDeleted(name: string, accountId: number, ids: readonly number[]): Promise<boolean> {
      const resource = opened.find(({ descriptor }) => descriptor.resource === name);
      if (!resource) throw missing(name);
      const documents = await resource.collection.find(
        { _id: { $in: ids.map((id) => composeKey(accountId, id)) } },
        { limit: ids.length, projection: { deletedAt: 1 } },
      );
      return documents.every(({ deletedAt }) => deletedAt !== undefined);
    },
  };
};
