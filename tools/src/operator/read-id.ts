import { InvalidArgumentError } from 'commander';

/** Reads an id from the command line. */
export function readId(text: string): number {
  const id = Number(text);
  if (!Number.isInteger(id) || id < 1) throw new InvalidArgumentError('An id is a whole number from 1.');
  return id;
}
