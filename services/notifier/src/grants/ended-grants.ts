import { again, defineJob, done } from '@porchlight/backend';
import type { BatchHandler } from '@porchlight/bus';
import { decodeChange, grantDeleted } from '@porchlight/contracts';
import { column } from '@porchlight/store';
import type { DisableOfGrant } from '../granted-records';

/**
 * Disables the records of an ended grant, or gives them to its successor. After a minute also those that a gateway
 * still admitted, and those of a grant whose end is read late and names this one as its successor.
 */
export const endedGrants = defineJob({
  name: 'endedGrants',
  key: { grantId: column.text },
  data: { pass: column.number, successor: column.optional(column.text) },
  every: '5s',
  stepTimeout: '30s',
  step:
    (kinds: readonly DisableOfGrant[]) =>
    async ({ job, call }) => {
      const { pass, successor } = job.data;
      for (const disableOfGrant of kinds) await disableOfGrant(call, job.key.grantId, successor);
      return pass === 0 ? again({ data: { ...job.data, pass: 1 }, after: '1min' }) : done();
    },
});

/** Adds a job for an ended grant. */
interface EndedGrants {
  add(accountId: number, key: { grantId: string }, data: { pass: number; successor?: string }): Promise<void>;
}

/** Adds a job for each grant that ended. */
export const followGrants =
  (jobs: EndedGrants): BatchHandler =>
  async (batch) => {
    for (const { type, value } of batch) {
      if (type !== grantDeleted.type) continue;
      const change = decodeChange(value);
      const { grantId, successor } = grantDeleted.parse(change);
      await jobs.add(change.accountId, { grantId }, { pass: 0, ...(successor !== undefined && { successor }) });
    }
  };
