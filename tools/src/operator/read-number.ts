import { InvalidArgumentError } from 'commander';

/** Reads a number within bounds from the command line; `1,000` and `1_000` are 1000. */
export const numberBetween =
  (low: number, high = Number.MAX_SAFE_INTEGER, isValid = Number.isFinite, kind = 'number') =>
  (text: string): number => {
    const value = Number(text.replaceAll(/[,_]/g, ''));
    if (!isValid(value) || value < low || value > high)
      throw new InvalidArgumentError(
        `Give a ${kind} from ${low}${high === Number.MAX_SAFE_INTEGER ? '' : ` to ${high}`}.`,
      );
    return value;
  };

/** Reads a whole number within bounds from the command line. */
export const wholeNumber = (low: number, high?: number) => numberBetween(low, high, Number.isInteger, 'whole number');

/** Reads an id from the command line. */
export function readId(text: string): number {
  const id = Number(text);
  if (!Number.isInteger(id) || id < 1) throw new InvalidArgumentError('An id is a whole number from 1.');
  return id;
}
