import { formerJobs } from '@porchlight/backend';
import { column, defineDocument, type Stored } from '@porchlight/store';

/** Identifies a job: a person and what happened. */
export const personJobKey = {
  personId: column.number,
  /** remove: the person was deleted; show: the viewers of the person changed. */
  kind: column.word('remove', 'show'),
};
export type PersonJobKey = Stored<typeof personJobKey>;

const cursor = { resource: column.text, below: column.number };
/** Where a job stopped: the resource, and the id below which its records are not handled yet. */
export type JobCursor = Stored<typeof cursor>;

/** Records of a deleted person, or of a person whose viewers changed, that still have to follow the person. */
export const personJobData = {
  /** The ids of the records are published as erased before the records are removed. */
  erased: column.flag,
  /** Absent: from the beginning. */
  cursor: column.optional<JobCursor>(column.nested(cursor)),
};
export type PersonJobData = Stored<typeof personJobData>;

/** Which records still have to follow their person. */
export interface PersonJobs {
  /** Adds a job; an existing one begins again, and erases if either of them does. */
  add(accountId: number, key: PersonJobKey, data: PersonJobData): Promise<void>;
  find(accountId: number, key: PersonJobKey): Promise<object | undefined>;
}

/** The form of the version before. */
const formerPersonJobSchema = defineDocument(
  {
    _id: column.text,
    accountId: column.number,
    ...personJobKey,
    ...personJobData,
    since: column.number,
    stepped: column.number,
  },
  [{ keys: { accountId: 1 }, global: true }],
);

/** Jobs that the version before stored. */
export const formerPersonJobs = formerJobs({
  collection: 'personJobs',
  schema: formerPersonJobSchema,
  toJob: ({
    accountId,
    personId,
    kind,
    erased,
    cursor: at,
  }): { accountId: number; key: PersonJobKey; data: PersonJobData } => ({
    accountId,
    key: { personId, kind },
    data: { erased, ...(at && { cursor: at }) },
  }),
});
