import { describeError } from '../api/describe-error';
import type { StepValues } from './step-values';

/** Whether a message names a field of the step itself, not of a step in its branches. */
const isNamed = (message: string, path: string): boolean =>
  message.includes(`'${path}'`) || (message.split(`'${path}.`)[1]?.match(/^(?!(?:then|else)\[)/) ?? null) !== null;

const find = (message: string, steps: readonly StepValues[], path: string): [string, string][] =>
  steps.flatMap((step, index) => {
    const own = `${path}[${index}]`;
    return [
      ...(isNamed(message, own) ? ([[step.key, message]] as [string, string][]) : []),
      ...find(message, step.then, `${own}.then`),
      ...find(message, step.else, `${own}.else`),
    ];
  });

/** The refusal of the API at the steps that it names, by the key of the step. */
export const findRefusedSteps = (error: unknown, steps: readonly StepValues[]): Readonly<Record<string, string>> =>
  error ? Object.fromEntries(find(describeError(error), steps, 'steps')) : {};
