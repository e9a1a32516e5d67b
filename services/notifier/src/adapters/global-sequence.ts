import type { DocumentCollection } from '@porchlight/store';

export interface SequenceDocument {
  /** What is counted. */
  _id: string;
  value: number;
}

const ATTEMPTS = 3;

/** Ids that are unique over all accounts: each call answers the next one. A number that is not used is a gap. */
export const createGlobalSequence =
  (sequences: DocumentCollection<SequenceDocument>, name: string) =>
  async (): Promise<number> => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const after = await sequences.findOneAndUpdate({ _id: name }, { $inc: { value: 1 } });
      if (after) return after.value;
      // The first one ever; another process may insert it at the same moment.
      await sequences.insertMany([{ _id: name, value: 0 }]);
    }
    throw new Error(`The sequence ${name} could not be begun.`);
  };
