import { LIMITS } from '@porchlight/limits';
import {
  defineResource,
  int,
  jsonObject,
  list,
  object,
  oneOf,
  readOnly,
  required,
  str,
  text,
  writable,
  type Codec,
} from '@porchlight/resource';
import type { StepDelay, StepNote, StepTask } from '../generated/porchlight/marketing/v1/action_plan_service';
import {
  AutomationServiceDefinition,
  type Automation,
  type AutomationStep,
  type AutomationTrigger,
} from '../generated/porchlight/marketing/v1/automation_service';
import { FORCE_DELETE } from '../force-delete';
import { EVENT_TYPES } from '../people/event-types';
import { TASK_TYPES } from '../people/tasks.resource';
import { ADMINS, NOT_LENDERS } from '../roles';
import { DELAY_UNITS, STEP_TYPES } from './action-plans.resource';

/** What starts an automation. */
export const TRIGGER_TYPES = [
  'leadCreated',
  'stageChanged',
  'tagAdded',
  'eventReceived',
  'dealStageChanged',
  'noReplyFor',
  'manual',
] as const;
/** Events of a person for which a step waits. */
export const WAIT_EVENTS = ['reply', 'stageChanged', 'tagAdded'] as const;
/** A disabled automation starts no run; a deleted one remains for its runs. */
export const AUTOMATION_STATUSES = ['Active', 'Disabled', 'Deleted'] as const;

const MAX_STEPS = LIMITS.automationSteps.value;
const MAX_DEPTH = LIMITS.automationBranchLevels.value;

const duration = (min: number): Codec<StepDelay> =>
  object<StepDelay>({ value: int({ min, max: 100_000 }), unit: oneOf(DELAY_UNITS) }, { required: ['value', 'unit'] });

const trigger = object<AutomationTrigger>(
  {
    type: oneOf(TRIGGER_TYPES),
    stage: str({ min: 1 }),
    tag: str({ min: 1 }),
    eventType: oneOf(EVENT_TYPES),
    dealStageId: int({ min: 1 }),
    noReplyFor: duration(1),
  },
  { required: ['type'] },
);

/** Parameters of GET /people with their values. */
const conditions = jsonObject(LIMITS.automationConditionCharacters.value);

/** The steps of a branch. Their schema is not repeated at each level: they are steps as those of the automation. */
const stepsOfBranch = (level: number): Codec<AutomationStep[]> => {
  const codec = list(createStepCodec(level), MAX_STEPS);
  const schema = { type: 'array', items: { type: 'object' }, maxItems: MAX_STEPS };
  return { ...codec, takes: schema, shows: schema };
};

/** Refuses the steps of a branch that is too deep. */
const noSteps: Codec<AutomationStep[]> = {
  ...list(object<AutomationStep>({} as never), MAX_STEPS),
  read: (_value, path, problems) => {
    problems.push(
      `Field '${path}' is nested too deep: branches nest at most ${MAX_DEPTH} deep. Divide the automation into several.`,
    );
    return undefined;
  },
};

/** A step inside `level` branches. */
const createStepCodec = (level: number): Codec<AutomationStep> => {
  const branch = level < MAX_DEPTH ? stepsOfBranch(level + 1) : noSteps;
  return object<AutomationStep>(
    {
      delay: duration(0),
      type: oneOf([...STEP_TYPES, 'waitFor', 'branch']),
      task: object<StepTask>({ name: str({ min: 1 }), type: oneOf(TASK_TYPES) }, { required: ['name'] }),
      templateId: int({ min: 1 }),
      tags: list(str({ min: 1 }), 100),
      stage: str({ min: 1 }),
      note: object<StepNote>({ subject: str(), body: text() }, { required: ['body'] }),
      event: oneOf(WAIT_EVENTS),
      timeout: duration(1),
      conditions,
      then: branch,
      else: branch,
    },
    { required: ['type'] },
  );
};

/** Steps that run for a person after a trigger (D12.5). */
export const automations = defineResource<Automation>(AutomationServiceDefinition, {
  description: 'Automations: steps that run for a person after a trigger, with waits and branches.',
  roles: { read: NOT_LENDERS, write: ADMINS },
  fields: {
    createdById: readOnly(int(), { stamp: 'creator' }),
    updatedById: readOnly(int(), { stamp: 'editor' }),
    name: required(str({ min: 1 })),
    status: writable(oneOf(AUTOMATION_STATUSES), { nullable: false, initial: 'Active' }),
    trigger: required(trigger),
    conditions: writable(conditions, { visible: 'onRequest' }),
    steps: writable(list(createStepCodec(0), MAX_STEPS), { visible: 'onRequest' }),
  },
  filters: {
    status: { type: 'string', match: 'equals', many: true, among: AUTOMATION_STATUSES, count: 'status' },
    enabledOnly: { type: 'bool', match: 'rule' },
    manualOnly: { type: 'bool', match: 'rule' },
    names: { type: 'string', match: 'text', column: 'name', many: true },
  },
  sorts: {
    id: { column: 'id' },
    name: { column: 'nameKey' },
    created: { column: 'created' },
    updated: { column: 'updated' },
  },
  names: ['templates', 'stages', 'ponds', 'customFields'],
  options: FORCE_DELETE,
});
