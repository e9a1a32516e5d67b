import { isDeepStrictEqual } from 'node:util';
import { canSeeViewers } from '@porchlight/access';
import { isRefusal, refuse } from '@porchlight/errors';
import { memoize } from '@porchlight/idempotency';
import { createBatcher, FailedItem } from '@porchlight/runtime';
import { isUniqueConflict, systemCall, type StoreCall } from '@porchlight/store';
import type { EventDocument } from '../events';
import { findKnownPeople, loadSurvivor, MAX_REFUSALS } from '../people';
import { fillNames, findForeignName, type PersonDocument, listViewers, withoutActivity } from '../person';
import { findMatchingValue } from './explain-route';
import { showToPond } from './follow-pond';
import type { Lead } from './lead';
import type { FlowLead, LeadDecision } from './lead-flow';
import type { LeadIntake } from './lead-parts';
import { isNewName, mergeLead } from './merge-lead';
import { publishIgnoredOptOut } from './opt-out';
import { newPerson } from './parse-lead';
import { recordNewPersonEvent, type KnownLead } from './record-event';
import { findRepeated, type RecentInquiry } from './repeated-inquiry';

/** What became of a lead. */
export interface StoredLead extends KnownLead {
  readonly person: PersonDocument;
  readonly created: boolean;
  /** The event of the lead that created the person is already stored. */
  readonly event?: EventDocument;
}

/** The state of one lead over all attempts. */
export interface Work {
  readonly lead: Lead;
  /** The identities of its person, as keys of the mutex. */
  readonly keys: readonly string[];
  /** Required for every person, so it starts during the lookup. */
  eventId: Promise<number>;
  /** The key of the inquiry; undefined if it is never a repetition. */
  readonly inquiryKey: string | undefined;
  /** The first event of the same inquiry was never written: its process ended. */
  missingEventId?: number;
  /** Decided once, so that a lost race does not take a second turn of a group. */
  decision?: Promise<LeadDecision>;
  refusals: number;
}

/**
 * `lost`: a concurrent write won; `refused`: another person already has the claim. In both cases the lookup is
 * repeated.
 */
export type NotStored = 'lost' | 'refused' | 'ignored';

type Outcome = StoredLead | NotStored;

/** The call with another deadline. Its parts may be computed, so that a spread would not copy them. */
const withSignal = (
  { actor, suppressOwn, batchId, cause, idempotency }: StoreCall,
  signal: AbortSignal,
): StoreCall => ({
  actor,
  signal,
  idempotency,
  ...(suppressOwn !== undefined && { suppressOwn }),
  ...(batchId !== undefined && { batchId }),
  ...(cause !== undefined && { cause }),
});

/** Stores the person of a lead. */
export type StorePerson = (waiting: WaitingLead) => Promise<Outcome>;

/** A lead whose person is not stored yet. */
export interface WaitingLead {
  readonly call: StoreCall;
  readonly work: Work;
}

/** A lead as the rules of lead flow read it. */
export const buildFlowLead = ({ flow, historyOnly }: Lead, actor: FlowLead['actor']): FlowLead => ({
  ...flow,
  actor,
  historyOnly,
});

/** Where the person of a lead goes. */
export const decide = async (intake: LeadIntake, call: StoreCall, work: Work): Promise<LeadDecision> => {
  const { lead } = work;
  const settings = await intake.settingsCache.load(call.actor.accountId);
  const choose = (): Promise<LeadDecision> => intake.leadFlow.decide(buildFlowLead(lead, call.actor), settings);
  return (work.decision ??= Promise.resolve(memoize(call, 'decision', choose)));
};

/** The people that a lead is about, the best match first. */
const findTargets = async (
  intake: Pick<LeadIntake, 'people' | 'merges'>,
  call: StoreCall,
  { lead }: Pick<Work, 'lead'>,
): Promise<readonly PersonDocument[]> => {
  const matches = await findKnownPeople(intake.people, call, lead.person);
  if (lead.personId === undefined) return matches;
  // An opt-out counts also from a caller who may not see the person (D13.4).
  const reader = lead.type === 'Unsubscribed' ? systemCall(call.actor.accountId, call.signal) : call;
  const named = (await intake.people.load(reader, lead.personId)) ?? (await loadSurvivor(intake, call, lead.personId));
  if (!named) throw refuse('NOT_FOUND', { what: 'person' });
  return [named, ...matches.filter(({ id }) => id !== named.id)];
};

/** The known person that a lead is about, and the value by which it was found. Throws NOT_FOUND for an unknown id. */
export const findMatch = async (
  intake: Pick<LeadIntake, 'people' | 'merges'>,
  call: StoreCall,
  lead: Lead,
): Promise<{ readonly person: PersonDocument; readonly matchedBy: KnownLead['matchedBy'] } | undefined> => {
  const [person] = await findTargets(intake, call, { lead });
  return person && { person, matchedBy: findMatchingValue(person, lead) };
};

/** The person after the leads were merged, for each lead; leads of one key. */
const storePeople = async (
  intake: LeadIntake,
  waiting: readonly WaitingLead[],
  signal: AbortSignal,
): Promise<(Outcome | FailedItem)[]> => {
  const [first, ...others] = waiting;
  if (!first) return [];
  const call = signal === first.call.signal ? first.call : withSignal(first.call, signal);
  const matches = await findTargets(intake, call, first.work);
  if (matches.length > 0) return mergeInto(intake, call, waiting, matches);
  // A create whose outcome is unknown is not tried again here: the person would look like a known one.
  const created = await createFromLead(intake, call, first.work).catch((error: unknown) => new FailedItem(error));
  return [created, ...(await storeTogether(intake, others, signal))];
};

/** Stores the leads together, or each alone if one of them is refused: no lead fails for another one. */
const storeTogether = async (
  intake: LeadIntake,
  waiting: readonly WaitingLead[],
  signal: AbortSignal,
): Promise<(Outcome | FailedItem)[]> => {
  try {
    return await storePeople(intake, waiting, signal);
  } catch (error) {
    const isRefused = isRefusal(error) && error.reason !== 'UNAVAILABLE';
    if (waiting.length === 1 || !isRefused) return waiting.map(() => new FailedItem(error));
    const outcomes: (Outcome | FailedItem)[] = [];
    for (const one of waiting) outcomes.push(...(await storeTogether(intake, [one], signal)));
    return outcomes;
  }
};

/** The inquiry as its person remembers it. */
const describeInquiry = async ({ clock }: LeadIntake, work: Work): Promise<RecentInquiry | undefined> =>
  work.inquiryKey === undefined ? undefined : { key: work.inquiryKey, eventId: await work.eventId, at: clock.now() };

/** What the event of the lead says about a known person, as it was before the lead. */
const describeKnown = (
  before: PersonDocument,
  { lead, missingEventId }: Work,
  isHidden: (person: PersonDocument) => boolean,
  inquiry: RecentInquiry | undefined,
): KnownLead => {
  const repeated = inquiry && findRepeated(before, inquiry);
  const named = isHidden(before) ? before : fillNames(before, lead.person);
  const sentBy = findForeignName(named, lead.person);
  return {
    duplicateOf: repeated?.eventId === missingEventId ? undefined : repeated?.eventId,
    sentBy,
    isNewName: sentBy !== undefined && isNewName(before, sentBy),
    matchedBy: findMatchingValue(before, lead),
  };
};

/** Merges leads into a person in their order, in one write. */
const mergeInto = async (
  intake: LeadIntake,
  call: StoreCall,
  waiting: readonly WaitingLead[],
  [match, ...others]: readonly PersonDocument[],
): Promise<Outcome[]> => {
  const { people, settingsCache } = intake;
  const settings = await settingsCache.load(call.actor.accountId);
  const inquiries = await Promise.all(waiting.map(({ work }) => describeInquiry(intake, work)));
  const isHidden = (person: PersonDocument): boolean => !canSeeViewers(call.actor, listViewers(person));
  let about: KnownLead[] = [];
  const mergeOne = (before: PersonDocument, { work }: WaitingLead, at: number): PersonDocument => {
    const { lead } = work;
    const known = describeKnown(before, work, isHidden, inquiries[at]);
    about.push(known);
    return mergeLead(before, lead.person, {
      at: lead.at,
      type: lead.type,
      unsubscribed: lead.type === 'Unsubscribed',
      defaultStageId: settings.defaultStage.id,
      duplicates: others.map(({ id }) => id),
      isHidden: isHidden(before),
      inquiry: known.duplicateOf === undefined ? inquiries[at] : undefined,
    });
  };
  const merge = (before: PersonDocument): PersonDocument => {
    about = [];
    return waiting.reduce(mergeOne, before);
  };
  const storedAs = (person: PersonDocument): StoredLead[] =>
    about.map((known) => ({ person, created: false, ...known }));
  const merged = merge(match!);
  if (isDeepStrictEqual(match, merged)) return storedAs(match!);
  // Updates that only change activity fields do not publish an event: most visits of known people change nothing else.
  const silent = sameButActivity(match!, merged);
  let lost = false;
  try {
    const person = await people.modify(
      call,
      match!.id,
      (before) => {
        // The first attempt gets the person of the lookup.
        if (before === match && before.mergedInto === undefined) return merged;
        const after = merge(before);
        // A person in a merge takes no updates; the next lookup finds its survivor.
        lost = before.mergedInto !== undefined || (silent && !sameButActivity(before, after));
        return lost || isDeepStrictEqual(before, after) ? undefined : after;
      },
      { silent, document: match! },
    );
    return lost ? waiting.map(() => 'lost' as const) : storedAs(person);
  } catch (error) {
    if (isRefusal(error) && (error.reason === 'NOT_FOUND' || error.reason === 'CONFLICT'))
      return waiting.map(() => 'lost' as const);
    throw error;
  }
};

/** The document without its activity and without what leads remember on it. */
const withoutTraces = (person: PersonDocument): Partial<PersonDocument> => {
  const { inquiries: _inquiries, sentNames: _names, ...rest } = withoutActivity(person) as Partial<PersonDocument>;
  return rest;
};

const sameButActivity = (before: PersonDocument, after: PersonDocument): boolean =>
  isDeepStrictEqual(withoutTraces(before), withoutTraces(after));

const createFromLead = async (intake: LeadIntake, call: StoreCall, work: Work): Promise<StoredLead | NotStored> => {
  const { lead } = work;
  const { accountId } = call.actor;
  const decision = await decide(intake, call, work);
  if (decision.ignore) {
    await publishIgnoredOptOut(intake, call, lead);
    return 'ignored';
  }
  const takenId = decision.offer && (await intake.people.takeId(call));
  if (decision.offer && takenId !== undefined) {
    const { groupId, userIds, until } = decision.offer;
    const offer = { accountId, personId: takenId, groupId, userIds: [...userIds], until: until.getTime() };
    // Written before the person, so that the worker ends the offer even after a crash in between.
    await intake.offers.add({ ...offer, eventId: await work.eventId });
  }
  try {
    let event: EventDocument | undefined;
    const inquiry = await describeInquiry(intake, work);
    const draft = newPerson(lead, decision, work.refusals < MAX_REFUSALS, inquiry);
    const person = await intake.people.insert(call, draft, {
      ...(takenId !== undefined && { takenId }),
      meanwhile: async (created) => {
        event = await recordNewPersonEvent(intake, call, lead, created, { decision, takenId: await work.eventId });
      },
    });
    // The members of the pond may have changed since they were cached.
    if (decision.assignedPondId !== undefined) await showToPond(intake, call, person.id);
    return { person, created: true, ...(event && { event }) };
  } catch (error) {
    if (!isUniqueConflict(error)) throw error;
    if (takenId !== undefined) await intake.offers.done(accountId, takenId);
    return 'refused';
  }
};

/** Leads that share a write of their person. */
const MAX_TOGETHER = 64;
/** Longest run of such a write, ms; the deadline of a single lead is that of its call. */
const WRITE_TIMEOUT_MS = 10_000;

/**
 * Leads with equal contacts from one sender, such as of a form that is sent 50 times, wait for each other; those that
 * wait share one lookup and one write of the person. A mutex keeps leads with other contacts of the person apart.
 */
export const sharePersonWrites = (intake: LeadIntake): StorePerson => {
  const batcher = createBatcher<WaitingLead, Outcome>({
    maxItems: MAX_TOGETHER,
    keyOf: formatWriteKey,
    run: (waiting) => {
      const { call, work } = waiting[0]!;
      const signal = waiting.length === 1 ? call.signal : AbortSignal.timeout(WRITE_TIMEOUT_MS);
      return intake.mutex.run(work.keys, signal, () => storeTogether(intake, waiting, signal));
    },
  });
  return async (waiting) => {
    const { call, work } = waiting;
    if (work.keys.length > 0) return batcher.add(waiting, call.signal);
    // It identifies no person: no other lead is about the same one.
    const [outcome] = await storeTogether(intake, [waiting], call.signal);
    if (outcome instanceof FailedItem) throw outcome.error;
    return outcome!;
  };
};

/** Leads with the same key are of one sender and find the same people. */
const formatWriteKey = ({ call: { actor, suppressOwn, batchId, cause }, work: { lead } }: WaitingLead): string => {
  const { emails, phones, firstName, lastName } = lead.person;
  const contacts = [emails.map(({ value }) => value), phones.map(({ value }) => value), firstName, lastName];
  const isOptOut = lead.type === 'Unsubscribed';
  return JSON.stringify([actor, suppressOwn, batchId, cause, lead.personId, isOptOut, contacts]);
};
