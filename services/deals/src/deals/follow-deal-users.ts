import { isDeepStrictEqual } from 'node:util';
import { again, defineJob, done, type JobsOf } from '@porchlight/backend';
import { dealAttachments, type Deal } from '@porchlight/contracts';
import { unlessGone } from '@porchlight/errors';
import type { Descriptor } from '@porchlight/resource';
import { mapBounded, type Clock } from '@porchlight/runtime';
import { column, systemCall, type ResourceStore, type StoreCall } from '@porchlight/store';
import type { DealAttachments } from './deal-attachments';
import type { DealDocument } from './deal-document';

/** Attachments that one step handles. */
const PAGE = 200;
const CONCURRENCY = 8;
/** The job runs after the update that added it has ended, and after creates that read the users before it, ms. */
const AFTER_WRITE_MS = 30_000;

/** Throws for a resource whose records would stay visible to former users of their deal. */
export const requireDealFollowing = (
  resources: readonly Pick<Descriptor, 'service' | 'resource' | 'fields'>[],
): void => {
  for (const { service, resource, fields } of resources)
    if (service === 'deals' && 'dealId' in fields && resource !== dealAttachments.resource)
      throw new Error(
        `The records of ${resource} belong to deals (dealId): let them follow the users of their deal in` +
          ' follow-deal-users.ts, as dealAttachments do (docs/how-to-add.md).',
      );
};

/** Deals and their attachments, which follow the users of their deal. */
export interface DealUsersParts {
  readonly deals: Pick<ResourceStore<Deal, DealDocument>, 'load'>;
  readonly attachments: Pick<DealAttachments['store'], 'find' | 'modify'>;
}

/**
 * Gives the users of a deal to at most 200 of its attachments. May be repeated. Returns the id below which others
 * remain; undefined: all is done.
 */
const followStep = async (
  { deals, attachments }: DealUsersParts,
  call: StoreCall,
  dealId: number,
  below?: number,
): Promise<number | undefined> => {
  const deal = await deals.load(call, dealId);
  if (!deal) return undefined;
  const condition = below === undefined ? { dealId } : { dealId, id: { $gt: 0, $lt: below } };
  const page = await attachments.find(call, condition, PAGE);
  const stale = page.filter(({ viewers }) => !isDeepStrictEqual(viewers, deal.userIds));
  await mapBounded(stale, CONCURRENCY, ({ id }) =>
    unlessGone(attachments.modify(call, id, (before) => ({ ...before, viewers: deal.userIds }), { silent: true })),
  );
  return page.length < PAGE ? undefined : Math.min(...page.map(({ id }) => id));
};

/** Lets the attachments of a deal follow its users. */
export const dealUsersFollowing = defineJob({
  name: 'dealUsersJobs',
  key: { dealId: column.number },
  data: { below: column.optional(column.number) },
  every: '1s',
  stepTimeout: '10s',
  step:
    (parts: DealUsersParts) =>
    async ({ job, call }) => {
      const below = await followStep(parts, call, job.key.dealId, job.data.below);
      return below === undefined ? done() : again({ data: { below } });
    },
});

/** The jobs by which attachments follow the users of their deal. */
export type DealUsersJobs = JobsOf<typeof dealUsersFollowing>;

/** Deals whose users change, and the jobs of their attachments. */
export interface DealUsers extends DealUsersParts {
  readonly clock: Clock;
  readonly dealUsersJobs: Pick<DealUsersJobs, 'add'>;
}

interface UpdateRequest {
  readonly id: number;
  readonly mask?: readonly string[] | undefined;
}

/**
 * Wraps the update of deals: if the users may change, a job is stored before the write, so that no crash leaves an
 * attachment with former users; the first 200 attachments follow before the response.
 */
export const withAttachmentViewers =
  <Q extends UpdateRequest, A, C extends StoreCall>(
    parts: DealUsers,
    handler: (request: Q, call: C) => Promise<A>,
  ): ((request: Q, call: C) => Promise<A>) =>
  async (request, call) => {
    const { id, mask = [] } = request;
    if (!mask.includes('userIds') || !(await parts.deals.load(call, id))) return handler(request, call);
    const { accountId } = call.actor;
    const due = new Date(parts.clock.now() + AFTER_WRITE_MS);
    await parts.dealUsersJobs.add(accountId, { dealId: id }, {}, due);
    const answer = await handler(request, call);
    await followStep(parts, systemCall(accountId, call.signal), id);
    return answer;
  };
