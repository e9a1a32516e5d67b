import { people as descriptor, type Person } from '@porchlight/contracts';
import type { Descriptor } from '@porchlight/resource';
import type { Strategy } from '@porchlight/store';
import type { AccountSettingsCache } from '../settings/account-settings-cache';
import { claimField, endOffer } from './offer-state';
import { includesUnclaimed } from './people-filters';
import type { PersonDocument } from './person-document';

/** An internal filter: people who are offered to a user and unclaimed; 0 matches all offered people. */
export const OFFERED_TO = 'offeredTo';

/** Offers of leads: to a user, or all of them, newest first, at most `limit`. */
export interface OpenOffers {
  open(accountId: number, userId: number | undefined, limit: number): Promise<readonly { readonly personId: number }[]>;
}

/** Most offers that one list is made from, the newest. */
const MAX_OFFERS = 1_000;

/** The descriptor with the filter of lists of unclaimed people. */
export const withOfferedTo = (stored: typeof descriptor): Descriptor<Person> => ({
  ...stored,
  filters: { ...stored.filters, [OFFERED_TO]: { type: 'int', match: 'rule' } },
});

/** The rules of people, with those of leads that are offered to a group (decisions section 4). */
export const withOffers = (
  strategy: Strategy<Person, PersonDocument>,
  offers: OpenOffers,
  settingsCache: Pick<AccountSettingsCache, 'cached'>,
): Strategy<Person, PersonDocument> => ({
  ...strategy,
  async prepareForUpdate(call, before, input, mask, options) {
    const after = (await strategy.prepareForUpdate?.(call, before, input, mask, options)) ?? before;
    // Assigning a person ends the offer.
    if (before.claimed !== false) return after;
    const field = claimField(settingsCache.cached(call.actor.accountId), before);
    return after[field] !== undefined && after[field] !== before[field] ? endOffer(after) : after;
  },
  async prepareList(call, query) {
    const asked = query.filters.find(({ name }) => name === OFFERED_TO);
    const prepared = (await strategy.prepareList?.(call, query)) ?? query;
    if (!asked) return prepared;
    const userId = Number(asked.values[0]);
    const open = await offers.open(call.actor.accountId, userId > 0 ? userId : undefined, MAX_OFFERS);
    if (open.length === MAX_OFFERS) call.warn?.(`Only the newest ${MAX_OFFERS} unclaimed leads are listed.`);
    const values = open.map(({ personId }) => String(personId));
    return { ...prepared, filters: [...prepared.filters, { name: 'ids', values }] };
  },
  async alsoVisible(call, filters) {
    if (!filters.some(includesUnclaimed)) return undefined;
    const open = await offers.open(call.actor.accountId, call.actor.userId, MAX_OFFERS);
    if (open.length === MAX_OFFERS) call.warn?.(`Only the newest ${MAX_OFFERS} unclaimed leads are listed.`);
    return open.length === 0 ? undefined : { id: { $in: open.map(({ personId }) => personId) }, claimed: false };
  },
  // Only the person is current: the lead may just have been claimed.
  conditionFor: (call, filter) =>
    filter.name === OFFERED_TO ? { claimed: false } : strategy.conditionFor?.(call, filter),
  countFor: (call, filters) =>
    filters.some(({ name }) => name === OFFERED_TO) ? undefined : strategy.countFor?.(call, filters),
});
