import { isDeepStrictEqual } from 'node:util';
import { composeKey, systemCall, type Draft, type StoreCall } from '@porchlight/store';
import type { EventDocument, LeadFact, LeadRouting } from '../events';
import { type NoteDocument, prepareNote } from '../notes';
import { explainRoute } from './explain-route';
import type { LeadIntake } from './lead-parts';
import { findRule, type LeadDecision } from './lead-flow';
import { listReaders } from './list-readers';
import { buildOptOut } from './opt-out';
import type { AccountSettings } from '../settings';
import { type PersonDocument, listViewers } from '../person';
import type { Lead } from './lead';

const buildFact = (
  settings: AccountSettings,
  lead: Lead,
  person: PersonDocument,
  decision: LeadDecision | undefined,
): LeadFact => {
  const isNew = decision !== undefined;
  const inquiry = lead.isInquiry && !findRule(settings.usableRules, lead.flow)?.ignore;
  return {
    isNew,
    personName: person.name,
    inquiry,
    ...listReaders(settings, person, { inquiry, isNew }),
    ...(decision?.actionPlanId !== undefined && { actionPlanId: decision.actionPlanId }),
  };
};

/** Ignored names that an event keeps. */
const MAX_IGNORED = 100;

/** How the event of a known person differs from others. */
export interface KnownLead {
  /** The first event of the same inquiry: this one notifies no user and makes no note. */
  readonly duplicateOf?: number | undefined;
  /** The name that the lead sent and the person does not have. */
  readonly sentBy?: string | undefined;
  /** That name was not sent for the person before. */
  readonly isNewName?: boolean | undefined;
  /** The value of the lead by which the person was found. */
  readonly matchedBy?: LeadRouting['matchedBy'];
}

/** What an event says besides its lead and person; `decision` is set for a new person. */
interface EventContext extends Pick<KnownLead, 'duplicateOf' | 'matchedBy'> {
  readonly decision?: LeadDecision;
  /** When the lead arrived. */
  readonly at: Date;
}

/** The event of a lead. */
const buildEvent = (
  settings: AccountSettings,
  lead: Lead,
  person: PersonDocument,
  { decision, duplicateOf, matchedBy, at }: EventContext,
): Draft<EventDocument> => ({
  ...lead.event,
  personId: person.id,
  created: new Date(lead.at),
  viewers: listViewers(person),
  ...(lead.submitted !== undefined && { submitted: lead.submitted }),
  received: { isNew: decision !== undefined, ignored: lead.ignored.slice(0, MAX_IGNORED) },
  routing: { at, ...explainRoute(settings, lead, person, { decision, matchedBy }) },
  ...(duplicateOf !== undefined && { duplicateOf }),
  ...(!lead.historyOnly && duplicateOf === undefined && { lead: buildFact(settings, lead, person, decision) }),
});

const hasMessage = (lead: Lead): boolean => (lead.event.message ?? '').trim() !== '';

/** The text of the note of a lead: its message, behind the name if that is not the person's (D13.2). */
const formatNote = (lead: Lead, { duplicateOf, sentBy, isNewName }: KnownLead): string | undefined => {
  if (duplicateOf !== undefined) return undefined;
  const lines = [
    ...(sentBy !== undefined && (isNewName || hasMessage(lead)) ? [`Sent by: ${sentBy}`] : []),
    ...(hasMessage(lead) ? [lead.event.message] : []),
  ];
  return lines.length > 0 ? lines.join('\n') : undefined;
};

/** A text of a lead as a note on its person. */
const buildNote = (
  lead: Lead,
  person: PersonDocument,
  { actor }: StoreCall,
  body: string | undefined,
): Draft<NoteDocument> | undefined =>
  body === undefined
    ? undefined
    : {
        ...prepareNote({ body, isHtml: false }),
        personId: person.id,
        viewers: listViewers(person),
        created: new Date(lead.at),
        createdById: actor.userId,
        updatedById: actor.userId,
        isExternal: actor.system !== undefined,
        ...(actor.system !== undefined && { systemName: actor.system }),
      };

/**
 * Writes the note of the message first, then the event, so that no event names a missing note. A sender that repeats
 * after a crash in between creates the note twice.
 */
const write = async (
  { events, notes }: LeadIntake,
  call: StoreCall,
  draft: Draft<EventDocument>,
  note: Draft<NoteDocument> | undefined,
  takenId: number,
): Promise<EventDocument> => {
  if (!note) return events.insert(call, draft, { takenId });
  let event: Promise<EventDocument> | undefined;
  const meanwhile = ({ id }: NoteDocument): Promise<unknown> =>
    (event = events.insert(call, { ...draft, noteId: id }, { takenId }));
  await notes.insert(call, note, { meanwhile });
  return event!;
};

/** Records the event of a person who was created for it. */
export const recordNewPersonEvent = async (
  intake: LeadIntake,
  call: StoreCall,
  lead: Lead,
  person: PersonDocument,
  { decision, takenId }: { readonly decision: LeadDecision; readonly takenId: number },
): Promise<EventDocument> =>
  write(
    intake,
    call,
    {
      ...buildEvent(await intake.settingsCache.load(call.actor.accountId), lead, person, {
        decision,
        at: intake.clock.date(),
      }),
      ...buildOptOut(lead, person, call),
    },
    buildNote(lead, person, call, formatNote(lead, {})),
    takenId,
  );

/**
 * Records the event of an existing person. The person may have been deleted or reassigned since it was read. Returns
 * undefined if the person is deleted; the lead then looks up another one.
 */
export const recordKnownPersonEvent = async (
  intake: LeadIntake,
  call: StoreCall,
  lead: Lead,
  person: PersonDocument,
  { takenId, ...about }: KnownLead & { readonly takenId: number },
): Promise<EventDocument | undefined> => {
  const { people, events, notes } = intake;
  const note = buildNote(lead, person, call, formatNote(lead, about));
  const { accountId } = call.actor;
  const settings = await intake.settingsCache.load(accountId);
  const draft = {
    ...buildEvent(settings, lead, person, { ...about, at: intake.clock.date() }),
    ...buildOptOut(lead, person, call),
  };
  const event = await write(intake, call, draft, note, takenId);
  const now = await people.load(systemCall(accountId, call.signal), person.id);
  if (!now) {
    await events.purge(call, { _id: event._id });
    if (event.noteId !== undefined) await notes.purge(call, { _id: composeKey(accountId, event.noteId) });
    return undefined;
  }
  const viewers = listViewers(now);
  if (isDeepStrictEqual(listViewers(person), viewers)) return event;
  if (event.noteId !== undefined)
    await notes.modify(call, event.noteId, (before) => ({ ...before, viewers }), { silent: true });
  return events.modify(call, event.id, (before) => ({ ...before, viewers }), { silent: true });
};
