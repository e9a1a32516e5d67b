import { methods } from '@porchlight/backend';
import {
  calls as callsDescriptor,
  Event,
  events as eventsDescriptor,
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
} from '@porchlight/contracts';
import { createResourceHandlers, type ResourceStore } from '@porchlight/store';
import { people } from '../people';
import type { PersonDocument } from '../person';
import { defineFeature } from '../service';
import { settings } from '../settings';
import { withPersonActivity } from './activity-handlers';
import type { Activity } from './activity-parts';
import { createActivitySums } from './activity-sums';
import { CALL_INDEXES, callColumns, type CallDocument, createCallsStrategy } from './calls-strategy';
import { createEmailActivity } from './email-activity';
import { eventColumns, type EventDocument } from './event-document';
import { eventsStrategy } from './events-strategy';
import { createMergeNotes } from './merge-notes';
import { createNotesStrategy, noteColumns, type NoteDocument } from './notes-strategy';
import { createTasksStrategy, taskColumns, type TaskDocument } from './tasks-strategy';
import {
  createTextMessagesStrategy,
  TEXT_MESSAGE_INDEXES,
  textMessageColumns,
  type TextMessageDocument,
} from './text-messages-strategy';

/** Records of people: events, notes, calls, text messages, tasks. */
export const activity = defineFeature({
  name: 'activity',
  needs: { settings, people },
  open({ store, clock, settings: { settingsCache, retryReferences }, people: opened }): Activity {
    const sources = { people: opened.people, settingsCache, clock };
    const events: ResourceStore<Event, EventDocument> = store.resource({
      descriptor: eventsDescriptor,
      columns: eventColumns,
      strategy: eventsStrategy,
      encodeRecord: (record: Event) => Event.encode(record).finish(),
    });
    const notes: ResourceStore<Note, NoteDocument> = store.resource({
      descriptor: notesDescriptor,
      columns: noteColumns,
      strategy: createNotesStrategy(sources),
    });
    const calls: ResourceStore<PhoneCall, CallDocument> = store.resource({
      descriptor: callsDescriptor,
      columns: callColumns,
      strategy: createCallsStrategy(sources),
      retryReferences,
      indexes: CALL_INDEXES,
    });
    const textMessages: ResourceStore<TextMessage, TextMessageDocument> = store.resource({
      descriptor: textMessagesDescriptor,
      columns: textMessageColumns,
      strategy: createTextMessagesStrategy(sources),
      indexes: TEXT_MESSAGE_INDEXES,
    });
    const tasks: ResourceStore<Task, TaskDocument> = store.resource({
      descriptor: tasksDescriptor,
      columns: taskColumns,
      strategy: createTasksStrategy(sources),
      retryReferences,
    });
    return {
      events,
      notes,
      calls,
      textMessages,
      tasks,
      children: [events, notes, calls, textMessages, tasks],
      mergeNotes: createMergeNotes(notes),
      sums: createActivitySums({
        events: store.collection('events'),
        calls: store.collection('calls'),
        textMessages: store.collection('textMessages'),
        tasks: store.collection('tasks'),
      }),
      emailActivity: createEmailActivity(store.collection<PersonDocument>('people'), clock),
    };
  },
  serve({ notes, calls, textMessages, tasks, sums }, { people: opened }) {
    const active = { people: opened.people, sums };
    return {
      methods: [
        methods(
          NoteServiceDefinition,
          createResourceHandlers(notesDescriptor, withPersonActivity(active, { kind: 'notes', store: notes })),
        ),
        methods(
          PhoneCallServiceDefinition,
          createResourceHandlers(callsDescriptor, withPersonActivity(active, { kind: 'calls', store: calls })),
        ),
        methods(
          TextMessageServiceDefinition,
          createResourceHandlers(
            textMessagesDescriptor,
            withPersonActivity(active, { kind: 'textMessages', store: textMessages }),
          ),
        ),
        methods(
          TaskServiceDefinition,
          createResourceHandlers(tasksDescriptor, withPersonActivity(active, { kind: 'tasks', store: tasks })),
        ),
      ],
    };
  },
});
