import { LIMITS } from '@porchlight/limits';
import { refuse, type Refusal } from '@porchlight/errors';
import type { OutboxEntry } from '../contract/document';

/**
 * Bytes by which an update may enlarge a record that is over the limit: dates and numbers that the service itself sets.
 */
const TOLERATED_GROWTH = 1_024;
/** Largest change that fits into a message of the bus with its key and headers. */
const SENDABLE_BYTES = 990_000;
const NAMED_FIELDS = 2;

/** What happens to a change: sent as it is, sent without its record, or the write is refused. */
export type SizeVerdict = 'fits' | 'without record' | 'refused';

/**
 * Judges the size of a change before the write. An update that does not enlarge an oversized record (`grownBy`, bytes)
 * is accepted, so that old records stay editable and the service's own updates succeed.
 */
export const judgeSize = (size: number, grownBy: () => number): SizeVerdict => {
  if (size <= LIMITS.changeBytes.value) return 'fits';
  if (grownBy() > TOLERATED_GROWTH) return 'refused';
  return size <= SENDABLE_BYTES ? 'fits' : 'without record';
};

/** The refusal of a record, with its largest fields. */
export const recordTooLarge = (size: number, record: object): Refusal => {
  const sizes = Object.entries(record).map(([name, value]) => ({
    name,
    bytes: Buffer.byteLength(JSON.stringify(value) ?? ''),
  }));
  const largest = sizes.sort((a, b) => b.bytes - a.bytes).slice(0, NAMED_FIELDS);
  const fields = largest.map(({ name, bytes }) => `'${name}' (${bytes} bytes)`).join(', ');
  return refuse('RECORD_TOO_LARGE', { size, limit: LIMITS.changeBytes.value, fields });
};

/** Bytes of an entry's change. */
const entrySize = ({ size, change }: Pick<OutboxEntry, 'size' | 'change'>): number => size ?? change.byteLength;

/**
 * Throws UNAVAILABLE (503) if a document holds too many unpublished changes, so that a long absence of Kafka cannot
 * make it too large for the database.
 */
export const checkOutboxRoom = (waiting: readonly OutboxEntry[]): void => {
  if (waiting.length === 0) return;
  const bytes = waiting.reduce((sum, entry) => sum + entrySize(entry), 0);
  if (waiting.length >= LIMITS.unpublishedChanges.value || bytes >= LIMITS.unpublishedBytes.value)
    throw refuse('UNAVAILABLE');
};
