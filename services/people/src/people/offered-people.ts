import { people as descriptor, type Person } from '@porchlight/contracts';
import type { Descriptor } from '@porchlight/resource';
import type { StoreCall, Strategy } from '@porchlight/store';
import type { Offers } from '../offers';
import type { AccountSettingsCache } from '../settings';
import { claimField, endOffer, type PersonDocument } from '../person';
import { includesUnclaimed } from './people-filters';

/** An internal filter: people who are offered to a user and unclaimed; 0 matches all offered people. */
export const OFFERED_TO = 'offeredTo';

/** Maximum number of offers that one list is built from, the newest. */
const MAX_OFFERS = 1_000;

/** The descriptor with the filter of lists of unclaimed people. */
export const withOfferedTo = (stored: typeof descriptor): Descriptor<Person> => ({
  ...stored,
  filters: { ...stored.filters, [OFFERED_TO]: { type: 'int', match: 'rule' } },
});

/** Rules of people that include those of writes and lists. */
export type PeopleStrategy<L> = Strategy<Person, PersonDocument, L> &
  Required<Pick<Strategy<Person, PersonDocument>, 'prepare' | 'planList'>>;

/** The rules of people, with those of leads that are offered to a group (decisions section 4). */
export const withOffers = <L>(
  strategy: PeopleStrategy<L>,
  offers: Pick<Offers, 'open'>,
  settingsCache: Pick<AccountSettingsCache, 'cached'>,
): PeopleStrategy<L> => {
  /** Ids of people who are offered to a user, or to any. */
  const findOffered = async (call: StoreCall, userId: number | undefined): Promise<number[]> => {
    const open = await offers.open(call.actor.accountId, userId, MAX_OFFERS);
    if (open.length === MAX_OFFERS) call.warn?.(`Only the newest ${MAX_OFFERS} unclaimed leads are listed.`);
    return open.map(({ personId }) => personId);
  };
  return {
    ...strategy,
    async prepare(call, write, declared) {
      const after = await strategy.prepare(call, write, declared);
      // Assigning a person ends the offer.
      if (write.before?.claimed !== false) return after;
      const field = claimField(settingsCache.cached(call.actor.accountId), write.before);
      return after[field] !== undefined && after[field] !== write.before[field] ? endOffer(after) : after;
    },
    async planList(call, query) {
      const plan = await strategy.planList(call, query);
      if (query.filters.some(includesUnclaimed)) {
        const ids = await findOffered(call, call.actor.userId);
        return ids.length === 0 ? plan : { ...plan, alsoVisible: { id: { $in: ids }, claimed: false } };
      }
      const offeredTo = query.filters.find(({ name }) => name === OFFERED_TO);
      if (!offeredTo) return plan;
      const userId = Number(offeredTo.values[0]);
      const ids = await findOffered(call, userId > 0 ? userId : undefined);
      const prepared = plan.query ?? query;
      return {
        ...plan,
        query: { ...prepared, filters: [...prepared.filters, { name: 'ids', values: ids.map(String) }] },
        // Only the person is current: the lead may just have been claimed.
        conditions: [...(plan.conditions ?? []), { claimed: false }],
        counter: undefined,
      };
    },
  };
};
