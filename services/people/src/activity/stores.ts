import {
  calls as callsDescriptor,
  Event,
  events as eventsDescriptor,
  notes as notesDescriptor,
  tasks as tasksDescriptor,
  textMessages as textMessagesDescriptor,
  type Note,
  type PhoneCall,
  type Task,
  type TextMessage,
  leadReceived,
  personOptedOut,
} from '@porchlight/contracts';
import { type ExtraEvent, isUniqueConflict, type ResourceStore, type Strategy } from '@porchlight/store';
import type { MergeNotes, People } from '../people';
import { listViewers, type NamedChildStore, type PersonDocument } from '../person';
import type { Service } from '../service';
import type { Settings } from '../settings';
import { createActivitySums } from './activity-sums';
import { CALL_INDEXES, callColumns, type CallDocument, createCallsStrategy } from './calls-strategy';
import { createEmailActivity } from './email-activity';
import { eventColumns, type EventDocument } from './event-document';
import { prepareNote } from './note-content';
import { createNotesStrategy, noteColumns, type NoteDocument } from './notes-strategy';
import { createTasksStrategy, taskColumns, type TaskDocument } from './tasks-strategy';
import {
  createTextMessagesStrategy,
  TEXT_MESSAGE_INDEXES,
  textMessageColumns,
  type TextMessageDocument,
} from './text-messages-strategy';
import { isDeepStrictEqual } from 'node:util';

/** Publishes the assignee of a lead: with the event, and again when an offer ended and another user got it. */
const leadEvents = (before: EventDocument | undefined, after: EventDocument | undefined): ExtraEvent[] => {
  if (!after?.lead || isDeepStrictEqual(before?.lead, after.lead)) return [];
  const { id: eventId, personId, type, source, historyOnly, lead } = after;
  const { inquiry = false, furtherUserIds = [], offeredUserIds = [], reassigned = false } = lead;
  const readers = { inquiry, furtherUserIds, offeredUserIds, reassigned };
  return [leadReceived.event({ eventId, personId, type, source, historyOnly, ...lead, ...readers })];
};

const optOutEvents = (before: EventDocument | undefined, after: EventDocument | undefined): ExtraEvent[] =>
  after?.optOut && !before
    ? [personOptedOut.event({ eventId: after.id, personId: after.personId, ...after.optOut })]
    : [];

/** Rules of events: only IngestEvent creates them; the viewers are those of the person. */
const eventsStrategy: Strategy<Event, EventDocument> = {
  render: () => ({ person: undefined, customFields: {} }),
  events: (before, after) => [...leadEvents(before, after), ...optOutEvents(before, after)],
  planList: (_call, { filters }) => ({
    conditions: filters.map(({ name, values: [value] }) =>
      name === 'hasProperty' ? { hasProperty: value === 'true' } : undefined,
    ),
  }),
};

/** Opens the stores of records that belong to people: events, notes, calls, text messages, tasks. */
export const openActivity = (
  { store, clock }: Pick<Service, 'store' | 'clock'>,
  { settingsCache, retryReferences }: Settings,
  { people }: Pick<People, 'people'>,
) => {
  const parts = { people, settingsCache, clock };
  const events: ResourceStore<Event, EventDocument> = store.resource({
    descriptor: eventsDescriptor,
    columns: eventColumns,
    strategy: eventsStrategy,
    encodeRecord: (record: Event) => Event.encode(record).finish(),
  });
  const notes: ResourceStore<Note, NoteDocument> = store.resource({
    descriptor: notesDescriptor,
    columns: noteColumns,
    strategy: createNotesStrategy(parts),
  });
  const calls: ResourceStore<PhoneCall, CallDocument> = store.resource({
    descriptor: callsDescriptor,
    columns: callColumns,
    strategy: createCallsStrategy(parts),
    retryReferences,
    indexes: CALL_INDEXES,
  });
  const textMessages: ResourceStore<TextMessage, TextMessageDocument> = store.resource({
    descriptor: textMessagesDescriptor,
    columns: textMessageColumns,
    strategy: createTextMessagesStrategy(parts),
    indexes: TEXT_MESSAGE_INDEXES,
  });
  const tasks: ResourceStore<Task, TaskDocument> = store.resource({
    descriptor: tasksDescriptor,
    columns: taskColumns,
    strategy: createTasksStrategy(parts),
    retryReferences,
  });
  const mergeNotes: MergeNotes = {
    takeId: (call) => notes.takeId(call),
    async write(call, { person, body, noteId, userId }) {
      const authors = { createdById: userId, updatedById: userId };
      const content = { ...prepareNote({ body, isHtml: false }), isExternal: false };
      const note = { ...content, ...authors, personId: person.id, viewers: listViewers(person) };
      try {
        await notes.insert(call, note, { takenId: noteId });
      } catch (error) {
        if (!isUniqueConflict(error)) throw error;
      }
    },
  };
  /** All records of a person: they are deleted, moved and shown with the person; their counts are recounted. */
  const children: readonly NamedChildStore[] = [events, notes, calls, textMessages, tasks];
  return {
    events,
    notes,
    calls,
    textMessages,
    tasks,
    children,
    mergeNotes,
    sums: createActivitySums({
      events: store.collection('events'),
      calls: store.collection('calls'),
      textMessages: store.collection('textMessages'),
      tasks: store.collection('tasks'),
    }),
    emailActivity: createEmailActivity(store.collection<PersonDocument>('people'), clock),
  };
};

/** The stores of activity. */
export type Activity = ReturnType<typeof openActivity>;

/** What the operations of this feature work with. */
export type Ports = Service & Settings & People & Activity;
