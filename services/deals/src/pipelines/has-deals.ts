import { INT32_MAX } from '@porchlight/resource';
import type { Document, Store, StoreCall } from '@porchlight/store';

/** Deleted records have no id. Both bounds, so that all servers use the index. */
const ALL_IDS = { $gt: 0, $lt: INT32_MAX + 1 };

/** Whether a pipeline has deals that are not deleted. */
export const hasDeals =
  ({ collection }: Pick<Store, 'collection'>) =>
  async ({ actor: { accountId }, signal }: StoreCall, pipelineId: number): Promise<boolean> => {
    const condition = { accountId, pipelineId, deleted: false, id: ALL_IDS };
    return (await collection<Document>('deals').find(condition, { limit: 1, signal })).length > 0;
  };
