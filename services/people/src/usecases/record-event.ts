import { isDeepStrictEqual } from 'node:util';
import type { Event } from '@porchlight/contracts';
import type { Draft, ResourceStore, StoreCall } from '@porchlight/store';
import type { Person } from '@porchlight/contracts';
import type { EventDocument, LeadFact } from '../rules/event-document';
import type { LeadDecision } from '../rules/lead-flow';
import { viewersOf, type PersonDocument } from '../rules/person-document';
import type { Lead } from '../rules/read-lead';
import { systemCall } from '../rules/system-call';

export interface RecordPorts {
  readonly people: Pick<ResourceStore<Person, PersonDocument>, 'load'>;
  readonly events: ResourceStore<Event, EventDocument>;
}

/** Those who are told of a person's lead: whom it belongs to, else whom it is offered to, else the pond's members. */
const toldOf = (person: PersonDocument, isNew: boolean): number[] => {
  if (person.claimed === false) return person.offeredUserIds ?? [];
  const { assignedUserId, assignedLenderId, pondUserIds = [] } = person;
  const own = [assignedUserId, isNew ? assignedLenderId : undefined].filter((id) => id !== undefined);
  return own.length > 0 ? own : pondUserIds;
};

const factOf = (person: PersonDocument, decision: LeadDecision | undefined): LeadFact => ({
  isNew: decision !== undefined,
  personName: person.name,
  notifyUserIds: [...toldOf(person, decision !== undefined)],
  ...(decision?.actionPlanId !== undefined && { actionPlanId: decision.actionPlanId }),
});

/** The event of a lead; `decision` is there when its person is new. */
const eventOf = (lead: Lead, person: PersonDocument, decision?: LeadDecision): Draft<EventDocument> => ({
  ...lead.event,
  personId: person.id,
  created: new Date(lead.at),
  viewers: viewersOf(person),
  ...(!lead.historyOnly && { lead: factOf(person, decision) }),
});

/** Records the event of a person who was made for it. */
export const recordOfNew = (
  { events }: RecordPorts,
  call: StoreCall,
  lead: Lead,
  person: PersonDocument,
  given: { readonly decision: LeadDecision; readonly takenId: number },
): Promise<EventDocument> => events.insert(call, eventOf(lead, person, given.decision), { takenId: given.takenId });

/**
 * Records the event of a known person, who may have been deleted or handed to others since they were read, and their
 * events adapted before this one was there. Undefined when they are gone: the lead has to find another.
 */
export const recordOfKnown = async (
  { people, events }: RecordPorts,
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
