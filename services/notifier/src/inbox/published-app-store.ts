import type { Condition, DocumentCollection } from '@porchlight/store';
import type { PublishedAppDocument } from './published-app-document';

/** Result of the operator's review. */
export type ReviewStatus = 'Pending' | 'Approved' | 'Rejected';

/** A page of published apps, by id. */
export interface AppPage {
  readonly descending: boolean;
  readonly after?: number | undefined;
  readonly limit: number;
}

/** Published inbox apps of all accounts. */
export interface PublishedApps {
  find(id: number): Promise<PublishedAppDocument | undefined>;
  findAll(ids: readonly number[]): Promise<ReadonlyMap<number, PublishedAppDocument>>;
  /** Apps that the account may install, by id, at most `limit` after the id `after`. */
  list(accountId: number, page: AppPage): Promise<PublishedAppDocument[]>;
  /** Number of apps that the account may install. */
  count(accountId: number): Promise<number>;
  /** Apps of all accounts, newest first; `review` undefined: any status. */
  listAll(review: ReviewStatus | undefined, page: AppPage): Promise<PublishedAppDocument[]>;
}

/** Documents per id, including tombstones. */
const MAX_FOUND = 10;

const THERE = { deletedAt: { $exists: false } };

/** Published apps of all accounts, by their id. */
export const createPublishedApps = (documents: DocumentCollection<PublishedAppDocument>): PublishedApps => {
  const findAll = async (ids: readonly number[]): Promise<ReadonlyMap<number, PublishedAppDocument>> => {
    const found =
      ids.length === 0 ? [] : await documents.find({ id: { $in: [...ids] } }, { limit: ids.length * MAX_FOUND });
    return new Map(found.filter(({ deletedAt }) => !deletedAt).map((document) => [document.id, document]));
  };
  const findPage = (condition: Condition, { descending, after, limit }: AppPage): Promise<PublishedAppDocument[]> =>
    documents.find(
      { ...THERE, ...condition, ...(after !== undefined && { id: descending ? { $lt: after } : { $gt: after } }) },
      { sort: { id: descending ? -1 : 1 }, limit },
    );
  return {
    findAll,
    find: async (id) => (await findAll([id])).get(id),
    async list(accountId, page) {
      const [approved, own] = await Promise.all([
        findPage({ review: 'Approved' }, page),
        findPage({ accountId, review: { $nin: ['Approved'] } }, page),
      ]);
      const sign = page.descending ? -1 : 1;
      return [...approved, ...own].sort((a, b) => sign * (a.id - b.id)).slice(0, page.limit);
    },
    async count(accountId) {
      const [approved, own] = await Promise.all([
        documents.count({ ...THERE, review: 'Approved' }),
        documents.count({ ...THERE, accountId, review: { $nin: ['Approved'] } }),
      ]);
      return approved + own;
    },
    listAll: (review, page) =>
      findPage(review === undefined ? {} : { review: review === 'Pending' ? { $exists: false } : review }, page),
  };
};
