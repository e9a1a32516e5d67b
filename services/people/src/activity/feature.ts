import { methods } from '@porchlight/backend';
import {
  calls as callsDescriptor,
  emails as emailsDescriptor,
  EmailMessage,
  Event,
  PhoneCall,
  TextMessage,
  events as eventsDescriptor,
  notes as notesDescriptor,
  NoteServiceDefinition,
  peopleRelationships as relationshipsDescriptor,
  PeopleRelationshipServiceDefinition,
  PhoneCallServiceDefinition,
  tasks as tasksDescriptor,
  TaskServiceDefinition,
  textMessages as textMessagesDescriptor,
  TextMessageServiceDefinition,
  type Note,
  type Task,
} from '@porchlight/contracts';
import type { Handlers } from '@porchlight/rpc';
import { createResourceHandlers, type ResourceStore, systemCall } from '@porchlight/store';
import { appointments } from '../appointments';
import { createRecordOptions, people } from '../people';
import type { PersonDocument } from '../person';
import { defineFeature } from '../service';
import { settings } from '../settings';
import { withPersonActivity } from './activity-handlers';
import type { Activity } from './activity-parts';
import { createActivitySums } from './activity-sums';
import { createEmailActivity } from './email-activity';
import { emailColumns, type EmailDocument, emailsStrategy } from './emails-strategy';
import { eventColumns, type EventDocument } from './event-document';
import { eventsStrategy } from './events-strategy';
import { createMergeNotes } from './merge-notes';
import { noteColumns, type NoteDocument, notesStrategy } from './notes-strategy';
import { withResponses } from './load-responses';
import { openResponses, serveResponses } from './open-responses';
import { openPersonAttachments, servePersonAttachments } from './person-attachments';
import { openPlainRecords, servePlainRecord } from './person-records';
import { createRelationSearch, type Relationships, withRelationSearch } from './relation-search';
import { createRelationshipsStrategy, relationshipColumns, type RelationshipDocument } from './relationships-strategy';
import { removeResponses, RESPONSE_TYPES } from './remove-responses';
import type { CallDocument, TextMessageDocument } from './record-documents';
import { createTasksStrategy, taskColumns, type TaskDocument } from './tasks-strategy';

/** Records of people: events, notes, calls, text messages, tasks and so on; replies and reactions to them. */
export const activity = defineFeature({
  name: 'activity',
  needs: { settings, people, appointments },
  open({ store, clock, settings: settingsParts, people: { people: peopleStore }, ...parts }): Activity {
    const sources = { people: peopleStore, settingsCache: settingsParts.settingsCache, clock };
    const options = createRecordOptions(settingsParts, peopleStore, store);
    const events: ResourceStore<Event, EventDocument> = store.resource({
      ...options,
      descriptor: eventsDescriptor,
      columns: eventColumns,
      strategy: eventsStrategy,
      // No other service reads what a lead said, and messages outlive the erasure of its person.
      encodeRecord: (record: Event) => Event.encode({ ...record, submitted: undefined }).finish(),
    });
    const notes: ResourceStore<Note, NoteDocument> = store.resource({
      ...options,
      descriptor: notesDescriptor,
      columns: noteColumns,
      strategy: notesStrategy,
    });
    const calls: ResourceStore<PhoneCall, CallDocument> = store.resource({
      ...options,
      descriptor: callsDescriptor,
      encodeRecord: ({ id, version, personId, isIncoming }: PhoneCall) =>
        PhoneCall.encode({ id, version, personId, isIncoming }).finish(),
    });
    const textMessages: ResourceStore<TextMessage, TextMessageDocument> = store.resource({
      ...options,
      descriptor: textMessagesDescriptor,
      encodeRecord: ({ id, version, personId, isIncoming }: TextMessage) =>
        TextMessage.encode({ id, version, personId, isIncoming, media: [] }).finish(),
    });
    const emails: ResourceStore<EmailMessage, EmailDocument> = store.resource({
      ...options,
      descriptor: emailsDescriptor,
      columns: emailColumns,
      strategy: emailsStrategy,
      // Other services read whose mail it is, not what it says.
      encodeRecord: ({ id, version, personId, isIncoming, status }: EmailMessage) =>
        EmailMessage.encode({ id, version, personId, isIncoming, status }).finish(),
    });
    const tasks: ResourceStore<Task, TaskDocument> = store.resource({
      ...options,
      descriptor: tasksDescriptor,
      columns: taskColumns,
      strategy: createTasksStrategy(sources),
    });
    const relationshipReads = store.reads<RelationshipDocument>('peopleRelationships');
    const relationships: Relationships = store.resource({
      ...options,
      descriptor: relationshipsDescriptor,
      columns: relationshipColumns,
      grams: { name: 'nameGrams', firstName: 'nameGrams', lastName: 'nameGrams' },
      strategy: createRelationshipsStrategy({
        ...sources,
        countOfPerson: async (call, personId, limit) =>
          (await relationshipReads.find(systemCall(call.actor.accountId, call.signal), { personId }, limit)).length,
      }),
    });
    const attachments = openPersonAttachments({ store, clock, ...parts }, options);
    const responses = openResponses(store, options, { notes, calls });
    const plainRecords = openPlainRecords(store, options);
    return {
      events,
      notes,
      calls,
      textMessages,
      emails,
      tasks,
      relationships,
      attachments,
      responses,
      plainRecords,
      children: [
        ...[events, notes, calls, textMessages, emails, tasks, relationships, attachments.store],
        ...[responses.replies, responses.reactions, ...plainRecords],
        parts.appointments.children,
      ],
      relationSearch: createRelationSearch({ people: peopleStore, relationships }),
      mergeNotes: createMergeNotes(notes),
      sums: createActivitySums({
        events: store.collection('events'),
        calls: store.collection('calls'),
        textMessages: store.collection('textMessages'),
        emails: store.collection('emails'),
        tasks: store.collection('tasks'),
      }),
      emailActivity: createEmailActivity(store.collection<PersonDocument>('people'), clock),
    };
  },
  // Emails are served by their feature.
  serve(
    { notes, calls, textMessages, tasks, relationships, relationSearch, attachments, responses, plainRecords, sums },
    { people: opened, ...parts },
  ) {
    const active = { people: opened.people, sums };
    const noteHandlers: Handlers<typeof NoteServiceDefinition> = createResourceHandlers(
      notesDescriptor,
      withPersonActivity(active, { kind: 'notes', store: notes }),
    );
    const callHandlers: Handlers<typeof PhoneCallServiceDefinition> = createResourceHandlers(
      callsDescriptor,
      withPersonActivity(active, { kind: 'calls', store: calls }),
    );
    parts.beforeForgetting(({ accountId }, signal) => attachments.parts.forgetAccount(accountId, signal));
    return {
      jobs: [attachments.parts.jobs.run({ ...attachments.parts, attachments: attachments.store })],
      on: { 'people.cascade': { handler: removeResponses(responses), types: RESPONSE_TYPES } },
      methods: [
        methods(NoteServiceDefinition, {
          ...noteHandlers,
          getNote: withResponses(responses, 'Note', noteHandlers.getNote),
        }),
        methods(PhoneCallServiceDefinition, {
          ...callHandlers,
          getPhoneCall: withResponses(responses, 'Call', callHandlers.getPhoneCall),
        }),
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
        methods(
          PeopleRelationshipServiceDefinition,
          createResourceHandlers(
            relationshipsDescriptor,
            withRelationSearch(withPersonActivity(active, { kind: 'none', store: relationships }), relationSearch),
          ),
        ),
        servePersonAttachments(active, attachments, parts),
        ...serveResponses(active, responses),
        ...plainRecords.map((store) => servePlainRecord(active, store)),
      ],
    };
  },
});
