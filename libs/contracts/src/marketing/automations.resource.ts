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
  writable,
  type Codec,
} from '@porchlight/resource';
import type { StepDelay } from '../generated/porchlight/marketing/v1/action_plan_service';
import {
  AutomationServiceDefinition,
  type Automation,
  type AutomationStep,
  type AutomationTrigger,
} from '../generated/porchlight/marketing/v1/automation_service';
import { FORCE_DELETE } from '../force-delete';
import { EVENT_TYPE_MEANINGS, EVENT_TYPES } from '../people/event-types';
import { ADMINS, NOT_LENDERS } from '../roles';
import {
  DELAY_UNITS,
  DELAY_UNITS_MEANINGS,
  STEP_TEXTS,
  STEP_TYPES,
  STEP_TYPES_MEANINGS,
  stepNote,
  stepTask,
} from './action-plans.resource';

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
const TRIGGER_TYPES_MEANINGS = {
  leadCreated: 'A lead creates a person.',
  stageChanged: 'A person gets a stage.',
  tagAdded: 'A person gets a tag.',
  eventReceived: 'A person has an event.',
  dealStageChanged: 'A deal of a person gets a stage.',
  noReplyFor: 'A person got no reply for a time.',
  manual: 'A caller starts a run.',
} as const;
/** Events of a person for which a step waits. */
export const WAIT_EVENTS = ['reply', 'stageChanged', 'tagAdded'] as const;
const WAIT_EVENTS_MEANINGS = {
  reply: 'The person replies.',
  stageChanged: 'The person gets another stage.',
  tagAdded: 'The person gets a tag.',
} as const;
const AUTOMATION_STEP_MEANINGS = {
  ...STEP_TYPES_MEANINGS,
  waitFor: 'Wait for an event.',
  branch: 'Run one of two lists of steps.',
} as const;
/** A disabled automation starts no run; a deleted one remains for its runs. */
export const AUTOMATION_STATUSES = ['Active', 'Disabled', 'Deleted'] as const;
const AUTOMATION_STATUSES_MEANINGS = {
  Active: 'The automation starts runs.',
  Disabled: 'It starts no run.',
  Deleted: 'It is deleted and remains for its runs.',
} as const;

const MAX_STEPS = LIMITS.automationSteps.value;
const MAX_DEPTH = LIMITS.automationBranchLevels.value;

const duration = (min: number): Codec<StepDelay> =>
  object<StepDelay>(
    { value: int({ min, max: 100_000 }), unit: oneOf(DELAY_UNITS, { describe: DELAY_UNITS_MEANINGS }) },
    { required: ['value', 'unit'], describe: { value: 'Length of the time.', unit: 'Unit of the time.' } },
  );

const trigger = object<AutomationTrigger>(
  {
    type: oneOf(TRIGGER_TYPES, { describe: TRIGGER_TYPES_MEANINGS }),
    stage: str({ min: 1 }),
    tag: str({ min: 1 }),
    eventType: oneOf(EVENT_TYPES, { describe: EVENT_TYPE_MEANINGS }),
    dealStageId: int({ min: 1 }),
    noReplyFor: duration(1),
  },
  {
    required: ['type'],
    describe: {
      type: 'What starts a run.',
      stage: 'Name of the stage; only of stageChanged. None: any stage.',
      tag: 'The tag; only of tagAdded. None: any tag.',
      eventType: 'Type of the event; only of eventReceived. None: any type.',
      dealStageId: 'Id of the stage of the deal; only of dealStageChanged. None: any stage.',
      noReplyFor: 'The time without a reply; only of noReplyFor.',
    },
  },
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
      type: oneOf([...STEP_TYPES, 'waitFor', 'branch'], { describe: AUTOMATION_STEP_MEANINGS }),
      task: stepTask,
      templateId: int({ min: 1 }),
      tags: list(str({ min: 1 }), 100),
      stage: str({ min: 1 }),
      note: stepNote,
      event: oneOf(WAIT_EVENTS, { describe: WAIT_EVENTS_MEANINGS }),
      timeout: duration(1),
      conditions,
      then: branch,
      else: branch,
    },
    {
      required: ['type'],
      describe: {
        ...STEP_TEXTS,
        event: 'The event to wait for; only of waitFor.',
        timeout: 'Longest wait; only of waitFor. Then the next step runs.',
        conditions: 'Parameters of GET /people with their values, which choose the list of steps; only of branch.',
        then: 'Steps that run if the person meets the conditions; only of branch.',
        else: 'Steps that run if the person does not meet the conditions; only of branch.',
      },
    },
  );
};

/** Steps that run for a person after a trigger (D12.5). */
export const automations = defineResource<Automation>(AutomationServiceDefinition, {
  description: 'Automations: steps that run for a person after a trigger, with waits and branches.',
  roles: { read: NOT_LENDERS, write: ADMINS },
  describe: {
    name: 'Name of the automation.',
    status: 'Whether the automation starts runs.',
    trigger: 'What starts a run.',
    conditions: 'Parameters of GET /people with their values: a run starts only for people who meet them.',
    steps: 'Steps in their order.',
  },
  fields: {
    createdById: readOnly(int(), { stamp: 'creator' }),
    updatedById: readOnly(int(), { stamp: 'editor' }),
    name: required(str({ min: 1 })),
    status: writable(oneOf(AUTOMATION_STATUSES, { describe: AUTOMATION_STATUSES_MEANINGS }), {
      nullable: false,
      initial: 'Active',
    }),
    trigger: required(trigger),
    conditions: writable(conditions, { visible: 'onRequest' }),
    steps: writable(list(createStepCodec(0), MAX_STEPS), { visible: 'onRequest' }),
  },
  filters: {
    status: { type: 'string', match: 'equals', many: true, among: AUTOMATION_STATUSES, count: 'status' },
    enabledOnly: { describe: 'True: only automations with the status Active.', type: 'bool', match: 'rule' },
    manualOnly: { describe: 'True: only automations with a manual trigger.', type: 'bool', match: 'rule' },
    names: { type: 'string', match: 'text', column: 'name', many: true },
  },
  sorts: {
    id: { column: 'id' },
    name: { column: 'nameKey' },
    created: { column: 'created' },
    updated: { column: 'updated' },
  },
  names: ['templates', 'stages', 'ponds', 'customFields', 'pipelines'],
  options: FORCE_DELETE,
});
