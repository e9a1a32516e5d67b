import { plural, t } from '@lingui/core/macro';
import type { Schemas } from '@porchlight/sdk';
import { TASK_TYPES } from '../api/generated-names';

/** A step of a plan or an automation in the API. Plans have no waits and branches; bodies can omit fields. */
export type ApiStep = Partial<NonNullable<Schemas['Automation']['steps']>[number]>;

/** A length of time in a form. */
export interface Duration {
  readonly value: string;
  readonly unit: string;
}

/** A step in a form. Values of other types stay while the type changes. */
export interface StepValues {
  /** Identifies the step in the form. */
  readonly key: string;
  readonly type: string;
  readonly delay: Duration;
  readonly taskName: string;
  readonly taskType: string;
  readonly templateId: string;
  readonly tags: readonly string[];
  readonly stage: string;
  readonly noteSubject: string;
  readonly noteBody: string;
  readonly event: string;
  readonly timeout: Duration;
  readonly conditions: Conditions;
  readonly then: readonly StepValues[];
  readonly else: readonly StepValues[];
}

/** Filters of the list of people with their values. */
export type Conditions = Readonly<Record<string, unknown>>;

/** What a step does, in the order of the menu. */
export const STEP_LABELS: Readonly<Record<string, string>> = {
  sendEmail: t`Send email`,
  createTask: t`Create task`,
  addTags: t`Add tags`,
  changeStage: t`Change stage`,
  addNote: t`Add note`,
};
/** Steps that only automations have. */
export const FLOW_LABELS: Readonly<Record<string, string>> = {
  waitFor: t`Wait for event`,
  branch: t`If … then … else`,
};

export const WAIT_EVENTS: Readonly<Record<string, string>> = {
  reply: t`a reply`,
  stageChanged: t`another stage`,
  tagAdded: t`a new tag`,
};

let keys = 0;
const NO_WAIT: Duration = { value: '0', unit: 'days' };

/** A new step of a type. */
export const createStep = (type: string): StepValues => ({
  key: `step-${++keys}`,
  type,
  delay: NO_WAIT,
  taskName: '',
  taskType: TASK_TYPES[0],
  templateId: '',
  tags: [],
  stage: '',
  noteSubject: '',
  noteBody: '',
  event: 'reply',
  timeout: { value: '3', unit: 'days' },
  conditions: {},
  then: [],
  else: [],
});

const toDuration = (
  given: { readonly value?: number; readonly unit?: string } | null | undefined,
  fallback: Duration,
): Duration => (given ? { value: String(given.value ?? 0), unit: given.unit ?? 'days' } : fallback);

/** The steps of a record in a form. Steps of branches have no schema of their own. */
export const toStepValues = (steps: readonly ApiStep[] | null | undefined): StepValues[] =>
  (steps ?? []).map((step) => {
    const created = createStep(step.type ?? 'addNote');
    return {
      ...created,
      delay: toDuration(step.delay, NO_WAIT),
      taskName: step.task?.name ?? '',
      taskType: step.task?.type ?? created.taskType,
      templateId: step.templateId ? String(step.templateId) : '',
      tags: step.tags ?? [],
      stage: step.stage ?? '',
      noteSubject: step.note?.subject ?? '',
      noteBody: step.note?.body ?? '',
      event: step.event ?? 'reply',
      timeout: toDuration(step.timeout, created.timeout),
      conditions: (step.conditions as Conditions | undefined) ?? {},
      then: toStepValues(step.then as ApiStep[] | undefined),
      else: toStepValues(step.else as ApiStep[] | undefined),
    };
  });

const toApiDuration = ({ value, unit }: Duration) => ({ value: Number(value), unit });

const toTypeFields = (step: StepValues): object => {
  switch (step.type) {
    case 'createTask':
      return { task: { name: step.taskName.trim(), type: step.taskType } };
    case 'sendEmail':
      return step.templateId === '' ? {} : { templateId: Number(step.templateId) };
    case 'addTags':
      return { tags: step.tags };
    case 'changeStage':
      return step.stage === '' ? {} : { stage: step.stage };
    case 'addNote':
      return { note: { ...(step.noteSubject !== '' && { subject: step.noteSubject }), body: step.noteBody } };
    case 'waitFor':
      return { event: step.event, timeout: toApiDuration(step.timeout) };
    default:
      return {
        conditions: step.conditions,
        then: toApiSteps(step.then),
        ...(step.else.length > 0 && { else: toApiSteps(step.else) }),
      };
  }
};

/** The steps of a form as the API takes them. */
export const toApiSteps = (steps: readonly StepValues[]): ApiStep[] =>
  steps.map(
    (step) =>
      ({
        ...(step.type in STEP_LABELS && Number(step.delay.value) > 0 && { delay: toApiDuration(step.delay) }),
        type: step.type,
        ...toTypeFields(step),
      }) as ApiStep,
  );

const isWhole = (text: string, min: number): boolean => /^\d{1,6}$/.test(text) && Number(text) >= min;

const findProblem = (step: StepValues): string | undefined => {
  if (!isWhole(step.delay.value, 0)) return t`Enter a whole number for the wait.`;
  switch (step.type) {
    case 'createTask':
      return step.taskName.trim() === '' ? t`Enter what to do.` : undefined;
    case 'sendEmail':
      return step.templateId === '' ? t`Choose a template.` : undefined;
    case 'addTags':
      return step.tags.length === 0 ? t`Enter at least one tag.` : undefined;
    case 'changeStage':
      return step.stage === '' ? t`Choose a stage.` : undefined;
    case 'addNote':
      return step.noteBody.trim() === '' ? t`Enter the text of the note.` : undefined;
    case 'waitFor':
      return isWhole(step.timeout.value, 1) ? undefined : t`Enter a whole number for the longest wait.`;
    default:
      if (Object.keys(step.conditions).length === 0) return t`Add at least one condition.`;
      return step.then.length + step.else.length === 0 ? t`Add a step to “then” or “else”.` : undefined;
  }
};

/** What to enter in each step that is not complete, by the key of the step. */
export const findStepProblems = (steps: readonly StepValues[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    steps.flatMap((step): [string, string][] => {
      const problem = findProblem(step);
      return [
        ...(problem === undefined ? [] : ([[step.key, problem]] as [string, string][])),
        ...Object.entries(step.type === 'branch' ? findStepProblems([...step.then, ...step.else]) : {}),
      ];
    }),
  );

const formatUnits = (count: number, unit: string | undefined): string => {
  if (unit === 'minutes') return plural(count, { one: '# minute', other: '# minutes' });
  if (unit === 'hours') return plural(count, { one: '# hour', other: '# hours' });
  return plural(count, { one: '# day', other: '# days' });
};

/** A length of time in words: `2 days`. */
export const formatDuration = ({ value, unit }: { readonly value?: string | number; readonly unit?: string }): string =>
  formatUnits(Number(value), unit);
