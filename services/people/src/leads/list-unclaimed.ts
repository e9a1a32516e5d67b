import { seesWholeAccount } from '@porchlight/access';
import type { ListUnclaimedRequest, ListUnclaimedResponse } from '@porchlight/contracts';
import { FIRST_PAGE } from '@porchlight/resource';
import type { StoreCall } from '@porchlight/store';
import { OFFERED_TO, type People } from '../people';

/**
 * Lists offered leads that are unclaimed (decisions section 4). Users of a group see those offered to them, even if
 * they may not see the people otherwise; owner and brokers see all.
 */
export const listUnclaimed =
  ({ people }: Pick<People, 'people'>) =>
  async ({ query = FIRST_PAGE }: ListUnclaimedRequest, call: StoreCall): Promise<ListUnclaimedResponse> => {
    const { actor, signal } = call;
    const offeredTo = { name: OFFERED_TO, values: [String(seesWholeAccount(actor) ? 0 : actor.userId)] };
    const filters = [...query.filters.filter(({ name }) => name !== OFFERED_TO), offeredTo];
    return people.list({ actor: { ...actor, role: 'Operator' }, signal }, { ...query, filters });
  };
