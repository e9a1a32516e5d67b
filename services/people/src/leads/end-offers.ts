import { unlessGone } from '@porchlight/errors';
import { sleep, type Worker } from '@porchlight/runtime';
import { systemCall } from '@porchlight/store';
import { type AccountSettings, type GroupView, pondMembers, type PondView } from '../settings';
import type { Ports } from './stores';
import type { LeadFact } from '../activity';
import type { LeadOfferJob } from '../offers';
import type { Rotation } from './rotation';
import { claimField, endOffer, type PersonDocument } from '../person';
import { givenTo } from './claim-person';
import { takeNextUser } from './route-lead';

const PAUSE_MS = 2_000;

/** Assigns unclaimed leads after their offer ended. One replica at a time has the lease. */
export const createOfferEnder = (ports: Ports, hold: () => Promise<boolean>): Worker => ({
  async run(signal) {
    while (await sleep(PAUSE_MS, signal)) {
      // Taking the lease is a write, so it is taken only if there is work.
      const due = await ports.offers.endedBefore(ports.clock.now());
      if (due.length > 0 && (await hold())) await endOffers(ports, signal);
    }
  },
});

/**
 * One round of the worker. Every step is idempotent; the offer is deleted last. Returns the number of ended offers. An
 * offer that fails does not delay others.
 */
export const endOffers = async (ports: Ports, signal: AbortSignal): Promise<number> => {
  let ended = 0;
  for (const offer of await ports.offers.endedBefore(ports.clock.now())) {
    signal.throwIfAborted();
    try {
      await endOne(ports, offer, signal);
      ended++;
    } catch (error) {
      ports.logger.warn({ event: 'offer.not_ended', accountId: offer.accountId, personId: offer.personId, err: error });
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

const endOne = async (ports: Ports, offer: LeadOfferJob, signal: AbortSignal): Promise<void> => {
  const { people, settingsCache, rotation, offers } = ports;
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
    const given = await unlessGone(
      people.modify(call, personId, (before) => {
        if (before.claimed !== false) return undefined;
        // Without a user in the group the lead stays unassigned and is no longer offered; an assigned person keeps the
        // user.
        const free = before[claimField(settings, before)] === undefined;
        return next === undefined || !free ? endOffer(before) : givenTo(settings, before, next);
      }),
    );
    if (given && next !== undefined && (given.assignedUserId === next || given.assignedLenderId === next))
      await publishAssignment(ports, call, offer.eventId, next);
  }
  await offers.done(accountId, personId);
};

/** Publishes the assignment: the user is notified; `isNew` is false, so that no plan is applied twice. */
const publishAssignment = ({ events }: Ports, call: ReturnType<typeof systemCall>, eventId: number, userId: number) =>
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
