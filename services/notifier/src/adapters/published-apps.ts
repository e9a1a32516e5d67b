import type { DocumentCollection } from '@porchlight/store';
import type { PublishedApps } from '../ports';
import type { PublishedAppDocument } from '../resources/published-app-document';

/** Tombstones of a published app that may still stand beside it. */
const MOST_FOUND = 10;

const THERE = { deletedAt: { $exists: false } };

/** Published apps of all accounts, by their id. */
export const createPublishedApps = (documents: DocumentCollection<PublishedAppDocument>): PublishedApps => {
  const findAll = async (ids: readonly number[]): Promise<ReadonlyMap<number, PublishedAppDocument>> => {
    const found = ids.length === 0 ? [] : await documents.find({ id: { $in: [...ids] } }, { limit: ids.length * MOST_FOUND });
    return new Map(found.filter(({ deletedAt }) => !deletedAt).map((document) => [document.id, document]));
  };
  return {
    findAll,
    find: async (id) => (await findAll([id])).get(id),
    list: ({ descending, after, limit }) =>
      documents.find(
        { ...THERE, ...(after !== undefined && { id: descending ? { $lt: after } : { $gt: after } }) },
        { sort: { id: descending ? -1 : 1 }, limit },
      ),
    count: () => documents.count(THERE),
  };
};
