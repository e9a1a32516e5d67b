import type { Condition, DocumentCollection } from '@porchlight/store';

import { computeActivity, type ActivityKind } from './activity';
import { type PersonActivity, withActivity } from '../person';

/** Collections of records, one per resource. */
export type ActivityCollections = Readonly<
  Record<Exclude<ActivityKind, 'notes' | 'none'>, Pick<DocumentCollection<never>, 'aggregate'>>
>;

interface Group {
  _id: { personId: number; type?: string; isIncoming?: boolean };
  n: number;
  duration?: number;
  first?: Date;
  last?: Date;
}

type Kind = keyof ActivityCollections;

/** Grouping field, further conditions and time field of each kind. */
const GROUPS: Readonly<Record<Kind, { by: 'type' | 'isIncoming' | undefined; where?: Condition; at: string }>> = {
  events: { by: 'type', at: '$created' },
  calls: { by: 'isIncoming', at: '$created' },
  textMessages: { by: 'isIncoming', at: '$created' },
  emails: { by: 'isIncoming', where: { status: { $ne: 'Unverified' } }, at: '$created' },
  tasks: { by: undefined, where: { isCompleted: false, dueAt: { $exists: true, $ne: null } }, at: '$dueAt' },
};

/** Kinds whose activity is recomputed from the records. */
export const SUMMED_KINDS: readonly ActivityKind[] = Object.keys(GROUPS) as Kind[];

const buildPipeline = (kind: Kind, accountId: number, above: number, below: number): Record<string, unknown>[] => {
  const { by, where, at } = GROUPS[kind];
  return [
    // A two-sided range, alone in its stage, so that every server uses the index {accountId, personId, id}.
    { $match: { accountId, personId: { $gt: above, $lt: below } } },
    ...(where ? [{ $match: where }] : []),
    {
      $group: {
        _id: { personId: '$personId', ...(by && { [by]: `$${by}` }) },
        n: { $sum: 1 },
        first: { $min: at },
        last: { $max: at },
        ...(kind === 'calls' && { duration: { $sum: '$duration' } }),
      },
    },
  ];
};

/** The activity of a group: the activity of its latest record, multiplied by the number of records. */
const addGroup = (kind: Kind, person: PersonActivity, { _id, n, duration = 0, first, last }: Group): PersonActivity => {
  if (!first || !last) return person;
  if (kind === 'tasks') return withActivity(person, computeActivity('tasks', { isCompleted: false, dueAt: first }));
  const { type = '', isIncoming = false } = _id;
  const latest =
    kind === 'events'
      ? computeActivity('events', { type, created: last })
      : kind === 'calls'
        ? computeActivity('calls', { created: last, isIncoming, duration })
        : kind === 'emails'
          ? computeActivity('emails', { created: last, isIncoming, status: 'Recorded' })
          : computeActivity('textMessages', { created: last, isIncoming });
  const inc = Object.fromEntries(
    Object.entries(latest.inc ?? {}).map(([name, by]) => [name, name === 'callsDuration' ? duration : by * n]),
  );
  const min = kind === 'calls' ? { firstCall: first } : {};
  return withActivity(person, { inc, max: latest.max ?? {}, min });
};

/** Activity of people, recomputed from their records. */
export interface ActivitySums {
  /** Activity by person, for ids between the two bounds (exclusive). People without such records are absent. */
  sum(
    accountId: number,
    kinds: readonly ActivityKind[],
    above: number,
    below: number,
  ): Promise<Map<number, PersonActivity>>;
}

/** Recomputes activity from the records, with one aggregation per kind. */
export const createActivitySums = (collections: ActivityCollections): ActivitySums => ({
  async sum(accountId, kinds, above, below) {
    const people = new Map<number, PersonActivity>();
    const counted = kinds.filter((kind): kind is Kind => kind in GROUPS);
    await Promise.all(
      counted.map(async (kind) => {
        const groups = await collections[kind].aggregate<Group>(buildPipeline(kind, accountId, above, below));
        for (const group of groups)
          people.set(group._id.personId, addGroup(kind, people.get(group._id.personId) ?? {}, group));
      }),
    );
    return people;
  },
});
