import { invalidBody } from '@porchlight/errors';
import type { Limit } from './limits';

/** A measured value, and the action that the caller can take. */
export interface Measured {
  /** Name of the field in the body. */
  readonly field: string;
  /** In the unit of the limit. */
  readonly sent: number;
  /** One sentence: what to do instead. */
  readonly advice: string;
}

/**
 * Throws INVALID_BODY that states the field, the value sent, the limit and what to do, if the value is above the limit.
 */
export const checkLimit = ({ value, unit }: Pick<Limit, 'value' | 'unit'>, { field, sent, advice }: Measured): void => {
  if (sent > value)
    throw invalidBody(`Field '${field}' holds ${sent} ${unit}; the limit is ${value} ${unit}. ${advice}`);
};

/** Bytes that the texts of a value take as JSON, in UTF-8. */
export const textBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');
