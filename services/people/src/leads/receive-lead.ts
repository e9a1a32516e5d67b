import { canSeeViewers } from '@porchlight/access';
import { emptyRecord } from '@porchlight/resource';
import { people as peopleDescriptor, type IngestEventRequest, type IngestEventResponse } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { sleep } from '@porchlight/runtime';
import { getPreviousIds, systemCall, type Document, type StoreCall } from '@porchlight/store';
import { type AccountSettings, hasCustomFields, loadFresh } from '../settings';
import type { LeadIntake } from './lead-parts';
import { BACKOFF_MS, identityKeys, MAX_ROUNDS } from '../people';
import type { EventDocument } from '../events';
import { listViewers } from '../person';
import { parseLead } from './parse-lead';
import type { Lead } from './lead';
import { recordKnownPersonEvent, recordNewPersonEvent } from './record-event';
import { describeSentPerson } from './sent-person';
import { formatInquiryKey } from './repeated-inquiry';
import { decide, type StoredLead, type Work } from './lead-work';
import { sharePersonWrites, type StorePerson } from './store-lead-person';

type Answer = Omit<IngestEventResponse, 'ignored'>;

/** A request with a lead. */
type LeadRequest = Pick<Partial<IngestEventRequest>, 'record' | 'options'> & { readonly ignored?: readonly string[] };

/** The lead of a request, and the settings of its account. Throws NOTHING_TO_IDENTIFY; with `strict` more. */
export const readLead = async (
  { settingsCache, clock }: Pick<LeadIntake, 'settingsCache' | 'clock'>,
  { actor }: StoreCall,
  { record, options, ignored = [] }: LeadRequest,
): Promise<{ readonly lead: Lead; readonly settings: AccountSettings }> => {
  const custom = { ...record?.customFields, ...record?.person?.customFields };
  const settings = await loadFresh(settingsCache, actor.accountId, hasCustomFields(Object.keys(custom)));
  const parsed = parseLead(record, actor, settings, {
    now: clock.now(),
    strict: options?.['handling'] === 'strict',
  });
  const names = new Set([...ignored, ...parsed.ignored]);
  return { lead: { ...parsed, ignored: [...names].slice(0, LIMITS.ignoredNames.value) }, settings };
};

/**
 * Receives a lead (decisions section 4): finds or creates the person, merges new contact details, records the event.
 * Concurrent leads with the same email or phone create one person: a mutex per identity within a process, a unique
 * index on `claims` across processes. The loser of a race looks the person up again.
 */
export const ingestEvent = (intake: LeadIntake) => {
  const storePerson = sharePersonWrites(intake);
  return async (request: IngestEventRequest, call: StoreCall): Promise<IngestEventResponse> => {
    const { lead } = await readLead(intake, call, request);
    return { ...(await storeLead({ ...intake, storePerson }, call, lead)), ignored: [...lead.ignored] };
  };
};

const storeLead = async (
  intake: LeadIntake & { readonly storePerson: StorePerson },
  call: StoreCall,
  lead: Lead,
): Promise<Answer> => {
  const keys = identityKeys(call.actor.accountId, lead.person);
  const inquiryKey = formatInquiryKey(lead, call.actor);
  const work: Work = { lead, keys, eventId: takeEventId(intake, call), inquiryKey, refusals: 0 };
  const before = call.idempotency && (await resume(intake, call, work));
  if (before) return before;
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    call.signal.throwIfAborted();
    // The mutex protects only the person; events of one person are written concurrently.
    const stored = await intake.storePerson({ call, work });
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

const takeEventId = ({ events }: LeadIntake, call: StoreCall): Promise<number> => {
  const id = events.takeId(call);
  // A lead that fails before it needs the id must not leave an unhandled rejection.
  id.catch(() => undefined);
  return id;
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
