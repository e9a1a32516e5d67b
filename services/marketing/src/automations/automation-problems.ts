import type { Automation, AutomationTrigger } from '@porchlight/contracts';
import { findAutomationProblems } from './automation-steps';

/** The keys of a trigger that belong to its type. */
const KEYS: Readonly<Record<string, keyof AutomationTrigger>> = {
  stageChanged: 'stage',
  tagAdded: 'tag',
  eventReceived: 'eventType',
  dealStageChanged: 'dealStageId',
  noReplyFor: 'noReplyFor',
};

const findTriggerProblems = (trigger: AutomationTrigger): string[] => {
  const key = KEYS[trigger.type];
  const misplaced = Object.values(KEYS).filter((other) => other !== key && trigger[other] !== undefined);
  return [
    ...(trigger.type === 'noReplyFor' && trigger.noReplyFor === undefined
      ? ["Missing 'trigger.noReplyFor' field: a trigger of type noReplyFor needs it."]
      : []),
    ...misplaced.map((other) => `Field 'trigger.${other}' does not belong to a trigger of type ${trigger.type}.`),
  ];
};

/** Problems of the trigger and steps that a body sends; one sentence each. */
export const findCurrentProblems = (input: Automation, mask: ReadonlySet<string>): string[] => [
  ...(mask.has('trigger') && input.trigger ? findTriggerProblems(input.trigger) : []),
  ...(mask.has('steps') ? findAutomationProblems(input.steps) : []),
];
