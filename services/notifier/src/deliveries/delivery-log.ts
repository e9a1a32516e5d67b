import { HOUR_MS } from '@porchlight/runtime';
import { type Condition, type DocumentCollection, inAccounts } from '@porchlight/store';
import { formatAttemptId, type AttemptDocument, type Delivery } from './delivery';
import { choose, selectDeliveries, type DeliveryKey } from './delivery-store';

/** Deliveries of one webhook, created after `above` and before `below` (ms). */
export interface LogQuery {
  readonly accountId: number;
  readonly webhookId: number;
  /** Empty: all. */
  readonly statuses: readonly string[];
  readonly above: number;
  readonly below: number;
}

const END = new Date(8.64e15);
/** The search for the newest starts with the last hour; each step is this many times as long. */
const WIDER = 6;
/** Ids in one update. */
const CHUNK = 250;

const toCondition = ({ accountId, webhookId, statuses }: LogQuery, above: number, below: number): Condition => ({
  accountId,
  webhookId,
  created: { $gt: new Date(above), $lt: new Date(below) },
  ...(statuses.length > 0 && { status: { $in: [...statuses] } }),
});

/** The delivery log of a webhook, and its replay. */
export const createDeliveryLog = (
  deliveries: DocumentCollection<Delivery>,
  attempts: DocumentCollection<AttemptDocument>,
) => ({
  count: (query: LogQuery) => deliveries.count(toCondition(query, query.above, query.below)),

  async newest(query: LogQuery, limit: number) {
    const { above, below } = query;
    for (let span = HOUR_MS; ; span *= WIDER) {
      const from = Math.max(above, below - span);
      const found = await deliveries.find(toCondition(query, from, below), { sort: { created: -1, _id: -1 }, limit });
      if (found.length >= limit || from === above) return found;
    }
  },

  /** The creation time of the newest delivery if it is in the future (another clock was ahead); otherwise `now`. */
  async findEnd({ accountId, webhookId }: Pick<LogQuery, 'accountId' | 'webhookId'>, now: number) {
    const ahead = { accountId, webhookId, created: { $gt: new Date(now), $lt: END } };
    const [last] = await deliveries.find(ahead, { sort: { created: -1 }, limit: 1, projection: { created: 1 } });
    return last?.created.getTime() ?? now;
  },

  /** Attempts of these deliveries, oldest first. */
  async findAttempts(of: readonly Delivery[]) {
    const ids = of.flatMap(({ _id, tries }) => Array.from({ length: tries }, (_, n) => formatAttemptId(_id, n + 1)));
    const found =
      ids.length === 0
        ? []
        : await attempts.find(
            inAccounts(
              { _id: { $in: ids } },
              of.map(({ accountId }) => accountId),
            ),
            { limit: ids.length },
          );
    const byId = new Map(found.map((attempt) => [attempt._id, attempt]));
    return ({ _id, tries }: Delivery) =>
      Array.from({ length: tries }, (_, n) => byId.get(formatAttemptId(_id, n + 1))).filter(
        (attempt) => attempt !== undefined,
      );
  },

  /** Status of the existing ones of these deliveries. */
  async findStatuses(accountId: number, ids: readonly string[]) {
    const projection = { status: 1, occurred: 1 } as const;
    const found =
      ids.length === 0
        ? []
        : await deliveries.find(inAccounts({ _id: { $in: [...ids] } }, [accountId]), { limit: ids.length, projection });
    return new Map(found.map(({ _id, status, occurred }) => [_id, { status, occurred }]));
  },

  /**
   * Makes deliveries due now with a new retry schedule that starts at `occurred`, except those that are being
   * attempted.
   */
  async requeue(
    chosen: readonly DeliveryKey[],
    lane: string,
    { now, occurred }: { readonly now: Date; readonly occurred: Date },
  ) {
    // Running attempts are not touched; their result counts.
    const idle = { $or: [{ $ne: ['$status', 'Pending'] }, { $eq: [{ $type: '$leaseBy' }, 'missing'] }] };
    const set = (value: unknown, path: string): unknown => choose(idle, value, path);
    for (let at = 0; at < chosen.length; at += CHUNK)
      await deliveries.updateMany(selectDeliveries(chosen.slice(at, at + CHUNK)), [
        // Different due times, because a page of the scheduler may contain only a part of equal ones.
        {
          $set: {
            dueAt: set(new Date(now.getTime() - Math.floor((chosen.length - at) / CHUNK)), '$dueAt'),
            occurred: set(occurred, '$occurred'),
            lane: set(lane, '$lane'),
            status: set('Pending', '$status'),
          },
        },
      ]);
  },
});

/** The delivery log of a webhook, and its replay. */
export type DeliveryLog = ReturnType<typeof createDeliveryLog>;
