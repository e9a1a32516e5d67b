import type { Row } from '@porchlight/resource';
import type { Document, ResourceStore, StoreCall } from '@porchlight/store';

interface DeleteRequest {
  readonly id: number;
  readonly options: Record<string, string>;
}

/**
 * Marks a record as deleted; it is not removed, because others name it. `deleted` builds its input. `dryRun` only
 * checks.
 */
export const deleteWithStatus =
  <R extends Row, D extends Document>(
    store: Pick<ResourceStore<R, D>, 'remove' | 'update'>,
    deleted: (id: number) => R,
  ) =>
  async ({ id, options }: DeleteRequest, call: StoreCall): Promise<object> => {
    if (options['dryRun'] === 'true') {
      await store.remove(call, id, options);
      return {};
    }
    await store.update(call, id, deleted(id), ['status'], options);
    return {};
  };
