import {
  bit,
  day,
  defineResource,
  int,
  object,
  oneOf,
  readOnly,
  required,
  str,
  time,
  writable,
} from '@porchlight/resource';
import { TaskServiceDefinition, type Task, type TaskPerson } from '../generated/porchlight/people/v1/task_service';
import { EVERYONE } from '../roles';

/** Kinds of task (decisions section 5). */
export const TASK_TYPES = [
  'Follow Up',
  'Call',
  'Text',
  'Email',
  'Appointment',
  'Showing',
  'Closing',
  'Open House',
  'Thank You',
] as const;
/** Parts of a user's to-do list, by the day in the user's time zone. */
export const DUE = ['today', 'overdue', 'upcoming'] as const;

const person = object<TaskPerson>({ id: int(), name: str() });

/** A to-do item for a person (specification: Task; decisions section 5). */
export const tasks = defineResource<Task>(TaskServiceDefinition, {
  description: 'Tasks for people.',
  roles: { read: EVERYONE, write: EVERYONE },
  visibility: 'viewers',
  ofPerson: { activity: 'rules' },
  fields: {
    createdById: readOnly(int(), { visible: 'onRequest' }),
    updatedById: readOnly(int(), { visible: 'onRequest' }),
    createdBy: readOnly(str()),
    updatedBy: readOnly(str()),
    personId: required(int({ min: 1 }), { fixed: true }),
    assignedTo: writable(str({ max: 511 }), { publicName: 'AssignedTo' }),
    assignedUserId: writable(int({ min: 1 })),
    name: writable(str({ min: 1 })),
    type: writable(oneOf(TASK_TYPES), { nullable: false }),
    isCompleted: writable(bit(), { nullable: false, fallback: 0 }),
    completed: readOnly(time()),
    dueDate: writable(day()),
    dueDateTime: writable(time()),
    remindSecondsBefore: writable(int({ min: 0 })),
    person: readOnly(person),
    externalTaskLink: readOnly(str()),
    externalCalendarId: readOnly(str()),
  },
  filters: {
    personId: { type: 'int', match: 'equals' },
    assignedTo: { type: 'string', match: 'rule' },
    assignedUserId: { type: 'int', match: 'equals', many: true, count: 'user' },
    name: { type: 'string', match: 'contains', column: 'name' },
    type: { type: 'string', match: 'equals', many: true, among: TASK_TYPES },
    isCompleted: { type: 'bool', match: 'equals' },
    due: { type: 'string', match: 'rule', among: DUE },
    dueStart: { type: 'time', match: 'rule', days: true },
    dueEnd: { type: 'time', match: 'rule', days: true },
  },
  sorts: {
    id: { column: 'id' },
    created: { column: 'created' },
    dueDate: { column: 'dueAt' },
    name: { column: 'nameKey' },
  },
  webhooks: { created: 'tasksCreated', updated: 'tasksUpdated', deleted: 'tasksDeleted' },
});
