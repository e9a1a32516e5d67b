import { waitForReferences, type ReferenceWait } from '@porchlight/backend';
import {
  calls as callsDescriptor,
  notes as notesDescriptor,
  tasks as tasksDescriptor,
  textMessages as textMessagesDescriptor,
  type Note,
  type Person,
  type PhoneCall,
  type Task,
  type TextMessage,
} from '@porchlight/contracts';
import type { Clock } from '@porchlight/runtime';
import type { ResourceStore, Store } from '@porchlight/store';
import type { Directory } from './settings/cached-account-settings';
import { CALL_INDEXES, createCallsStrategy, type CallDocument } from './activity/calls-strategy';
import { createNotesStrategy, type NoteDocument } from './activity/notes-strategy';
import { createTasksStrategy, type TaskDocument } from './activity/tasks-strategy';
import {
  createTextMessagesStrategy,
  TEXT_MESSAGE_INDEXES,
  type TextMessageDocument,
} from './activity/text-messages-strategy';
import type { PersonDocument } from './people/person-document';
import { createWriteImages } from './activity/write-images';

export interface ActivityParts {
  readonly people: Pick<ResourceStore<Person, PersonDocument>, 'load' | 'find'>;
  readonly directory: Directory;
  readonly clock: Clock;
  readonly references: ReferenceWait;
}

/** Opens what users write down about people. */
export const openActivity = (store: Store, { references, ...parts }: ActivityParts) => {
  const reread = { refresh: (accountId: number) => parts.directory.forget(accountId) };
  const images = {
    notes: createWriteImages<NoteDocument>(),
    calls: createWriteImages<CallDocument>(),
    textMessages: createWriteImages<TextMessageDocument>(),
    tasks: createWriteImages<TaskDocument>(),
  };
  const notes: ResourceStore<Note, NoteDocument> = store.resource({
    descriptor: notesDescriptor,
    strategy: createNotesStrategy({ ...parts, images: images.notes }),
  });
  const calls: ResourceStore<PhoneCall, CallDocument> = store.resource({
    descriptor: callsDescriptor,
    strategy: waitForReferences(createCallsStrategy({ ...parts, images: images.calls }), references, reread),
    indexes: CALL_INDEXES,
  });
  const textMessages: ResourceStore<TextMessage, TextMessageDocument> = store.resource({
    descriptor: textMessagesDescriptor,
    strategy: createTextMessagesStrategy({ ...parts, images: images.textMessages }),
    indexes: TEXT_MESSAGE_INDEXES,
  });
  const tasks: ResourceStore<Task, TaskDocument> = store.resource({
    descriptor: tasksDescriptor,
    strategy: waitForReferences(createTasksStrategy({ ...parts, images: images.tasks }), references, reread),
  });
  return { notes, calls, textMessages, tasks, images };
};

/** Stores of records that belong to people. */
export type ActivityResources = ReturnType<typeof openActivity>;
