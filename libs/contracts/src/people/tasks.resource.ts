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
/** The meaning of each type for people who use the API. */
export const TASK_TYPES_MEANINGS = {
  'Follow Up': 'Follow up.',
  Call: 'Call the person.',
  Text: 'Send a text message.',
  Email: 'Send an email.',
  Appointment: 'Meet the person.',
  Showing: 'Show a property.',
  Closing: 'Close the deal.',
  'Open House': 'Hold an open house.',
  'Thank You': 'Say thank you.',
} as const;
/** Parts of a user's to-do list, by the day in the user's time zone. */
export const DUE = ['today', 'overdue', 'upcoming'] as const;

const person = object<TaskPerson>(
  { id: int(), name: str() },
  { describe: { id: 'Id of the person.', name: 'Full name of the person.' } },
);

/** A to-do item for a person (specification: Task; decisions section 5). */
export const tasks = defineResource<Task>(TaskServiceDefinition, {
  description: 'Tasks for people.',
  roles: { read: EVERYONE, write: EVERYONE },
  visibility: 'viewers',
  ofPerson: { activity: 'rules' },
  describe: {
    assignedTo: 'Full name of the user who has the task.',
    assignedUserId: 'Id of the user who has the task; default: the calling user.',
    name: 'What to do.',
    type: 'Kind of task.',
    isCompleted: '1 if the task is done, otherwise 0.',
    completed: 'When the task was done.',
    dueDate: 'Day on which the task is due.',
    dueDateTime: 'Time at which the task is due. It sets the day too.',
    remindSecondsBefore: 'Time of the reminder before the task is due, seconds.',
    person: 'The person whom the task is about.',
    externalTaskLink: 'Always null; clients of other services read it.',
    externalCalendarId: 'Always null; clients of other services read it.',
  },
  fields: {
    createdById: readOnly(int(), { visible: 'onRequest' }),
    updatedById: readOnly(int(), { visible: 'onRequest' }),
    createdBy: readOnly(str()),
    updatedBy: readOnly(str()),
    personId: required(int({ min: 1 }), { fixed: true }),
    assignedTo: writable(str({ max: 511 }), { publicName: 'AssignedTo' }),
    assignedUserId: writable(int({ min: 1 })),
    name: writable(str({ min: 1 })),
    type: writable(oneOf(TASK_TYPES, { describe: TASK_TYPES_MEANINGS }), { nullable: false }),
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
    assignedTo: { describe: 'Only tasks of the user with this full name.', type: 'string', match: 'rule' },
    assignedUserId: { type: 'int', match: 'equals', many: true, count: 'user' },
    name: { type: 'string', match: 'contains', column: 'name' },
    type: { type: 'string', match: 'equals', many: true, among: TASK_TYPES },
    isCompleted: { type: 'bool', match: 'equals' },
    due: {
      describe:
        'Only open tasks by their day in the time zone of the user: `today`, `overdue` (before today) or `upcoming` (after today).',
      type: 'string',
      match: 'rule',
      among: DUE,
    },
    dueStart: { describe: 'Only tasks that are due on this day or later.', type: 'time', match: 'rule', days: true },
    dueEnd: { describe: 'Only tasks that are due on this day or earlier.', type: 'time', match: 'rule', days: true },
  },
  sorts: {
    id: { column: 'id' },
    created: { column: 'created' },
    dueDate: { column: 'dueAt' },
    name: { column: 'nameKey' },
  },
  webhooks: { created: 'tasksCreated', updated: 'tasksUpdated', deleted: 'tasksDeleted' },
});
