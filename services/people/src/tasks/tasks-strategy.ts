import { canSeeViewers, seesWholeAccount, type Role } from '@porchlight/access';
import type { Person, Task } from '@porchlight/contracts';
import { invalidBody } from '@porchlight/errors';
import { isDay, type FilterValues } from '@porchlight/resource';
import type { Clock } from '@porchlight/runtime';
import {
  column,
  type Columns,
  composeKey,
  type Condition,
  normalizeText,
  type ResourceStore,
  splitGrams,
  type StoreCall,
  type Stored,
  type Strategy,
} from '@porchlight/store';
import { authoredColumns, type AuthoredDocument, type PersonDocument, resolveZone } from '../person';
import {
  buildDueBoundCondition,
  buildDueCondition,
  buildDueDayCondition,
  computeDue,
  type Due,
  dueAfter,
  dueColumns,
  dueKeyColumns,
  type DueKeys,
  type DuePart,
} from './due';
import { type AccountSettings, ASSIGNEE, resolveReference } from '../settings';
import { personChild, type ChildContext, type ChildRules, type ChildSources } from './person-child';

export const taskColumns = {
  ...authoredColumns,
  ...dueColumns,
  ...dueKeyColumns,
  name: column.text,
  nameKey: column.text,
  nameGrams: column.listOf(column.text),
  type: column.text,
  assignedUserId: column.number,
  isCompleted: column.flag,
  /** When it was completed. */
  completed: column.optional(column.date),
  remindSecondsBefore: column.optional(column.number),
} satisfies Columns;

/** A task as stored. */
export interface TaskDocument extends AuthoredDocument, Stored<typeof taskColumns> {}

/** What the rules of tasks read. */
export interface TaskSources extends ChildSources {
  readonly people: Pick<ResourceStore<Person, PersonDocument>, 'load' | 'find'>;
  readonly clock: Pick<Clock, 'date'>;
}

/** Data that rendering needs besides the documents. */
interface TaskRelated {
  readonly settings: AccountSettings;
  /** Names of people by id. */
  readonly names: ReadonlyMap<number, string>;
}

const DEFAULT_TYPE = 'Follow Up';

/** The task with its derived fields. */
export const deriveTask = <T extends Pick<TaskDocument, 'name' | 'assignedUserId'> & Due>(
  task: T,
  settings: ChildContext['settings'],
): T & Pick<TaskDocument, 'nameKey' | 'nameGrams'> & DueKeys => {
  const due = computeDue(task, resolveZone(settings.member(task.assignedUserId)?.timezone));
  const cleared = {
    dueDate: undefined,
    dueDateTime: undefined,
    dueAt: undefined,
    dueOn: undefined,
    allDayOn: undefined,
  };
  return { ...task, ...cleared, ...due, nameKey: normalizeText(task.name), nameGrams: splitGrams(task.name) };
};

/** The user of a task: the given one, else the caller, else (for the service itself) the user of the person. */
const resolveAssignee = (context: ChildContext, input: Task, mask: ReadonlySet<string>, current?: number): number => {
  const { call, settings, viewers, person } = context;
  const chosen = resolveReference(
    ASSIGNEE,
    settings,
    { name: input.assignedTo, id: input.assignedUserId, mask },
    current,
  );
  if (chosen === undefined && current !== undefined) return current;
  const id = chosen ?? (call.actor.userId || (person?.assignedUserId ?? 0));
  const role = (settings.member(id)?.role ?? 'Agent') as Role;
  // Only administrators may assign a task to a user who cannot see the person.
  if (id !== call.actor.userId && !seesWholeAccount(call.actor) && !canSeeViewers({ role, userId: id }, viewers))
    throw invalidBody("Field 'assignedUserId': this user may not see the person.");
  return id;
};

/** A bound of due times: a day in the caller's zone, or a time. */
const dueBound = (name: 'dueStart' | 'dueEnd', text: string, zone: string): Condition =>
  isDay(text) ? buildDueDayCondition(name, text, zone) : buildDueBoundCondition(name, new Date(text));

/** How a body becomes a task. */
const taskRules = ({ clock }: Pick<TaskSources, 'clock'>): ChildRules<Task, TaskDocument> => ({
  prepareNew: (context, input, mask) => {
    const isCompleted = input.isCompleted ?? false;
    return deriveTask(
      {
        name: input.name ?? input.type ?? DEFAULT_TYPE,
        type: input.type ?? DEFAULT_TYPE,
        assignedUserId: resolveAssignee(context, input, mask),
        isCompleted,
        completed: isCompleted ? clock.date() : undefined,
        ...dueAfter({}, input, mask),
        remindSecondsBefore: input.remindSecondsBefore,
      },
      context.settings,
    );
  },
  prepareChanged: (context, before, input, mask) => {
    const { dueDate: _day, dueDateTime: _moment, ...rest } = before;
    const after: TaskDocument = { ...rest, ...dueAfter(before, input, mask) };
    if (mask.has('type')) after.type = input.type ?? DEFAULT_TYPE;
    if (mask.has('name')) after.name = input.name ?? after.type;
    after.assignedUserId = resolveAssignee(context, input, mask, before.assignedUserId);
    if (mask.has('remindSecondsBefore')) after.remindSecondsBefore = input.remindSecondsBefore;
    if (mask.has('isCompleted')) after.isCompleted = input.isCompleted ?? false;
    if (after.isCompleted !== before.isCompleted) after.completed = after.isCompleted ? clock.date() : undefined;
    return deriveTask(after, context.settings);
  },
  render: ({ assignedUserId }, settings) => ({
    assignedTo: settings.member(assignedUserId)?.name,
    assignedUserId: assignedUserId || undefined,
  }),
});

/** The condition of a filter by a day or a user's name; null if no task meets it. */
const buildCondition = (
  { actor: { userId } }: StoreCall,
  settings: AccountSettings,
  now: Date,
  { name, values: [text = ''] }: FilterValues,
): Condition | null | undefined => {
  switch (name) {
    case 'assignedTo': {
      const ids = settings.membersNamed(text).map(({ id }) => id);
      if (ids.length === 0) return null;
      return { assignedUserId: ids.length === 1 ? ids[0] : { $in: ids } };
    }
    case 'due':
      return buildDueCondition(text as DuePart, now, resolveZone(settings.member(userId)?.timezone));
    case 'dueStart':
    case 'dueEnd':
      return dueBound(name, text, resolveZone(settings.member(userId)?.timezone));
    default:
      return undefined;
  }
};

/** The rules of tasks (specification: Task; decisions section 5). */
export const createTasksStrategy = (sources: TaskSources): Strategy<Task, TaskDocument, TaskRelated> => {
  const { people, settingsCache, clock } = sources;
  const child = personChild<Task, TaskDocument>(sources, taskRules(sources));

  return {
    ...child,
    async loadRelated(documents, call) {
      const ids = [...new Set(documents.map(({ personId }) => personId))];
      const keys = ids.map((id) => composeKey(call.actor.accountId, id));
      const [settings, namedPeople] = await Promise.all([
        settingsCache.load(call.actor.accountId),
        people.find(call, { _id: { $in: keys } }, keys.length),
      ]);
      return { settings, names: new Map(namedPeople.map(({ id, name }) => [id, name])) };
    },
    render: (task, call, { settings, names }) => ({
      ...child.render(task, call, settings),
      person: { id: task.personId, name: names.get(task.personId) ?? '' },
    }),
    counts: ({ assignedUserId }) => [`user:${assignedUserId}`],
    async planList(call, { filters }) {
      const settings = await settingsCache.load(call.actor.accountId);
      return { conditions: filters.map((filter) => buildCondition(call, settings, clock.date(), filter)) };
    },
  };
};
