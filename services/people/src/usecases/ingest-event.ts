import { isDeepStrictEqual } from 'node:util';
import { canSeeViewers, mayPerform } from '@porchlight/access';
import { emptyRecord } from '@porchlight/resource';
import {
  events as eventsDescriptor,
  people as peopleDescriptor,
  type Event,
  type IngestEventRequest,
  type IngestEventResponse,
  type Person,
} from '@porchlight/contracts';
import { isRefusal, refuse } from '@porchlight/errors';
import { sleep, type Clock } from '@porchlight/runtime';
import { isUniqueConflict, type Draft, type ResourceStore, type StoreCall } from '@porchlight/store';
import type { Directory, Turns } from '../ports';
import type { EventDocument } from '../rules/event-document';
import type { LeadFlow } from '../rules/lead-flow';
import { mergeLead } from '../rules/merge-lead';
import { viewersOf, type PersonDocument } from '../rules/person-document';
import { claimsOf } from '../rules/identity';
import { newPerson, readLead, type Lead } from '../rules/read-lead';
import { systemCall } from '../rules/system-call';
import { findKnownPeople } from './find-known-person';

export interface IngestPorts {
  readonly people: ResourceStore<Person, PersonDocument>;
  readonly events: ResourceStore<Event, EventDocument>;
  readonly directory: Directory;
  readonly leadFlow: LeadFlow;
  readonly turns: Turns;
  readonly clock: Clock;
}

/** Rounds of look-up and write before a lead is refused for a moment; each lost round means that somebody else won. */
const MAX_ROUNDS = 12;
const BACKOFF_MS = 4;
/**
 * Times that the index may refuse a new person without a look-up finding the one who has the claim. Whoever won a race is
 * found at once; a claim that nobody has is a leftover (the embedded development server keeps unique values that an update
 * took away). A lead must not be lost to it, so the person is then made without claims.
 */
const MAX_REFUSALS = 3;

interface Kept {
  readonly person: PersonDocument;
  readonly created: boolean;
  /** Recorded with a new person already. */
  readonly event?: EventDocument;
}

/**
 * Takes a lead in (decisions section 4): finds or makes the person, adds what is new, records the event. Equal leads that
 * arrive at the same time make one person: in this process they take turns, between processes the unique index on the
 * claims of people refuses the second one, which then looks up again.
 */
export const ingestEvent =
  (ports: IngestPorts) =>
  async (request: IngestEventRequest, call: StoreCall): Promise<IngestEventResponse> => {
    if (!mayPerform(call.actor.role, eventsDescriptor.roles.create ?? []))
      throw refuse('FORBIDDEN', { role: call.actor.role });
    const { accountId } = call.actor;
    const view = await ports.directory.of(accountId);
    const lead = readLead(request.record, call.actor, view, ports.clock.now());
    return keepLead(ports, call, lead);
  };

const keepLead = async (ports: IngestPorts, call: StoreCall, lead: Lead): Promise<IngestEventResponse> => {
  const keys = claimsOf(lead.person).map((claim) => `${call.actor.accountId}:${claim}`);
  // Needed whoever the person is, so it is taken while they are looked up.
  let eventId = takeEventId(ports, call);
  let refusals = 0;
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    call.signal.throwIfAborted();
    const claiming = refusals < MAX_REFUSALS;
    // Only the person is a matter of turns; events of one person are written side by side.
    const kept = await ports.turns.run(keys, call.signal, () => keepPerson(ports, call, lead, claiming, eventId));
    if (kept === 'refused') refusals++;
    else if (kept === 'ignored') return { person: undefined, created: false, eventId: 0 };
    else if (kept !== 'lost') {
      const event = kept.event ?? (await keepEvent(ports, call, lead, kept.person, await eventId));
      if (event) return answer(ports, call, kept, event);
      eventId = takeEventId(ports, call);
    }
    await sleep(BACKOFF_MS * round, call.signal);
  }
  throw refuse('UNAVAILABLE');
};

const takeEventId = ({ events }: IngestPorts, call: StoreCall): Promise<number> => {
  const id = events.takeId(call);
  // A lead that ends before it needs the id must not leave a rejection behind.
  id.catch(() => undefined);
  return id;
};

/** `lost`: another write came between; `refused`: somebody has a claim already. Both times the look-up is made again. */
type NotKept = 'lost' | 'refused' | 'ignored';

/** The person of the lead after it. */
const keepPerson = async (
  ports: IngestPorts,
  call: StoreCall,
  lead: Lead,
  claiming: boolean,
  eventId: Promise<number>,
): Promise<Kept | NotKept> => {
  const matches = await findKnownPeople(ports.people, call, lead.person);
  if (lead.personId !== undefined) {
    const named = await ports.people.load(call, lead.personId);
    if (!named) throw refuse('NOT_FOUND', { what: 'person' });
    return mergeInto(ports, call, lead, [named, ...matches.filter(({ id }) => id !== named.id)]);
  }
  return matches.length > 0 ? mergeInto(ports, call, lead, matches) : makePerson(ports, call, lead, claiming, eventId);
};

const mergeInto = async (
  { people, directory }: IngestPorts,
  call: StoreCall,
  lead: Lead,
  [known, ...others]: readonly PersonDocument[],
): Promise<Kept | 'lost'> => {
  const view = await directory.of(call.actor.accountId);
  const options = {
    at: lead.at,
    unsubscribed: lead.type === 'Unsubscribed',
    defaultStageId: view.defaultStage.id,
    duplicates: others.map(({ id }) => id),
  };
  const merge = (before: PersonDocument): PersonDocument => mergeLead(before, lead.person, options);
  const wanted = merge(known!);
  if (isDeepStrictEqual(known, wanted)) return { person: known!, created: false };
  // Activity alone is nobody's news: most visits of known people change nothing else.
  const silent = sameButActivity(known!, wanted);
  let lost = false;
  try {
    const person = await people.modify(
      call,
      known!.id,
      (before) => {
        const after = merge(before);
        lost = silent && !sameButActivity(before, after);
        return lost || isDeepStrictEqual(before, after) ? undefined : after;
      },
      { silent },
    );
    return lost ? 'lost' : { person, created: false };
  } catch (error) {
    if (isRefusal(error) && (error.reason === 'NOT_FOUND' || error.reason === 'CONFLICT')) return 'lost';
    throw error;
  }
};

const sameButActivity = (before: PersonDocument, after: PersonDocument): boolean =>
  isDeepStrictEqual({ ...before, lastActivity: 0 }, { ...after, lastActivity: 0 });

const makePerson = async (
  ports: IngestPorts,
  call: StoreCall,
  lead: Lead,
  claiming: boolean,
  eventId: Promise<number>,
): Promise<Kept | NotKept> => {
  const decision = await ports.leadFlow.decide({ ...lead.flow, actor: call.actor, historyOnly: lead.historyOnly });
  if (decision.ignore) return 'ignored';
  try {
    let event: EventDocument | undefined;
    const person = await ports.people.insert(call, newPerson(lead, decision, claiming), {
      meanwhile: async (made) => {
        event = await ports.events.insert(call, eventOf(lead, made), { takenId: await eventId });
      },
    });
    return { person, created: true, ...(event && { event }) };
  } catch (error) {
    if (isUniqueConflict(error)) return 'refused';
    throw error;
  }
};

const eventOf = (lead: Lead, person: PersonDocument): Draft<EventDocument> => ({
  ...lead.event,
  personId: person.id,
  created: new Date(lead.at),
  viewers: viewersOf(person),
});

/**
 * Records the event of a known person, who may have been deleted or handed to others since they were read, and their
 * events adapted before this one was there. Undefined when they are gone: the lead has to find another.
 */
const keepEvent = async (
  { people, events }: IngestPorts,
  call: StoreCall,
  lead: Lead,
  person: PersonDocument,
  takenId: number,
): Promise<EventDocument | undefined> => {
  const event = await events.insert(call, eventOf(lead, person), { takenId });
  const now = await people.load(systemCall(call.actor.accountId, call.signal), person.id);
  if (!now) {
    await events.purge(call, { _id: event._id });
    return undefined;
  }
  const viewers = viewersOf(now);
  if (isDeepStrictEqual(viewersOf(person), viewers)) return event;
  return events.modify(call, event.id, (before) => ({ ...before, viewers }), { silent: true });
};

/** A lead is kept even when it belongs to somebody the sender may not see; of that person the answer then shows the id alone. */
const answer = async (
  { people }: IngestPorts,
  call: StoreCall,
  { person, created }: Kept,
  event: EventDocument,
): Promise<IngestEventResponse> => ({
  person: canSeeViewers(call.actor, viewersOf(person))
    ? await people.toRecord(person, call)
    : { ...emptyRecord(peopleDescriptor), id: person.id },
  created,
  eventId: event.id,
});
