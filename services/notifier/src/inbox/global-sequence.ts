import { takeNumbers, type DocumentCollection } from '@porchlight/store';

/** A sequence of the whole service. */
export interface SequenceDocument {
  /** The counted items. */
  _id: string;
  value: number;
}

/** Ids that are unique over all accounts: each call answers the next one. A number that is not used is a gap. */
export const createGlobalSequence =
  (sequences: DocumentCollection<SequenceDocument>, name: string) => (): Promise<number> =>
    takeNumbers(sequences, name, 'value');
