import type { AutomationStep } from '@porchlight/contracts';
import { checkLimit, LIMITS, textBytes } from '@porchlight/limits';
import { column, type Columns, type ValueOf } from '@porchlight/store';
import { findProblemsOfStep, keepStep, stepColumns, type StoredStep } from '../action-plans';

/** A step as stored in its automation; branches contain steps. */
export interface StoredAutomationStep extends Partial<Omit<StoredStep, 'type'>> {
  type: string;
  event?: string;
  timeout?: { value: number; unit: string };
  conditions?: string;
  then?: StoredAutomationStep[];
  else?: StoredAutomationStep[];
}

const durationColumn = column.nested({ value: column.number, unit: column.text });

/** One instruction of a program: a step, a wait, a branch, or a jump behind a branch. */
export const instructionColumns = {
  ...stepColumns,
  /** Position of the step in the automation, for logs: `steps[1].then[0]`. */
  path: column.text,
  event: column.optional(column.text),
  timeout: column.optional(durationColumn),
  conditions: column.optional(column.text),
  /** Of a branch: where it continues if the conditions are not met. Of a jump: where it leads. */
  to: column.optional(column.number),
} satisfies Columns;
export type Instruction = ValueOf<ReturnType<typeof column.nested<typeof instructionColumns>>>;

/** Type of an instruction that only leads elsewhere. */
export const JUMP = 'jump';

const AT_ONCE = { value: 0, unit: 'minutes' };

/** The steps in the order in which a document lists them, with their positions. */
export const listSteps = (
  steps: readonly StoredAutomationStep[],
  path = 'steps',
): { readonly step: StoredAutomationStep; readonly path: string }[] =>
  steps.flatMap((step, at) => {
    const stepPath = `${path}[${at}]`;
    return [
      { step, path: stepPath },
      ...listSteps(step.then ?? [], `${stepPath}.then`),
      ...listSteps(step.else ?? [], `${stepPath}.else`),
    ];
  });

/** Keys of the steps that are no steps of an action plan. */
const FLOW_KEYS = ['event', 'timeout', 'conditions', 'then', 'else'] as const;
const WORK_KEYS = ['delay', 'task', 'templateId', 'tags', 'stage', 'note'] as const;
const KEYS_OF: Readonly<Record<string, readonly string[]>> = {
  waitFor: ['event', 'timeout'],
  branch: ['conditions', 'then', 'else'],
};

const isGiven = (step: AutomationStep, key: keyof AutomationStep): boolean => {
  const value = step[key];
  return Array.isArray(value) ? value.length > 0 : value !== undefined;
};

const findOwnProblems = (step: AutomationStep, path: string): string[] => {
  const keys = KEYS_OF[step.type];
  const misplaced = (names: readonly (keyof AutomationStep)[]): string[] =>
    names
      .filter((key) => !keys?.includes(key) && isGiven(step, key))
      .map((key) => `Field '${path}.${key}' does not belong to a step of type ${step.type}.`);
  if (!keys) return [...findProblemsOfStep(step, path), ...misplaced(FLOW_KEYS)];
  const required = step.type === 'waitFor' ? (['event', 'timeout'] as const) : (['conditions'] as const);
  const missing = required.filter((key) => !isGiven(step, key));
  return [
    ...missing.map((key) => `Missing '${path}.${key}' field: a step of type ${step.type} needs it.`),
    ...(step.type === 'branch' && step.then.length + step.else.length === 0
      ? [`Missing '${path}.then' field: a branch needs steps in 'then' or 'else'.`]
      : []),
    ...misplaced([...WORK_KEYS, ...FLOW_KEYS]),
  ];
};

/** Problems of the steps: the keys must fit the type (D12.5). */
export const findAutomationProblems = (steps: readonly AutomationStep[], path = 'steps'): string[] =>
  steps.flatMap((step, at) => {
    const stepPath = `${path}[${at}]`;
    return [
      ...findOwnProblems(step, stepPath),
      ...findAutomationProblems(step.then, `${stepPath}.then`),
      ...findAutomationProblems(step.else, `${stepPath}.else`),
    ];
  });

/** Steps as stored: the keys that fit their type, and no others. */
export const keepAutomationSteps = (steps: readonly AutomationStep[]): StoredAutomationStep[] =>
  steps.map((step) => {
    const { type, event, timeout, conditions } = step;
    if (type === 'waitFor') return { type, event: event!, timeout: { value: timeout!.value, unit: timeout!.unit } };
    if (type !== 'branch') return keepStep(step);
    return {
      type,
      conditions: conditions!,
      then: keepAutomationSteps(step.then),
      else: keepAutomationSteps(step.else),
    };
  });

/** Steps as callers receive them. */
export const showAutomationSteps = (steps: readonly StoredAutomationStep[]): AutomationStep[] =>
  steps.map((step) => ({
    ...step,
    tags: step.tags ?? [],
    then: showAutomationSteps(step.then ?? []),
    else: showAutomationSteps(step.else ?? []),
  }));

/** Throws INVALID_BODY above the limits of all steps together. */
export const checkAutomationSize = (steps: readonly StoredAutomationStep[]): void => {
  const advice = 'Divide the automation into several.';
  checkLimit(LIMITS.automationSteps, { field: 'steps', sent: listSteps(steps).length, advice });
  checkLimit(LIMITS.automationTextBytes, { field: 'steps', sent: textBytes(steps), advice });
};

const compileInto = (program: Instruction[], steps: readonly StoredAutomationStep[], path: string): void => {
  steps.forEach((step, at) => {
    const stepPath = `${path}[${at}]`;
    const { then: thenSteps = [], else: elseSteps = [], delay = AT_ONCE, ...rest } = step;
    const instruction: Instruction = { ...rest, delay: { ...delay }, path: stepPath };
    program.push(instruction);
    if (step.type !== 'branch') return;
    compileInto(program, thenSteps, `${stepPath}.then`);
    const jump: Instruction = { type: JUMP, delay: { ...AT_ONCE }, path: stepPath };
    if (elseSteps.length > 0) program.push(jump);
    instruction.to = program.length;
    compileInto(program, elseSteps, `${stepPath}.else`);
    jump.to = program.length;
  });
};

/**
 * The steps as a list of instructions: a run is at one position of it, so that a step has the same id in each attempt.
 * Jumps only lead forward.
 */
export const compileSteps = (steps: readonly StoredAutomationStep[]): Instruction[] => {
  const program: Instruction[] = [];
  compileInto(program, steps, 'steps');
  return program;
};
