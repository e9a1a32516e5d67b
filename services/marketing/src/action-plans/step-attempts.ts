import { column } from '@porchlight/store';

/** How often a failed step was tried again. */
export interface StepAttempt {
  /** Its index. */
  readonly step: number;
  readonly attempt: number;
}

/** The attempts of a record; steps that were never tried again are absent. */
export const attemptsColumn = column.optional(
  column.listOf<StepAttempt>(column.nested({ step: column.number, attempt: column.number })),
);

/** The record of steps, as far as attempts need it. */
interface Attempted {
  readonly attempts?: readonly StepAttempt[] | undefined;
}

/** The last attempt of a step; 0 is the first run. */
export const lastAttempt = ({ attempts = [] }: Attempted, step: number): number =>
  attempts.find((one) => one.step === step)?.attempt ?? 0;

/** The id of a step in this attempt: the people service runs each id once. */
export const formatAttemptId = (stepId: string, attempt: number): string =>
  attempt === 0 ? stepId : `${stepId}:r${attempt}`;

/** The attempts with a later one of a step. */
export const withAttempt = ({ attempts = [] }: Attempted, { step, attempt }: StepAttempt): StepAttempt[] => [
  ...attempts.filter((one) => one.step !== step),
  { step, attempt },
];
