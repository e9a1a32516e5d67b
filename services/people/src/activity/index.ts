import {
  calls as callsDescriptor,
  Event,
  events as eventsDescriptor,
  MaintenanceServiceDefinition,
  notes as notesDescriptor,
  NoteServiceDefinition,
  PhoneCallServiceDefinition,
  tasks as tasksDescriptor,
  TaskServiceDefinition,
  textMessages as textMessagesDescriptor,
  TextMessageServiceDefinition,
  type Note,
  type PhoneCall,
  type Task,
  type TextMessage,
  leadReceived,
} from '@porchlight/contracts';
import { createResourceHandlers, type ResourceStore, type ExtraEvent, type Strategy } from '@porchlight/store';
import type { NamedChildStore, People } from '../people';
import type { Ports } from '../ports';
import type { PersonDocument } from '../person';
import type { Service } from '../service';
import type { Settings } from '../settings';
import { createActivitySums } from './activity-sums';
import { CALL_INDEXES, callColumns, type CallDocument, createCallsStrategy } from './calls-strategy';
import { createEmailActivity } from './email-activity';
import { eventColumns, type EventDocument } from './event-document';
import { createNotesStrategy, noteColumns, type NoteDocument } from './notes-strategy';
import { withPersonActivity } from './activity-handlers';
import { recountAccount } from './recount-account';
import { createTasksStrategy, taskColumns, type TaskDocument } from './tasks-strategy';
import {
  createTextMessagesStrategy,
  TEXT_MESSAGE_INDEXES,
  textMessageColumns,
  type TextMessageDocument,
} from './text-messages-strategy';
import { isDeepStrictEqual } from 'node:util';

export { type ActivityKind, type ActivityRecords, computeActivity, withLeadActivity } from './activity';
export { addActivity, type RecordedKind } from './activity-handlers';
export type { EmailActivityUpdate } from './email-activity';
export { addressKeys, type EventContent, type EventDocument, hasProperty, type LeadFact } from './event-document';
export { prepareNote, safeText } from './note-content';
export type { NoteDocument } from './notes-strategy';
export { deriveTask, type TaskDocument } from './tasks-strategy';

/** Publishes the assignee of a lead: with the event, and again when an offer ended and another user got it. */
const leadEvents = (before: EventDocument | undefined, after: EventDocument | undefined): ExtraEvent[] => {
  if (!after?.lead || isDeepStrictEqual(before?.lead, after.lead)) return [];
  const { id: eventId, personId, type, source, historyOnly } = after;
  return [leadReceived.event({ eventId, personId, type, source, historyOnly, ...after.lead })];
};

/** Rules of events: only IngestEvent creates them; the viewers are those of the person. */
const eventsStrategy: Strategy<Event, EventDocument> = {
  render: () => ({ person: undefined, customFields: {} }),
  events: leadEvents,
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
  /** All records of a person: they are deleted, moved and shown with the person; their counts are recounted. */
  const children: readonly NamedChildStore[] = [events, notes, calls, textMessages, tasks];
  return {
    events,
    notes,
    calls,
    textMessages,
    tasks,
    children,
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

/** Serves notes, calls, text messages and tasks, and the recount of an account. */
export const registerActivity = (ports: Ports): void => {
  const { rpc, people, notes, calls, textMessages, tasks, stages, customFields, smartLists, leadFlows, ponds } = ports;
  rpc.add(
    NoteServiceDefinition,
    createResourceHandlers(notesDescriptor, withPersonActivity(ports, { kind: 'notes', store: notes })),
  );
  rpc.add(
    PhoneCallServiceDefinition,
    createResourceHandlers(callsDescriptor, withPersonActivity(ports, { kind: 'calls', store: calls })),
  );
  rpc.add(
    TextMessageServiceDefinition,
    createResourceHandlers(
      textMessagesDescriptor,
      withPersonActivity(ports, { kind: 'textMessages', store: textMessages }),
    ),
  );
  rpc.add(
    TaskServiceDefinition,
    createResourceHandlers(tasksDescriptor, withPersonActivity(ports, { kind: 'tasks', store: tasks })),
  );
  const counted = [people, ...ports.children, stages, customFields, smartLists, leadFlows, ponds];
  rpc.add(MaintenanceServiceDefinition, { recount: recountAccount(ports, counted) }, { roles: ['Operator'] });
};
