import { type DocumentCollection, type Update, inAccounts, inAllAccounts, type Condition } from '@porchlight/store';
import {
  formatAttemptId,
  type AttemptDocument,
  type Delivery,
  type LeasedDelivery,
  type DueDelivery,
  type Settlement,
} from './delivery';

/** A window of due times: after `after` and before `before`. */
export interface DueQuery {
  readonly after: Date;
  readonly before: Date;
  readonly lane?: string;
  readonly accountId?: number;
  readonly exceptLanes?: readonly string[];
  readonly exceptAccounts?: readonly number[];
}

/** Ranges are bounded on both sides: some servers read all matches regardless of the limit. */
const BEGINNING = new Date(0);
const END = new Date(8.64e15);
/** Ids in one update. */
const CHUNK = 250;
/** Due times are rounded up to this, so that retries share updates, ms. */
const GRAIN_MS = 100;
const MAX_FOUND = 100_000;

/** Stored deliveries. */
export interface DeliveryStore {
  /** Writes new deliveries; returns the ids of existing ones, which are not changed. */
  add(documents: readonly Delivery[]): Promise<Set<string>>;
  /** Due deliveries within the window, oldest first, at most `limit`. */
  due(query: DueQuery, limit: number): Promise<DueDelivery[]>;
  /** Leases deliveries until `until`; returns those that no other process leased. */
  lease(candidates: readonly DueDelivery[], until: Date, token: string): Promise<LeasedDelivery[]>;
  /** Writes results in bulk. A result whose lease has been lost changes nothing, unless it is a success. */
  settle(settlements: readonly Settlement[]): Promise<void>;
  /** Makes the pending deliveries of a webhook due now, in the queue of its current URL, except leased ones. */
  resume(accountId: number, webhookId: number, lane: string, now: Date): Promise<void>;
  /**
   * Makes pending deliveries due now that a wrong clock scheduled after `after`: those leased by processes other than
   * `holder`, and with `all` also unleased ones. Returns their number.
   */
  resetDueTimes(after: Date, now: Date, which: 'leased' | 'all', holder: string): Promise<number>;
  /** Number of due deliveries and the due time of the oldest. */
  backlog(now: Date): Promise<{ readonly due: number; readonly oldest: Date | undefined }>;
}

type Deliveries = DocumentCollection<Delivery>;

/**
 * Stores deliveries and attempts. All updates select by `_id` only and check their condition in the pipeline: one
 * statement updates hundreds of deliveries, each atomically, and no server has to choose an index for a second
 * condition.
 */
export const createDeliveryStore = (
  deliveries: Deliveries,
  attempts: DocumentCollection<AttemptDocument>,
): DeliveryStore => ({
  add: async (documents) => new Set(await deliveries.insertMany(documents)),
  due: (query, limit) => findDue(deliveries, query, limit),
  lease: (candidates, until, token) => lease(deliveries, candidates, until, token),
  async settle(settlements) {
    await Promise.all([recordAttempts(attempts, settlements), ...settleInGroups(deliveries, settlements)]);
  },
  resume: (accountId, webhookId, lane, now) => resume(deliveries, accountId, webhookId, lane, now),
  resetDueTimes: (after, now, which, holder) => resetDueTimes(deliveries, after, now, which, holder),
  backlog: (now) => countBacklog(deliveries, now),
});

const findDue = async (
  deliveries: Deliveries,
  { after, before, lane, accountId, exceptLanes = [], exceptAccounts = [] }: DueQuery,
  limit: number,
): Promise<DueDelivery[]> => {
  const window = { ...(lane !== undefined && { lane }), dueAt: { $gt: after, $lt: before } };
  const condition = accountId === undefined ? inAllAccounts(window) : inAccounts(window, [accountId]);
  const oldestFirst = { dueAt: 1 } as const;
  const conditions = [
    ...(exceptLanes.length > 0 ? [{ lane: { $nin: [...exceptLanes] } }] : []),
    ...(exceptAccounts.length > 0 ? [{ accountId: { $nin: [...exceptAccounts] } }] : []),
    ...(accountId !== undefined ? [{ accountId }] : []),
  ];
  if (conditions.length === 0) return (await deliveries.find(condition, { sort: oldestFirst, limit })) as DueDelivery[];
  // A separate stage: some servers do not use the index for a combined condition.
  const matches = conditions.map(($match) => ({ $match }));
  return deliveries.aggregate<DueDelivery>([
    { $match: condition },
    ...matches,
    { $sort: oldestFirst },
    { $limit: limit },
  ]);
};

const lease = async (
  deliveries: Deliveries,
  candidates: readonly DueDelivery[],
  until: Date,
  token: string,
): Promise<LeasedDelivery[]> => {
  const latest = candidates.reduce((max, { dueAt }) => (dueAt > max ? dueAt : max), BEGINNING);
  const free = dueUntil(latest);
  const changed = await updateAll(deliveries, candidates, [
    { $set: { dueAt: choose(free, until, '$dueAt'), leaseBy: choose(free, token, '$leaseBy') } },
  ]);
  const leasedBy = (delivery: DueDelivery): LeasedDelivery => ({ ...delivery, dueAt: until, leaseBy: token });
  if (changed === candidates.length) return candidates.map(leasedBy);
  // Another process leased some of them: only those with our token are ours.
  const leased = await deliveries.find(
    inAccounts(
      { dueAt: { $gte: until, $lte: until } },
      candidates.map(({ accountId }) => accountId),
    ),
    { limit: MAX_FOUND, projection: { leaseBy: 1 } },
  );
  const leasedIds = new Set(leased.filter(({ leaseBy }) => leaseBy === token).map(({ _id }) => _id));
  return candidates.filter(({ _id }) => leasedIds.has(_id)).map(leasedBy);
};

const recordAttempts = async (
  attempts: DocumentCollection<AttemptDocument>,
  settlements: readonly Settlement[],
): Promise<void> => {
  const documents = settlements.flatMap(({ delivery, attempt }) =>
    attempt
      ? [
          {
            _id: formatAttemptId(delivery._id, delivery.tries + 1),
            accountId: delivery.accountId,
            created: attempt.at,
            ...attempt,
          },
        ]
      : [],
  );
  if (documents.length > 0) await attempts.insertMany(documents);
};

/** One update for each group of settlements that change the same. */
const settleInGroups = (deliveries: Deliveries, settlements: readonly Settlement[]): Promise<number>[] => {
  const groups = grouped(settlements, formatGroupKey, (settlement) => settlement);
  return [...groups.values()].map((group) =>
    updateAll(
      deliveries,
      group.map(({ delivery }) => delivery),
      toUpdate(group[0]!),
    ),
  );
};

const resume = async (
  deliveries: Deliveries,
  accountId: number,
  webhookId: number,
  lane: string,
  now: Date,
): Promise<void> => {
  const pending = await deliveries.aggregate<{ _id: string }>([
    { $match: inAccounts({ dueAt: { $gt: BEGINNING, $lte: END } }, [accountId]) },
    { $match: { accountId, webhookId } },
    { $limit: MAX_FOUND },
    { $project: { _id: 1 } },
  ]);
  // A valid lease stays: its result applies `resumedAt`. A delivery with an expired lease is already due.
  const pendingOnes = { $eq: ['$status', 'Pending'] };
  const unleased = { $eq: [{ $type: '$leaseBy' }, 'missing'] };
  const waits = { $and: [pendingOnes, unleased] };
  const leased = { $and: [pendingOnes, { $not: [unleased] }] };
  const keys = pending.map(({ _id }) => ({ _id, accountId }));
  // Different due times, because a page of the scheduler may contain only a part of equal ones.
  for (let at = 0; at < keys.length; at += CHUNK)
    await updateAll(deliveries, keys.slice(at, at + CHUNK), [
      {
        $set: {
          lane,
          dueAt: choose(waits, new Date(now.getTime() - Math.floor((keys.length - at) / CHUNK)), '$dueAt'),
          resumedAt: choose(leased, now, '$resumedAt'),
        },
      },
    ]);
};

const resetDueTimes = async (
  deliveries: Deliveries,
  after: Date,
  now: Date,
  which: 'leased' | 'all',
  holder: string,
): Promise<number> => {
  const keys = await deliveries.aggregate<DeliveryKey & { leaseBy?: string }>([
    { $match: inAllAccounts({ dueAt: { $gt: after, $lte: END } }) },
    { $limit: MAX_FOUND },
    { $project: { _id: 1, accountId: 1, leaseBy: 1 } },
  ]);
  const misplaced = keys.filter(({ leaseBy }) =>
    leaseBy === undefined ? which === 'all' : !leaseBy.startsWith(`${holder}:`),
  );
  const ahead = { $and: [{ $eq: ['$status', 'Pending'] }, { $gt: ['$dueAt', after] }] };
  await updateAll(deliveries, misplaced, [
    { $set: { dueAt: choose(ahead, now, '$dueAt'), leaseBy: choose(ahead, '$$REMOVE', '$leaseBy') } },
  ]);
  return misplaced.length;
};

const countBacklog = async (
  deliveries: Deliveries,
  now: Date,
): Promise<{ readonly due: number; readonly oldest: Date | undefined }> => {
  const filter = inAllAccounts({ dueAt: { $gt: BEGINNING, $lte: now } });
  const [due, oldest] = await Promise.all([
    deliveries.count(filter),
    deliveries.find(filter, { sort: { dueAt: 1 }, limit: 1, projection: { dueAt: 1 } }),
  ]);
  return { due, oldest: oldest[0]?.dueAt };
};

/** Returns the number of changed documents. */
const updateAll = async (deliveries: Deliveries, chosen: readonly DeliveryKey[], update: Update): Promise<number> => {
  let changed = 0;
  for (let at = 0; at < chosen.length; at += CHUNK)
    changed += await deliveries.updateMany(selectDeliveries(chosen.slice(at, at + CHUNK)), update);
  return changed;
};

/** What selects a delivery and its shard. */
export type DeliveryKey = Pick<Delivery, '_id' | 'accountId'>;

/** Selects deliveries by their keys. */
export const selectDeliveries = (chosen: readonly DeliveryKey[]): Condition =>
  inAccounts(
    { _id: { $in: chosen.map(({ _id }) => _id) } },
    chosen.map(({ accountId }) => accountId),
  );

/** Pending and due. A missing time compares as the earliest, hence the status. */
const dueUntil = (moment: Date): unknown => ({ $and: [{ $eq: ['$status', 'Pending'] }, { $lte: ['$dueAt', moment] }] });

/** The value if the guard holds; otherwise the field stays as it is, also if it is missing. */
export const choose = (guard: unknown, value: unknown, path: string): unknown => ({
  $cond: [guard, value, { $ifNull: [path, '$$REMOVE'] }],
});

const roundUp = (moment: Date): number => Math.ceil(moment.getTime() / GRAIN_MS) * GRAIN_MS;

const grouped = <T, K, V>(items: readonly T[], keyOf: (item: T) => K, valueOf: (item: T) => V): Map<K, V[]> => {
  const groups = new Map<K, V[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(valueOf(item));
    else groups.set(key, [valueOf(item)]);
  }
  return groups;
};

/** Settlements of one group share one update. */
const formatGroupKey = (settlement: Settlement): string => {
  // A success counts regardless of the lease.
  if (settlement.kind === 'delivered') return settlement.kind;
  const when = settlement.kind === 'retry' ? roundUp(settlement.dueAt) : '';
  return `${settlement.kind} ${settlement.delivery.leaseBy} ${settlement.attempt ? 1 : 0} ${when}`;
};

const toUpdate = (settlement: Settlement): Update => {
  if (settlement.kind === 'delivered')
    return { $set: { status: 'Delivered' }, $unset: { dueAt: 1, leaseBy: 1, resumedAt: 1 }, $inc: { tries: 1 } };
  const hasLease = { $eq: ['$leaseBy', settlement.delivery.leaseBy] };
  const ifLeased = (value: unknown, path: string): unknown => choose(hasLease, value, path);
  return [
    {
      $set: {
        ...(settlement.kind === 'deadLetter' && { status: ifLeased('GivenUp', '$status') }),
        ...(settlement.attempt && { tries: ifLeased({ $add: ['$tries', 1] }, '$tries') }),
        dueAt: ifLeased(
          settlement.kind === 'retry' ? { $ifNull: ['$resumedAt', new Date(roundUp(settlement.dueAt))] } : '$$REMOVE',
          '$dueAt',
        ),
        resumedAt: ifLeased('$$REMOVE', '$resumedAt'),
        leaseBy: ifLeased('$$REMOVE', '$leaseBy'),
      },
    },
  ];
};
