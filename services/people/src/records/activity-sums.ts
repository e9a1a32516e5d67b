import type { DocumentCollection } from '@porchlight/store';
import { type PersonActivity, withActivity } from '../person';
import type { RecordActivity, RecordSum } from './record-activity';

/** Records whose activity is counted, and the collection that has them. */
export interface CountedRecords {
  readonly activity: RecordActivity;
  readonly collection: Pick<DocumentCollection<never>, 'aggregate'>;
}

interface Group {
  _id: { personId: number; value?: unknown };
  count: number;
  total?: number;
  first?: Date;
  last?: Date;
}

const buildPipeline = (
  { by, where, at, total }: RecordSum,
  accountId: number,
  above: number,
  below: number,
): Record<string, unknown>[] => [
  // A two-sided range, alone in its stage, so that every server uses the index {accountId, personId, id}.
  { $match: { accountId, personId: { $gt: above, $lt: below } } },
  ...(where ? [{ $match: where }] : []),
  {
    $group: {
      _id: { personId: '$personId', ...(by && { value: `$${by}` }) },
      count: { $sum: 1 },
      first: { $min: `$${at}` },
      last: { $max: `$${at}` },
      ...(total && { total: { $sum: `$${total}` } }),
    },
  },
];

const addGroup = (sum: RecordSum, person: PersonActivity, { _id, count, total = 0, first, last }: Group) => {
  if (!first || !last) return person;
  const { inc = {}, max = {}, min = {} } = sum.of({ value: _id.value, count, total, first, last });
  return withActivity(person, { inc, max, min });
};

/** Activity of people, counted from their records. */
export interface ActivitySums {
  /**
   * Activity by person, for ids between the two bounds (exclusive), of the records with this rule, or of all records.
   * People without such records are absent.
   */
  sum(accountId: number, above: number, below: number, only?: RecordActivity): Promise<Map<number, PersonActivity>>;
}

/** Counts activity from the records, with one aggregation per resource. */
export const createActivitySums = (records: readonly CountedRecords[]): ActivitySums => ({
  async sum(accountId, above, below, only) {
    const people = new Map<number, PersonActivity>();
    await Promise.all(
      records.map(async ({ activity, collection }) => {
        const { sum } = activity;
        if (!sum || (only && only !== activity)) return;
        const groups = await collection.aggregate<Group>(buildPipeline(sum, accountId, above, below));
        for (const group of groups)
          people.set(group._id.personId, addGroup(sum, people.get(group._id.personId) ?? {}, group));
      }),
    );
    return people;
  },
});
