import type { Schemas } from '@porchlight/sdk';
import { porchlight } from '../api/porchlight';
import { toApiSteps, toStepValues, type Conditions, type StepValues } from '../plans/step-values';
import { toTriggerBody, toTriggerValues, type TriggerValues } from './trigger-values';

export type Automation = Schemas['Automation'];
type AutomationChange = Schemas['AutomationChange'];

/** Conditions and steps are not in the default response. */
export const ALL_FIELDS = { fields: ['allFields'] };

/** The values of the form of an automation. */
export type AutomationValues = {
  name: string;
  trigger: TriggerValues;
  conditions: Conditions;
  steps: readonly StepValues[];
};

export const EMPTY_AUTOMATION: AutomationValues = {
  name: '',
  trigger: toTriggerValues(undefined),
  conditions: {},
  steps: [],
};

export const toAutomationValues = ({ name, trigger, conditions, steps }: Automation): AutomationValues => ({
  name: name ?? '',
  trigger: toTriggerValues(trigger),
  conditions: (conditions as Conditions | null | undefined) ?? {},
  steps: toStepValues(steps),
});

export const toAutomationBody = ({ name, trigger, conditions, steps }: AutomationValues) => ({
  name: name.trim(),
  trigger: toTriggerBody(trigger) as NonNullable<AutomationChange['trigger']>,
  conditions: (Object.keys(conditions).length === 0 ? null : conditions) as AutomationChange['conditions'],
  steps: toApiSteps(steps) as NonNullable<AutomationChange['steps']>,
});

/** Reads and changes an automation with all its fields. */
export const AUTOMATION_API = {
  get: (id: number) => porchlight.automations.get(id, ALL_FIELDS),
  update: (
    id: number,
    change: AutomationChange,
    _query: undefined,
    options: Parameters<typeof porchlight.automations.update>[3],
  ) => porchlight.automations.update(id, change, undefined, options),
};
