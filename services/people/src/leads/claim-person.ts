import { seesWholeAccount, type Actor } from '@porchlight/access';
import type {
  ClaimPersonRequest,
  ClaimPersonResponse,
  IgnoreUnclaimedRequest,
  IgnoreUnclaimedResponse,
} from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { renderTime } from '@porchlight/resource';
import type { StoreCall } from '@porchlight/store';
import type { Parts } from '../service';
import type { AccountSettings, Settings } from '../settings';
import { claimField, endOffer, type PersonDocument } from '../person';
import { followNow, type Following } from '../following';
import type { Offers } from '../offers';

/** Leads that users may claim. */
export interface OfferedLeads extends Following, Pick<Settings, 'settingsCache'>, Pick<Parts, 'clock'> {
  readonly offers: Offers;
}

/** The person with the user who claimed the lead as assigned user. */
export const assignTo = (settings: AccountSettings, person: PersonDocument, userId: number): PersonDocument =>
  endOffer({ ...person, [claimField(settings, person)]: userId });

/**
 * Claims a lead that is offered to several users (decisions section 4). The first user gets it; later ones get 409 with
 * the name of the user who has it. Returns 404 unless the lead is offered to the caller. Idempotent.
 */
export const claimPerson =
  (offered: OfferedLeads) =>
  async ({ personId }: ClaimPersonRequest, call: StoreCall): Promise<ClaimPersonResponse> => {
    const { people, offers, settingsCache, clock } = offered;
    const { actor } = call;
    const settings = await settingsCache.load(actor.accountId);
    const claimed = await people.modify(call, personId, (before) => {
      if (!mayClaim(actor, before)) throw refuse('NOT_FOUND', { what: 'person' });
      const holder = before[claimField(settings, before)];
      if (before.claimed === false && holder === undefined)
        return { ...assignTo(settings, before, actor.userId), claimedAt: clock.date(), claimedById: actor.userId };
      if (holder === actor.userId) return endOffer(before);
      const name = (holder === undefined ? undefined : settings.member(holder)?.name) ?? 'another user';
      throw refuse('CONFLICT', { message: `This lead has been claimed by ${name}.`, lead: formatClaimedLead(before) });
    });
    await offers.done(actor.accountId, personId);
    // Makes the newest records of the person visible to the user before the response. The consumer of the change
    // updates the others.
    await followNow(offered, call.signal, { accountId: actor.accountId, personId, kind: 'show' });
    return { record: await people.render(claimed, call) };
  };

/** The lead as clients read it from the body of the 409 (D13.10), as JSON: parameters of errors are texts. */
const formatClaimedLead = ({ id, created, name, firstName, lastName, source, picture }: PersonDocument): string =>
  JSON.stringify({
    id,
    created: renderTime(created),
    name: name ?? null,
    firstName: firstName ?? null,
    lastName: lastName ?? null,
    source: source ?? null,
    sourceId: null,
    picture: picture === undefined ? null : { small: picture },
    claimed: true,
  });

/** Owners and brokers may claim any offered lead; other users only leads that are offered to them. */
const mayClaim = (actor: Actor, person: PersonDocument): boolean =>
  person.claimed !== undefined &&
  person.mergedInto === undefined &&
  (seesWholeAccount(actor) || (person.offeredUserIds ?? []).includes(actor.userId));

/**
 * Removes an offered lead from the caller's unclaimed leads (decisions section 11); others may still claim it. Throws
 * NOT_FOUND unless the lead is offered to the caller.
 */
export const ignoreUnclaimed =
  ({ people, offers }: Pick<OfferedLeads, 'people' | 'offers'>) =>
  async ({ personId }: IgnoreUnclaimedRequest, call: StoreCall): Promise<IgnoreUnclaimedResponse> => {
    const { accountId, userId } = call.actor;
    const change = (before: PersonDocument): PersonDocument => {
      const { claimed, mergedInto, offeredUserIds = [] } = before;
      if (claimed !== false || mergedInto !== undefined || !offeredUserIds.includes(userId))
        throw refuse('NOT_FOUND', { what: 'person' });
      return { ...before, offeredUserIds: offeredUserIds.filter((id) => id !== userId) };
    };
    await people.modify(call, personId, change, { silent: true });
    await offers.ignore(accountId, personId, userId);
    return {};
  };
