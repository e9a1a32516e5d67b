import type { StoredEvent } from './stored-event';

/**
 * Events that are taken in together. Written in one piece before anything else: from then on all of them are counted and
 * told, whatever happens to the process.
 */
export interface EventBatch {
  /** Sorts by the moment it was made: see `batchIdAt`. */
  _id: string;
  accountId: number;
  /** recorded: by a caller, partners hear of it; moved: a merge brought them from another person. */
  kind: 'recorded' | 'moved';
  created: Date;
  userId: number;
  system: string;
  suppressOwn: boolean;
  /** Ids for the changes to publish, so that a repeat is known as one. */
  changeIds: string[];
  events: Omit<StoredEvent, 'batch'>[];
  /** Counted already; only telling is left. */
  counted?: boolean;
}

const DIGITS = 9;

/** Ids of batches made at this moment begin with this, ms; later ones are greater. */
export const batchIdAt = (moment: number): string => Math.max(0, moment).toString(36).padStart(DIGITS, '0');

/** A new id. */
export const newBatchId = (moment: number, random: (bytes: number) => Buffer): string =>
  `${batchIdAt(moment)}-${random(8).toString('hex')}`;
