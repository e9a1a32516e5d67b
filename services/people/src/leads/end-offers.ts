import { unlessGone } from '@porchlight/errors';
import { sleep, type Worker } from '@porchlight/runtime';
import { systemCall, type StoreCall } from '@porchlight/store';
import { type AccountSettings, type GroupView, pondMembers, type PondView, type Settings } from '../settings';
import type { Events, LeadFact } from '../events';
import type { LeadOfferJob, Offers } from '../offers';
import type { People } from '../people';
import type { Parts } from '../service';
import type { Leads } from './lead-parts';
import type { Rotation } from './rotation';
import { claimField, endOffer, type PersonDocument } from '../person';
import { assignTo } from './claim-person';
import { takeNextUser } from './route-lead';

const PAUSE_MS = 2_000;

/** What the end of an offer changes. */
export interface EndedOffers
  extends
    Pick<People, 'people'>,
    Pick<Settings, 'settingsCache'>,
    Pick<Leads, 'rotation'>,
    Pick<Parts, 'clock' | 'logger'> {
  readonly offers: Offers;
  readonly events: Events;
}

/** Assigns unclaimed leads after their offer ended. One replica at a time has the lease. */
export const createOfferEnder = (leads: EndedOffers, hold: () => Promise<boolean>): Worker => ({
  async run(signal) {
    while (await sleep(PAUSE_MS, signal)) {
      // Taking the lease is a write, so it is taken only if there is work.
      const due = await leads.offers.endedBefore(leads.clock.now());
      if (due.length > 0 && (await hold())) await endOffers(leads, signal);
    }
  },
});

/**
 * One round of the worker. Every step is idempotent; the offer is deleted last. Returns the number of ended offers. An
 * offer that fails does not delay others.
 */
export const endOffers = async (leads: EndedOffers, signal: AbortSignal): Promise<number> => {
  let ended = 0;
  for (const offer of await leads.offers.endedBefore(leads.clock.now())) {
    signal.throwIfAborted();
    try {
      await endOne(leads, offer, signal);
      ended++;
    } catch (error) {
      leads.logger.warn({ event: 'offer.not_ended', accountId: offer.accountId, personId: offer.personId, err: error });
    }
  }
  return ended;
};

/**
 * The user who gets an unclaimed lead: the default user, else the next of the default group, else the next of the
 * group.
 */
const nextUser = async (rotation: Rotation, accountId: number, group: GroupView, settings: AccountSettings) => {
  const { defaultUserId, defaultGroupId } = group;
  const [user] = defaultUserId === undefined ? [] : settings.availableAmong([defaultUserId]);
  if (user !== undefined) return user;
  const other = defaultGroupId === undefined ? undefined : settings.group(defaultGroupId);
  const next = other && (await takeNextUser(rotation, accountId, other, settings));
  return next ?? takeNextUser(rotation, accountId, group, settings);
};

/** The pond that gets the unclaimed leads of a group; undefined when a default user or group is set before it. */
const defaultPond = (group: GroupView, settings: AccountSettings): PondView | undefined => {
  const { defaultUserId, defaultGroupId, defaultPondId } = group;
  return defaultUserId === undefined && defaultGroupId === undefined && defaultPondId !== undefined
    ? settings.pond(defaultPondId)
    : undefined;
};

/** Adds the person to a pond, unless the person has a user already. */
const intoPond = (person: PersonDocument, pond: PondView, field: 'assignedUserId' | 'assignedLenderId') =>
  person[field] === undefined ? { ...person, assignedPondId: pond.id, pondUserIds: pondMembers(pond) } : person;

const endOne = async (leads: EndedOffers, offer: LeadOfferJob, signal: AbortSignal): Promise<void> => {
  const { people, settingsCache, rotation, offers } = leads;
  const { accountId, personId } = offer;
  const call = systemCall(accountId, signal);
  const settings = await settingsCache.load(accountId);
  const person = await people.load(call, personId);
  // After a crash the stored user gets the lead, unless disabled meanwhile.
  let next = offer.givenTo !== undefined && settings.mayReceive(offer.givenTo, 'lead') ? offer.givenTo : undefined;
  const group = settings.group(offer.groupId);
  const pond = group && defaultPond(group, settings);
  if (person?.claimed === false) {
    next ??= group && !pond ? await nextUser(rotation, accountId, group, settings) : undefined;
    // Stored first, so that after a crash the same user gets the lead and is notified.
    if (next !== undefined) await offers.give(offer, next);
  }
  if (person && pond && next === undefined)
    await unlessGone(
      people.modify(call, personId, (before) =>
        before.claimed === false ? intoPond(endOffer(before), pond, claimField(settings, before)) : undefined,
      ),
    );
  else if (person && (person.claimed === false || next !== undefined)) {
    const assigned = await unlessGone(
      people.modify(call, personId, (before) => {
        if (before.claimed !== false) return undefined;
        // Without a user in the group the lead stays unassigned and is no longer offered; an assigned person keeps the
        // user.
        const free = before[claimField(settings, before)] === undefined;
        return next === undefined || !free ? endOffer(before) : assignTo(settings, before, next);
      }),
    );
    if (assigned && next !== undefined && (assigned.assignedUserId === next || assigned.assignedLenderId === next))
      await publishAssignment(leads, call, offer.eventId, next);
  }
  await offers.done(accountId, personId);
};

/** Publishes the assignment: the user is notified; `isNew` is false, so that no plan is applied twice. */
const publishAssignment = ({ events }: Pick<EndedOffers, 'events'>, call: StoreCall, eventId: number, userId: number) =>
  unlessGone(
    events.modify(call, eventId, (before) =>
      before.lead ? { ...before, lead: reassigned(before.lead, userId) } : undefined,
    ),
  );

const reassigned = ({ personName, actionPlanId }: LeadFact, userId: number): LeadFact => ({
  isNew: false,
  personName,
  inquiry: true,
  notifyUserIds: [userId],
  reassigned: true,
  ...(actionPlanId !== undefined && { actionPlanId }),
});
