import { hashText, MINUTE_MS } from '@porchlight/runtime';
import { column, type Columns, type ValueOf } from '@porchlight/store';
import type { PlanStep } from '@porchlight/contracts';
import { checkLimit, LIMITS, textBytes } from '@porchlight/limits';

export const stepColumns = {
  delay: column.nested({ value: column.number, unit: column.text }),
  type: column.text,
  task: column.optional(column.nested({ name: column.text, type: column.optional(column.text) })),
  templateId: column.optional(column.number),
  tags: column.optional(column.listOf(column.text)),
  stage: column.optional(column.text),
  note: column.optional(column.nested({ subject: column.optional(column.text), body: column.text })),
} satisfies Columns;

/** A step as stored: the key that fits the type, and no other. */
export const stepColumn = column.nested(stepColumns);
export type StoredStep = ValueOf<typeof stepColumn>;

const UNITS: Readonly<Record<string, number>> = {
  minutes: MINUTE_MS,
  hours: 60 * MINUTE_MS,
  days: 24 * 60 * MINUTE_MS,
};
const AT_ONCE = { value: 0, unit: 'minutes' };

/** The required key by type of step. */
const KEYS = {
  createTask: 'task',
  sendEmail: 'templateId',
  addTags: 'tags',
  changeStage: 'stage',
  addNote: 'note',
} as const satisfies Record<string, keyof PlanStep>;

const ALL_KEYS = Object.values(KEYS);

const isGiven = (step: PlanStep, key: (typeof ALL_KEYS)[number]): boolean =>
  key === 'tags' ? step.tags.length > 0 : step[key] !== undefined;

/** Problems of one step: the key must match the type (D6.2). `path` names the step. */
export const findProblemsOfStep = (step: PlanStep, path: string): string[] => {
  const key = KEYS[step.type as keyof typeof KEYS];
  if (key === undefined) return [`Field '${path}.type' must be one of ${Object.keys(KEYS).join(', ')}.`];
  const others = ALL_KEYS.filter((other) => other !== key && isGiven(step, other));
  return [
    ...(isGiven(step, key) ? [] : [`Missing '${path}.${key}' field: a step of type ${step.type} needs it.`]),
    ...others.map((other) => `Field '${path}.${other}' does not belong to a step of type ${step.type}.`),
  ];
};

/** Problems of the steps (D6.2). */
export const findStepProblems = (steps: readonly PlanStep[]): string[] =>
  steps.flatMap((step, at) => findProblemsOfStep(step, `steps[${at}]`));

/** A step as stored. Without a delay it is due at once. */
export const keepStep = ({ delay, type, task, templateId, tags, stage, note }: PlanStep): StoredStep => ({
  delay: delay ? { value: delay.value, unit: delay.unit } : { ...AT_ONCE },
  type,
  ...(task && { task: { name: task.name, ...(task.type !== undefined && { type: task.type }) } }),
  ...(templateId !== undefined && { templateId }),
  ...(tags.length > 0 && { tags: [...tags] }),
  ...(stage !== undefined && { stage }),
  ...(note && { note: { ...(note.subject !== undefined && { subject: note.subject }), body: note.body } }),
});

/** Steps as stored. */
export const keepSteps = (steps: readonly PlanStep[]): StoredStep[] => steps.map(keepStep);

/** Steps as callers receive them. */
export const showSteps = (steps: readonly StoredStep[]): PlanStep[] =>
  steps.map((step) => ({ ...step, tags: step.tags ?? [] }));

/** Throws INVALID_BODY above the limit of all texts: a plan is one document and one change on the bus. */
export const checkStepsSize = (steps: readonly StoredStep[]): void =>
  checkLimit(LIMITS.actionPlanTextBytes, {
    field: 'steps',
    sent: textBytes(steps),
    advice: 'Shorten the notes, or divide the plan into several.',
  });

/** The outline of a step in an applied plan: due time and type, without texts. */
export const outlineSteps = (steps: readonly StoredStep[]): StoredStep[] =>
  steps.map(({ delay, type, templateId }) => ({ delay, type, ...(templateId !== undefined && { templateId }) }));

/** Digest of the steps of a plan or automation. */
export const stepsKey = (accountId: number, id: number, steps: readonly object[]): string =>
  `${accountId}:${id}:${hashText(JSON.stringify(steps))}`;

/** Templates that the steps send, without duplicates. */
export const listTemplateIds = (steps: readonly Pick<StoredStep, 'templateId'>[]): number[] => [
  ...new Set(steps.flatMap(({ templateId }) => templateId ?? [])),
];

/** A delay in ms. */
export const delayMs = ({ value, unit }: StoredStep['delay']): number => value * (UNITS[unit] ?? 0);

/** Due time of a step after the plan was applied, ms; never before that of the previous step. */
export const computeDelay = (steps: readonly StoredStep[], index: number): number =>
  steps.slice(0, index + 1).reduce((most, { delay }) => Math.max(most, delayMs(delay)), 0);
