import { takeNumbers, type DocumentCollection } from '@porchlight/store';

/** A sequence over all accounts. */
export interface SequenceDocument {
  /** What the numbers are ids of. */
  _id: string;
  value: number;
}

/** Returns ids that are unique over all accounts. An unused number leaves a gap. */
export const createGlobalSequence =
  (sequences: DocumentCollection<SequenceDocument>, name: string) => (): Promise<number> =>
    takeNumbers(sequences, name, 'value');
