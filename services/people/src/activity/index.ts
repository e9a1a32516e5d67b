import {
  calls as callsDescriptor,
  MaintenanceServiceDefinition,
  notes as notesDescriptor,
  NoteServiceDefinition,
  PhoneCallServiceDefinition,
  tasks as tasksDescriptor,
  TaskServiceDefinition,
  textMessages as textMessagesDescriptor,
  TextMessageServiceDefinition,
} from '@porchlight/contracts';
import { createResourceHandlers } from '@porchlight/store';
import type { Ports } from './stores';
import { withPersonActivity } from './activity-handlers';
import { recountAccount, type Counted } from './recount-account';

export { type ActivityKind, type ActivityRecords, computeActivity, withLeadActivity } from './activity';
export { addActivity, type RecordedKind } from './activity-handlers';
export type { EmailActivityUpdate } from './email-activity';
export {
  addressKeys,
  type EventContent,
  type EventDocument,
  hasProperty,
  type LeadFact,
  type OptOut,
} from './event-document';
export { cleanHtml, prepareNote, readSafeText } from './note-content';
export type { NoteDocument } from './notes-strategy';
export { deriveTask, type TaskDocument } from './tasks-strategy';
export { openActivity, type Activity } from './stores';

/** Serves notes, calls, text messages and tasks, and the recount of an account with the records of `related`. */
export const registerActivity = (ports: Ports, related: readonly Counted[]): void => {
  const { rpc, people, notes, calls, textMessages, tasks, stages, customFields, smartLists } = ports;
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
  const counted = [people, ...ports.children, stages, customFields, smartLists, ...related];
  rpc.add(MaintenanceServiceDefinition, { recount: recountAccount(ports, counted) }, { roles: ['Operator'] });
};
