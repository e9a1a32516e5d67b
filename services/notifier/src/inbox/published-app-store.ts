import type { REVIEW_STATUSES } from '@porchlight/contracts';
import type { Condition, DocumentCollection } from '@porchlight/store';
import type { PublishedAppDocument } from './published-app-document';

/** Result of the operator's review. */
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** A page of published apps, by id. */
export interface AppPage {
  readonly descending: boolean;
  readonly after?: number | undefined;
  readonly limit: number;
}

/** Documents per id, including tombstones. */
const MAX_FOUND = 10;

const THERE = { deletedAt: { $exists: false } };

/** Published apps of all accounts, by their id. */
export const createPublishedApps = (documents: DocumentCollection<PublishedAppDocument>) => {
  const findAll = async (ids: readonly number[]): Promise<ReadonlyMap<number, PublishedAppDocument>> => {
    const apps =
      ids.length === 0 ? [] : await documents.find({ id: { $in: [...ids] } }, { limit: ids.length * MAX_FOUND });
    return new Map(apps.filter(({ deletedAt }) => !deletedAt).map((document) => [document.id, document]));
  };
  const findPage = (condition: Condition, { descending, after, limit }: AppPage): Promise<PublishedAppDocument[]> =>
    documents.find(
      { ...THERE, ...condition, ...(after !== undefined && { id: descending ? { $lt: after } : { $gt: after } }) },
      { sort: { id: descending ? -1 : 1 }, limit },
    );
  return {
    findAll,
    find: async (id: number) => (await findAll([id])).get(id),
    /** Approved apps, by id, at most `limit` after the id `after`. */
    list: (page: AppPage) => findPage({ review: 'Approved' }, page),
    /** Number of approved apps. */
    count: () => documents.count({ ...THERE, review: 'Approved' }),
    /** Apps of all accounts, newest first; `review` undefined: any status. */
    listAll: (review: ReviewStatus | undefined, page: AppPage) =>
      findPage(review === undefined ? {} : { review }, page),
  };
};

/** Published inbox apps of all accounts. */
export type PublishedApps = ReturnType<typeof createPublishedApps>;
