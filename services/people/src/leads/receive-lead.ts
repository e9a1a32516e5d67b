import { isDeepStrictEqual } from 'node:util';
import { canSeeViewers } from '@porchlight/access';
import { emptyRecord } from '@porchlight/resource';
import { people as peopleDescriptor, type IngestEventRequest, type IngestEventResponse } from '@porchlight/contracts';
import { isRefusal, refuse } from '@porchlight/errors';
import { memoize } from '@porchlight/idempotency';
import { LIMITS } from '@porchlight/limits';
import { sleep } from '@porchlight/runtime';
import { isUniqueConflict, getPreviousIds, systemCall, type Document, type StoreCall } from '@porchlight/store';
import { hasCustomFields, loadFresh } from '../settings';
import type { LeadIntake } from './lead-parts';
import { BACKOFF_MS, findKnownPeople, identityKeys, loadSurvivor, MAX_REFUSALS, MAX_ROUNDS } from '../people';
import type { EventDocument } from '../events';
import { fillNames, findForeignName, type PersonDocument, listViewers, withoutActivity } from '../person';
import { findMatchingValue } from './explain-route';
import type { LeadDecision } from './lead-flow';
import { isNewName, mergeLead } from './merge-lead';
import { newPerson, parseLead } from './parse-lead';
import type { Lead } from './lead';
import { showToPond } from './follow-pond';
import { publishIgnoredOptOut } from './opt-out';
import { recordKnownPersonEvent, recordNewPersonEvent, type KnownLead } from './record-event';
import { describeSentPerson } from './sent-person';
import { findRepeated, formatInquiryKey, type RecentInquiry } from './repeated-inquiry';

type Answer = Omit<IngestEventResponse, 'ignored'>;

interface StoredLead extends KnownLead {
  readonly person: PersonDocument;
  readonly created: boolean;
  /** The event of the lead that created the person is already stored. */
  readonly event?: EventDocument;
}

/**
 * Receives a lead (decisions section 4): finds or creates the person, merges new contact details, records the event.
 * Concurrent leads with the same email or phone create one person: a mutex per identity within a process, a unique
 * index on `claims` across processes. The loser of a race looks the person up again.
 */
export const ingestEvent =
  (intake: LeadIntake) =>
  async (request: IngestEventRequest, call: StoreCall): Promise<IngestEventResponse> => {
    const { accountId } = call.actor;
    const custom = { ...request.record?.customFields, ...request.record?.person?.customFields };
    const settings = await loadFresh(intake.settingsCache, accountId, hasCustomFields(Object.keys(custom)));
    const strict = request.options?.['handling'] === 'strict';
    const parsed = parseLead(request.record, call.actor, settings, { now: intake.clock.now(), strict });
    const names = new Set([...(request.ignored ?? []), ...parsed.ignored]);
    const lead = { ...parsed, ignored: [...names].slice(0, LIMITS.ignoredNames.value) };
    return { ...(await storeLead(intake, call, lead)), ignored: lead.ignored };
  };

/** The state of one lead over all attempts. */
interface Work {
  readonly lead: Lead;
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

const storeLead = async (intake: LeadIntake, call: StoreCall, lead: Lead): Promise<Answer> => {
  const keys = identityKeys(call.actor.accountId, lead.person);
  const inquiryKey = formatInquiryKey(lead, call.actor);
  const work: Work = { lead, eventId: takeEventId(intake, call), inquiryKey, refusals: 0 };
  const before = call.idempotency && (await resume(intake, call, work));
  if (before) return before;
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    call.signal.throwIfAborted();
    // The mutex protects only the person; events of one person are written concurrently.
    const stored = await intake.mutex.run(keys, call.signal, () => storePerson(intake, call, work));
    if (stored === 'refused') work.refusals++;
    else if (stored === 'ignored') return { person: undefined, created: false, eventId: 0, shownFields: [] };
    else if (stored !== 'lost') {
      if (await isFirstMissing(intake, call, stored)) {
        work.missingEventId = stored.duplicateOf!;
        continue;
      }
      const recorded = { ...stored, takenId: await work.eventId };
      const event = stored.event ?? (await recordKnownPersonEvent(intake, call, lead, stored.person, recorded));
      if (event) return answer(intake, call, work, stored, event);
      work.eventId = takeEventId(intake, call);
    }
    await sleep(BACKOFF_MS * round, call.signal);
  }
  throw refuse('UNAVAILABLE');
};

/** Time within which a running process writes the event of an inquiry that its person already remembers, ms. */
const WRITTEN_WITHIN_MS = 3_000;
const LOOK_MS = 20;

/**
 * True if the first event of a repeated inquiry does not exist: its process ended between the person and the event. The
 * repetition then counts as the first one, so that it makes the note and notifies.
 */
const isFirstMissing = async (intake: LeadIntake, call: StoreCall, { duplicateOf }: StoredLead): Promise<boolean> => {
  if (duplicateOf === undefined) return false;
  // `resume` looked for it: an earlier attempt of this call ended before it.
  if (call.idempotency && getPreviousIds(call, 'events').includes(duplicateOf)) return true;
  const service = systemCall(call.actor.accountId, call.signal);
  for (let waited = 0; waited < WRITTEN_WITHIN_MS; waited += LOOK_MS) {
    if (await intake.events.load(service, duplicateOf)) return false;
    if (!(await sleep(LOOK_MS, call.signal))) call.signal.throwIfAborted();
  }
  return true;
};

/** The result of an earlier attempt of this call; undefined if there is none. */
const resume = async (intake: LeadIntake, call: StoreCall, work: Work): Promise<Answer | undefined> => {
  const service = systemCall(call.actor.accountId, call.signal);
  const recorded = await loadFirst(intake.events, service, getPreviousIds(call, 'events'));
  const createdPerson = await loadFirst(intake.people, service, getPreviousIds(call, 'people'));
  if (recorded) {
    const person =
      createdPerson?.id === recorded.personId ? createdPerson : await intake.people.load(service, recorded.personId);
    if (!person) return { person: undefined, created: false, eventId: recorded.id, shownFields: [] };
    return answer(intake, call, work, { person, created: person === createdPerson }, recorded);
  }
  if (!createdPerson) return undefined;
  const decision = await decide(intake, call, work);
  const event = await recordNewPersonEvent(intake, call, work.lead, createdPerson, {
    decision,
    takenId: await work.eventId,
  });
  return answer(intake, call, work, { person: createdPerson, created: true }, event);
};

const loadFirst = async <D extends Document>(
  store: { load(call: StoreCall, id: number): Promise<D | undefined> },
  call: StoreCall,
  ids: readonly number[],
): Promise<D | undefined> =>
  (await Promise.all(ids.map((id) => store.load(call, id)))).find((one) => one !== undefined);

const decide = async (intake: LeadIntake, call: StoreCall, work: Work): Promise<LeadDecision> => {
  const { lead } = work;
  const settings = await intake.settingsCache.load(call.actor.accountId);
  const choose = (): Promise<LeadDecision> =>
    intake.leadFlow.decide({ ...lead.flow, actor: call.actor, historyOnly: lead.historyOnly }, settings);
  return (work.decision ??= Promise.resolve(memoize(call, 'decision', choose)));
};

const takeEventId = ({ events }: LeadIntake, call: StoreCall): Promise<number> => {
  const id = events.takeId(call);
  // A lead that fails before it needs the id must not leave an unhandled rejection.
  id.catch(() => undefined);
  return id;
};

/**
 * `lost`: a concurrent write won; `refused`: another person already has the claim. In both cases the lookup is
 * repeated.
 */
type NotStored = 'lost' | 'refused' | 'ignored';

/** The person after the lead was merged. */
const storePerson = async (intake: LeadIntake, call: StoreCall, work: Work): Promise<StoredLead | NotStored> => {
  const { lead } = work;
  const matches = await findKnownPeople(intake.people, call, lead.person);
  if (lead.personId !== undefined) {
    // An opt-out counts also from a caller who may not see the person (D13.4).
    const reader = lead.type === 'Unsubscribed' ? systemCall(call.actor.accountId, call.signal) : call;
    const named =
      (await intake.people.load(reader, lead.personId)) ?? (await loadSurvivor(intake, call, lead.personId));
    if (!named) throw refuse('NOT_FOUND', { what: 'person' });
    return mergeInto(intake, call, work, [named, ...matches.filter(({ id }) => id !== named.id)]);
  }
  return matches.length > 0 ? mergeInto(intake, call, work, matches) : createFromLead(intake, call, work);
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

const mergeInto = async (
  intake: LeadIntake,
  call: StoreCall,
  work: Work,
  [match, ...others]: readonly PersonDocument[],
): Promise<StoredLead | 'lost'> => {
  const { people, settingsCache } = intake;
  const { lead } = work;
  const settings = await settingsCache.load(call.actor.accountId);
  const inquiry = await describeInquiry(intake, work);
  const options = {
    at: lead.at,
    type: lead.type,
    unsubscribed: lead.type === 'Unsubscribed',
    defaultStageId: settings.defaultStage.id,
    duplicates: others.map(({ id }) => id),
  };
  const isHidden = (person: PersonDocument): boolean => !canSeeViewers(call.actor, listViewers(person));
  let about: KnownLead = {};
  const merge = (before: PersonDocument): PersonDocument => {
    about = describeKnown(before, work, isHidden, inquiry);
    const isFirst = about.duplicateOf === undefined;
    return mergeLead(before, lead.person, {
      ...options,
      isHidden: isHidden(before),
      inquiry: isFirst ? inquiry : undefined,
    });
  };
  const merged = merge(match!);
  if (isDeepStrictEqual(match, merged)) return { person: match!, created: false, ...about };
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
        // A person who is being merged accepts no updates; the next lookup finds the survivor.
        lost = before.mergedInto !== undefined || (silent && !sameButActivity(before, after));
        return lost || isDeepStrictEqual(before, after) ? undefined : after;
      },
      { silent, known: match! },
    );
    return lost ? 'lost' : { person, created: false, ...about };
  } catch (error) {
    if (isRefusal(error) && (error.reason === 'NOT_FOUND' || error.reason === 'CONFLICT')) return 'lost';
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

const createFromLead = async (intake: LeadIntake, call: StoreCall, work: Work) => {
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

/**
 * A lead is stored even if the sender may not see its person; the response then contains the id of the person and what
 * the sender itself sent (N7).
 */
const answer = async (
  { people }: LeadIntake,
  call: StoreCall,
  { lead }: Pick<Work, 'lead'>,
  { person, created }: StoredLead,
  event: EventDocument,
): Promise<Answer> => {
  const result = { created, eventId: event.id, duplicateOf: event.duplicateOf };
  if (canSeeViewers(call.actor, listViewers(person)))
    return { ...result, person: await people.render(person, call), shownFields: [] };
  const { id, ...sent } = describeSentPerson(lead, person.id);
  const record = { ...emptyRecord(peopleDescriptor), ...sent, id };
  return { ...result, person: record, shownFields: ['id', ...Object.keys(sent)] };
};
