import { again, defineJob, done } from '@porchlight/backend';
import type { BatchHandler } from '@porchlight/bus';
import { Change, grantDeleted } from '@porchlight/contracts';
import { column } from '@porchlight/store';
import type { DisableOfGrant } from '../granted-records';

/** Disables the records of an ended grant, and after a minute those that a gateway still admitted meanwhile. */
export const endedGrants = defineJob({
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
export const followGrants =
  (jobs: { add(accountId: number, key: { grantId: string }, data: { pass: number }): Promise<void> }): BatchHandler =>
  async (batch) => {
    for (const { type, value } of batch) {
      if (type !== grantDeleted.type) continue;
      const change = Change.decode(value);
      await jobs.add(change.accountId, { grantId: grantDeleted.parse(change).grantId }, { pass: 0 });
    }
  };
