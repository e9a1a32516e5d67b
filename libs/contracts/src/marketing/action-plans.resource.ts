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
import { TASK_TYPES } from '../people/tasks.resource';
import { ADMINS, NOT_LENDERS } from '../roles';
import { FORCE_DELETE } from '../force-delete';

/** Kinds of steps of a plan. */
export const STEP_TYPES = ['createTask', 'sendEmail', 'addTags', 'changeStage', 'addNote'] as const;
/** Units of a step's delay. */
export const DELAY_UNITS = ['minutes', 'hours', 'days'] as const;
/** Deleted plans remain for the people that they are applied to. */
export const PLAN_STATUSES = ['Active', 'Deleted'] as const;
/** Maximum number of steps of a plan. */
export const MAX_STEPS = LIMITS.actionPlanSteps.value;

const delay = object<StepDelay>(
  { value: int({ min: 0, max: 100_000 }), unit: oneOf(DELAY_UNITS) },
  { required: ['value', 'unit'] },
);
const step = object<PlanStep>(
  {
    delay,
    type: oneOf(STEP_TYPES),
    task: object<StepTask>({ name: str({ min: 1 }), type: oneOf(TASK_TYPES) }, { required: ['name'] }),
    templateId: int({ min: 1 }),
    tags: list(str({ min: 1 }), 100),
    stage: str({ min: 1 }),
    note: object<StepNote>({ subject: str(), body: text() }, { required: ['body'] }),
  },
  { required: ['type'] },
);

/** A sequence of steps for a person, timed from its application (decisions section 6). */
export const actionPlans = defineResource<ActionPlan>(ActionPlanServiceDefinition, {
  description: 'Action plans: steps that run for a person at set times.',
  roles: { read: NOT_LENDERS, write: ADMINS },
  fields: {
    name: required(str({ min: 1 })),
    status: writable(oneOf(PLAN_STATUSES), { nullable: false, initial: 'Active' }),
    steps: writable(list(step, MAX_STEPS), { visible: 'onRequest' }),
  },
  filters: {
    status: { type: 'string', match: 'equals', many: true, among: PLAN_STATUSES, count: 'status' },
    names: { type: 'string', match: 'text', column: 'name', many: true },
  },
  sorts: { id: { column: 'id' }, name: { column: 'nameKey' } },
  names: ['templates', 'stages'],
  options: FORCE_DELETE,
});
