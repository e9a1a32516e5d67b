import type { Descriptor } from '@porchlight/resource';
import type { Condition } from '@porchlight/store';
import type { Activity, ActivityField } from '../person';

/** Records of a person that are counted together. */
export interface RecordGroup {
  /** The value of the field `by`; undefined without one. */
  readonly value: unknown;
  readonly count: number;
  /** The earliest and the latest time `at`. */
  readonly first: Date;
  readonly last: Date;
  /** The sum of the field `total`. */
  readonly total: number;
}

/** How the records of a person are counted, by one aggregation. */
export interface RecordSum {
  /** The field by which records are grouped. */
  readonly by?: string;
  /** Records that do not count have other values. */
  readonly where?: Condition;
  /** The field with the time of a record. */
  readonly at: 'created' | 'dueAt';
  /** A field whose values are added. */
  readonly total?: string;
  /** The activity of a group of records; its lastActivity is ignored. */
  of(group: RecordGroup): Activity;
}

/** What the records of a resource do to the activity of their person (decisions section 4). */
export interface RecordActivity<D = object> {
  /** The activity of one record. Pure. */
  of(record: D): Activity;
  /** Recounts its counters and times, for repairs and for deleted records. Absent: it has none. */
  readonly sum?: RecordSum;
  /**
   * Fields that are counted from the records instead of being incremented, inside the guarded write of the person: a
   * record that is written again after a crash counts once.
   */
  readonly counted?: readonly ActivityField[];
}

/** The rule of `activity: 'created'`. */
export const CREATED_ACTIVITY: RecordActivity<{ readonly created: Date }> = {
  of: ({ created }) => ({ lastActivity: created }),
};

/** The rule of `activity: 'none'`. */
const NO_ACTIVITY: RecordActivity = { of: () => ({}) };

/** The rule of a resource. Throws if `activity` of its descriptor and the rule of its feature do not fit together. */
export const getRecordActivity = (
  { resource, ofPerson }: Pick<Descriptor, 'resource' | 'ofPerson'>,
  rule: RecordActivity | undefined,
): RecordActivity => {
  const declared = ofPerson?.activity;
  if (declared === 'rules' && !rule)
    throw new Error(
      `${resource} declares ofPerson: { activity: 'rules' }: pass its rule as activity to records.open, as` +
        " services/people/src/calls does, or declare 'created' or 'none' (docs/how-to-add.md).",
    );
  if (declared !== 'rules' && rule)
    throw new Error(
      `${resource} has a rule of activity: declare ofPerson: { activity: 'rules' } (docs/how-to-add.md).`,
    );
  return rule ?? (declared === 'created' ? CREATED_ACTIVITY : NO_ACTIVITY);
};
