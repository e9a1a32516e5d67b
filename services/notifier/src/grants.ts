import type { Actor } from '@porchlight/access';
import { again, defineJob, done } from '@porchlight/backend';
import type { BatchHandler } from '@porchlight/bus';
import { Change, grantDeleted } from '@porchlight/contracts';
import { unlessGone } from '@porchlight/errors';
import { column, type Columns, type Condition, type Document, type Stored, type StoreCall } from '@porchlight/store';
import type { FeatureContext } from './feature-context';

/** Columns of records that are disabled when the access of the app that made them ends (N9). */
export const grantColumns = {
  /** The OAuth grant with which it was created, enabled or got its URL; absent: another credential. */
  grantId: column.optional(column.text),
} satisfies Columns;

/** Finds the records of a grant. */
export const grantIndex = { keys: { grantId: 1 } } as const;

/** The grant to store on what the caller creates. */
export const grantOf = ({ grantId }: Actor): { grantId?: string } => (grantId === undefined ? {} : { grantId });

/** A record that a grant may have created. */
interface GrantedDocument extends Document, Stored<typeof grantColumns> {
  readonly status: 'Active' | 'Disabled';
}

/** Disables the records of one kind that were made with a grant. */
export type DisableOfGrant = (call: StoreCall, grantId: string) => Promise<void>;

/** Most records of one kind in an account. */
const MAX_RECORDS = 1_000;

/** Creates the function that disables the records of one kind; `disable` returns the disabled document. */
export const createDisableOfGrant =
  <D extends GrantedDocument>(
    store: {
      find(call: StoreCall, condition: Condition, limit: number): Promise<readonly D[]>;
      modify(call: StoreCall, id: number, change: (before: D) => D | undefined): Promise<unknown>;
    },
    disable: (before: D) => D,
  ): DisableOfGrant =>
  async (call, grantId) => {
    for (const { id } of await store.find(call, { grantId, status: 'Active' }, MAX_RECORDS))
      await unlessGone(
        // The owner may have enabled it in the meantime, which removes the grant.
        store.modify(call, id, (before) =>
          before.grantId === grantId && before.status === 'Active' ? disable(before) : undefined,
        ),
      );
  };

/** Disables the records of an ended grant, and after a minute those that a gateway still admitted meanwhile. */
const endedGrants = defineJob({
  name: 'endedGrants',
  key: { grantId: column.text },
  data: { pass: column.number },
  every: '5s',
  stepTimeout: '30s',
  step:
    (kinds: readonly DisableOfGrant[]) =>
    async ({ job, call }) => {
      for (const disableOfGrant of kinds) await disableOfGrant(call, job.key.grantId);
      return job.data.pass === 0 ? again({ data: { pass: 1 }, after: '1min' }) : done();
    },
});

/** Adds a job for each grant that ended. */
const followGrants =
  (jobs: { add(accountId: number, key: { grantId: string }, data: { pass: number }): Promise<void> }): BatchHandler =>
  async (batch) => {
    for (const { type, value } of batch) {
      if (type !== grantDeleted.type) continue;
      const change = Change.decode(value);
      await jobs.add(change.accountId, { grantId: grantDeleted.parse(change).grantId }, { pass: 0 });
    }
  };

/** Disables what OAuth apps made when their access ends (N9). */
export const registerGrants = (context: FeatureContext, kinds: readonly DisableOfGrant[]): void => {
  const jobs = context.openJobs(endedGrants);
  context.addWorker('grants.end', jobs.createWorker(kinds));
  context.addConsumer('grants.follow', 'grants', {
    sources: ['auth'],
    types: new Set([grantDeleted.type]),
    handler: followGrants(jobs),
  });
};
