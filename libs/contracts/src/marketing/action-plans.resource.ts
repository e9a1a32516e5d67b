import { LIMITS } from '@porchlight/limits';
import { defineResource, int, list, object, oneOf, required, str, text, writable } from '@porchlight/resource';
import {
  ActionPlanServiceDefinition,
  type ActionPlan,
  type PlanStep,
  type StepDelay,
  type StepNote,
  type StepTask,
} from '../generated/porchlight/marketing/v1/action_plan_service';
import { TASK_TYPES, TASK_TYPES_MEANINGS } from '../people/tasks.resource';
import { ADMINS, NOT_LENDERS } from '../roles';
import { FORCE_DELETE } from '../force-delete';

/** Kinds of steps of a plan. */
export const STEP_TYPES = ['createTask', 'sendEmail', 'addTags', 'changeStage', 'addNote'] as const;
/** What each kind of step does. */
export const STEP_TYPES_MEANINGS = {
  createTask: 'Create a task.',
  sendEmail: 'Send the template by email.',
  addTags: 'Add tags to the person.',
  changeStage: 'Move the person to a stage.',
  addNote: 'Add a note.',
} as const;
/** Units of a step's delay. */
export const DELAY_UNITS = ['minutes', 'hours', 'days'] as const;
/** The units for people who use the API. */
export const DELAY_UNITS_MEANINGS = { minutes: 'Minutes.', hours: 'Hours.', days: 'Days.' } as const;
/** Deleted plans remain for the people that they are applied to. */
export const PLAN_STATUSES = ['Active', 'Deleted'] as const;
const PLAN_STATUSES_MEANINGS = {
  Active: 'The plan can be applied.',
  Deleted: 'The plan is deleted; it no longer runs.',
} as const;
/** Maximum number of steps of a plan. */
export const MAX_STEPS = LIMITS.actionPlanSteps.value;

const delay = object<StepDelay>(
  { value: int({ min: 0, max: 100_000 }), unit: oneOf(DELAY_UNITS, { describe: DELAY_UNITS_MEANINGS }) },
  { required: ['value', 'unit'], describe: { value: 'Length of the wait.', unit: 'Unit of the wait.' } },
);
/** The task that a step creates. */
export const stepTask = object<StepTask>(
  { name: str({ min: 1 }), type: oneOf(TASK_TYPES, { describe: TASK_TYPES_MEANINGS }) },
  { required: ['name'], describe: { name: 'What to do.', type: 'Kind of task.' } },
);
/** The note that a step adds. */
export const stepNote = object<StepNote>(
  { subject: str(), body: text() },
  { required: ['body'], describe: { subject: 'Title of the note.', body: 'Text of the note.' } },
);
/** The fields of a step for people who use the API. */
export const STEP_TEXTS = {
  delay: 'Wait after the step before; none: at once.',
  type: 'What the step does.',
  task: 'The task to create; only of createTask.',
  templateId: 'Id of the template to send; only of sendEmail.',
  tags: 'Tags to add; only of addTags.',
  stage: 'Name of the stage; only of changeStage.',
  note: 'The note to add; only of addNote.',
} as const;
const step = object<PlanStep>(
  {
    delay,
    type: oneOf(STEP_TYPES, { describe: STEP_TYPES_MEANINGS }),
    task: stepTask,
    templateId: int({ min: 1 }),
    tags: list(str({ min: 1 }), 100),
    stage: str({ min: 1 }),
    note: stepNote,
  },
  { required: ['type'], describe: STEP_TEXTS },
);

/** A sequence of steps for a person, timed from its application (decisions section 6). */
export const actionPlans = defineResource<ActionPlan>(ActionPlanServiceDefinition, {
  description: 'Action plans: steps that run for a person at set times.',
  roles: { read: NOT_LENDERS, write: ADMINS },
  describe: { name: 'Name of the plan.', status: 'Whether the plan can be applied.', steps: 'Steps in their order.' },
  fields: {
    name: required(str({ min: 1 })),
    status: writable(oneOf(PLAN_STATUSES, { describe: PLAN_STATUSES_MEANINGS }), {
      nullable: false,
      initial: 'Active',
    }),
    steps: writable(list(step, MAX_STEPS), { visible: 'onRequest' }),
  },
  filters: {
    status: { type: 'string', match: 'equals', many: true, among: PLAN_STATUSES, count: 'status' },
    names: {
      describe: 'Only plans with one of these names, ignoring case and accents.',
      type: 'string',
      match: 'text',
      column: 'name',
      many: true,
    },
  },
  sorts: { id: { column: 'id' }, name: { column: 'nameKey' } },
  names: ['templates', 'stages'],
  options: FORCE_DELETE,
});
