import type { PublishedInboxApp } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { ListQuery } from '@porchlight/resource';
import type { PublishedApps } from './published-app-store';
import type { PublishedAppDocument } from './published-app-document';

const USUAL_SHOWN = 10;
const MAX_SHOWN = 100;
const MAX_LEFT_OUT = 2_000;
/** A page starts after this id. */
const NEXT = /^\d{1,10}$/;

/** The public fields of an app, without secrets and publisher. */
const toRecord = ({ id, name, redirectUrl, canReply, version }: PublishedAppDocument): PublishedInboxApp => ({
  id,
  name,
  redirectUrl,
  canReply,
  version,
});

/**
 * GET /v1/inboxApps/published: the approved apps of all accounts, newest first (specification: Inbox app installation,
 * rule 7). Throws INVALID_NEXT.
 */
export const createListInstallable =
  (published: Pick<PublishedApps, 'list' | 'count'>) =>
  async ({ query }: { query?: ListQuery | undefined }) => {
    const { sort = '', next = '' } = query ?? {};
    if (next !== '' && !NEXT.test(next)) throw refuse('INVALID_NEXT');
    const limit = Math.min(MAX_SHOWN, Math.max(1, query?.limit ?? USUAL_SHOWN));
    const skip = next === '' ? Math.min(MAX_LEFT_OUT, Math.max(0, query?.offset ?? 0)) : 0;
    const descending = sort === '' || query?.descending === true;
    const page = { descending, limit: skip + limit + 1, ...(next !== '' && { after: Number(next) }) };
    const [apps, total] = await Promise.all([published.list(page), published.count()]);
    const appsOfPage = apps.slice(skip, skip + limit);
    const more = apps.length > skip + limit;
    return {
      records: appsOfPage.map(toRecord),
      page: { total, next: more ? String(appsOfPage.at(-1)!.id) : '', warnings: [] },
    };
  };
