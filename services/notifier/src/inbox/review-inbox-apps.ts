import {
  REVIEW_STATUSES,
  type FindReviewedInboxAppsRequest,
  type FindReviewedInboxAppsResponse,
  type PublishedInboxApp,
  type ReviewInboxAppRequest,
  type ReviewInboxAppResponse,
} from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { systemCall, type ResourceStore, type StoreCall } from '@porchlight/store';
import type { PublishedApps } from './published-app-store';
import type { PublishedAppDocument } from './published-app-document';

export interface ReviewOptions {
  readonly published: Pick<PublishedApps, 'find' | 'listAll'>;
  readonly store: Pick<ResourceStore<PublishedInboxApp, PublishedAppDocument>, 'modify'>;
}

const MAX_LISTED = 100;

const toRecord = ({ id, accountId, name, redirectUrl, system, review, created }: PublishedAppDocument) => ({
  id,
  accountId,
  name,
  redirectUrl,
  system,
  review: review ?? 'Approved',
  created,
});

/**
 * The operator's review of published apps: other accounts can see and install approved apps only. Throws NOT_FOUND,
 * INVALID_QUERY.
 */
export const createReviews = ({ published, store }: ReviewOptions) => ({
  async findReviewedInboxApps({
    review,
    beforeId,
  }: FindReviewedInboxAppsRequest): Promise<FindReviewedInboxAppsResponse> {
    const status = REVIEW_STATUSES.find((one) => one === review);
    if (review !== '' && !status)
      throw refuse('INVALID_QUERY', { problems: `The review status must be one of ${REVIEW_STATUSES.join(', ')}.` });
    const page = { descending: true, limit: MAX_LISTED, ...(beforeId > 0 && { after: beforeId }) };
    return { records: (await published.listAll(status, page)).map(toRecord) };
  },

  async reviewInboxApp(
    { id, approved }: ReviewInboxAppRequest,
    { signal }: StoreCall,
  ): Promise<ReviewInboxAppResponse> {
    const app = await published.find(id);
    if (!app) throw refuse('NOT_FOUND', { what: 'published inbox app' });
    const review = approved ? 'Approved' : 'Rejected';
    const change = (before: PublishedAppDocument) =>
      before.review === review ? undefined : ({ ...before, review } as const);
    return { record: toRecord(await store.modify(systemCall(app.accountId, signal), id, change, { silent: true })) };
  },
});
