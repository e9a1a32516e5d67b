import type { DocumentCollection, Index } from '@porchlight/store';
import { KEPT_ATTEMPTS, type Attempt, type Delivery, type LeasedDelivery } from '../delivery/delivery';
import { EVENT_SECONDS } from '../notification/event-record';
import type { DeliveryBook, DueDelivery, Settlement } from '../ports';

export const deliveryIndexes: readonly Index[] = [
  // Only pending ones have it, so the index stays as small as what waits.
  { keys: { dueAt: 1 }, sparse: true, global: true },
  { keys: { webhookId: 1, _id: 1 } },
  { keys: { created: 1 }, global: true, expireAfterSeconds: EVENT_SECONDS },
];

/** A delivery in its lease has dueAt in the future, so two-sided ranges match only what nobody holds. */
const BEGINNING = new Date(0);
const WITHOUT_ATTEMPTS = { attempts: 0 } as const;

/** Deliveries in their collection. */
export const createDeliveryBook = (deliveries: DocumentCollection<Delivery>): DeliveryBook => ({
  async add(documents) {
    return new Set(await deliveries.insertMany(documents));
  },

  async due(now, limit, exceptLanes) {
    const filter = { dueAt: { $gt: BEGINNING, $lte: now }, ...(exceptLanes.length > 0 && { lane: { $nin: exceptLanes } }) };
    return (await deliveries.find(filter, { sort: { dueAt: 1 }, limit, projection: WITHOUT_ATTEMPTS })) as DueDelivery[];
  },

  async lease(candidates, until, token) {
    const taken = await deliveries.bulkUpdate(
      candidates.map(({ _id, dueAt }) => ({ filter: { _id, dueAt }, update: { $set: { dueAt: until, leaseBy: token } } })),
    );
    const leased = candidates.map((candidate): LeasedDelivery => ({ ...candidate, dueAt: until, leaseBy: token }));
    if (taken === candidates.length) return leased;
    // Another process was quicker with some: only what bears our token is ours.
    const ours = await deliveries.find(
      { _id: { $in: candidates.map(({ _id }) => _id) }, leaseBy: token },
      { limit: candidates.length, projection: { _id: 1 } },
    );
    const ids = new Set(ours.map(({ _id }) => _id));
    return leased.filter(({ _id }) => ids.has(_id));
  },

  async postpone(moves) {
    await deliveries.bulkUpdate(
      moves.map(({ delivery: { _id, dueAt }, dueAt: later }) => ({
        filter: { _id, dueAt },
        update: { $set: { dueAt: later }, $unset: { leaseBy: 1 } },
      })),
    );
  },

  async settle(settlements) {
    await deliveries.bulkUpdate(settlements.map(updateFor));
  },

  async resume(accountId, webhookId, lane, now) {
    // A lease that ran out is due by itself; one that runs must not be broken.
    await deliveries.updateMany({ accountId, webhookId, status: 'Pending', leaseBy: null }, { $set: { dueAt: now, lane } });
  },

  async backlog(now) {
    const filter = { dueAt: { $gt: BEGINNING, $lte: now } };
    const [due, oldest] = await Promise.all([
      deliveries.count(filter),
      deliveries.find(filter, { sort: { dueAt: 1 }, limit: 1, projection: { dueAt: 1 } }),
    ]);
    return { due, oldest: oldest[0]?.dueAt };
  },
});

const pushed = (attempt: Attempt | undefined): Record<string, unknown> =>
  attempt ? { $push: { attempts: { $each: [attempt], $slice: -KEPT_ATTEMPTS } }, $inc: { tries: 1 } } : {};

const updateFor = (settlement: Settlement): { filter: Record<string, unknown>; update: Record<string, unknown> } => {
  const { _id, leaseBy } = settlement.delivery;
  switch (settlement.kind) {
    case 'delivered':
      // It arrived, whoever holds the lease by now.
      return {
        filter: { _id, status: 'Pending' },
        update: { $set: { status: 'Delivered' }, $unset: { dueAt: 1, leaseBy: 1 }, ...pushed(settlement.attempt) },
      };
    case 'givenUp':
      return {
        filter: { _id, leaseBy },
        update: { $set: { status: 'GivenUp' }, $unset: { dueAt: 1, leaseBy: 1 }, ...pushed(settlement.attempt) },
      };
    case 'again':
      return {
        filter: { _id, leaseBy },
        update: { $set: { dueAt: settlement.dueAt }, $unset: { leaseBy: 1 }, ...pushed(settlement.attempt) },
      };
  }
};
