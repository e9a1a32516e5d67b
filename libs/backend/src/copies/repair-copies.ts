import type { Clock } from '@porchlight/runtime';
import { column, composeKey, inAllAccounts, parseAccountId, type Migration } from '@porchlight/store';
import { again, defineJob, done } from '../jobs/define-job';
import { openJobStore } from '../jobs/job-store';
import type { CopyDefinitions } from './define-copy';
import type { RebuildPosition, RebuiltStep } from './rebuild-copies';

/** What the repair works with. */
interface RepairPorts {
  rebuild(name: string, accountId: number, position: RebuildPosition, signal: AbortSignal): Promise<RebuiltStep>;
}

/** Rebuilds the copies of one kind in one account from the owning service. A migration adds it. */
export const copyRepair = defineJob({
  name: 'copyRepairs',
  /** The name of the copy. */
  key: { copy: column.text },
  data: { phase: column.word('read', 'sweep'), after: column.text },
  every: '5s',
  stepTimeout: '30s',
  concurrency: 2,
  share: 0.5,
  step:
    ({ rebuild }: RepairPorts) =>
    async ({ job, call }) => {
      const { phase, after } = job.data;
      const { next } = await rebuild(job.key.copy, job.accountId, { phase, after: after || undefined }, call.signal);
      return next ? again({ data: { phase: next.phase, after: next.after ?? '' } }) : done();
    },
});

/**
 * Processes of the version before merge copies instead of replacing them. During a rolling update they run for a while
 * after the migration, so the repairs wait, ms.
 */
const REPAIR_DELAY_MS = 60_000;
/** Copies of one batch. */
const SIZE = 500;

const parseAccount = (key: string | number): number =>
  typeof key === 'number' ? parseAccountId(key) : Number(key.slice(0, key.indexOf(':')));

/**
 * A migration for each kind of copy that adds the repair of each account with copies (D13.3). It reads no other
 * service, so services may start in any order.
 */
export const repairCopies = (name: string, definitions: CopyDefinitions, clock: Clock): readonly Migration[] =>
  Object.entries(definitions).map(([copy, { collection, key }]) => ({
    name: `${name}-${collection}`,
    batch: async (context, from) => {
      const repairs = openJobStore({ store: context, clock }, copyRepair);
      const found = await context
        .collection(collection)
        .find(inAllAccounts(from === undefined ? {} : { _id: { $gt: from } }), {
          sort: { _id: 1 },
          limit: SIZE,
          projection: { _id: 1 },
        });
      const accounts = new Set(found.map(({ _id }) => parseAccount(_id)));
      const dueAt = new Date(clock.now() + REPAIR_DELAY_MS);
      for (const accountId of accounts) await repairs.add(accountId, { copy }, { phase: 'read', after: '' }, dueAt);
      const last = found.at(-1)?._id;
      if (last === undefined || found.length < SIZE) return { changed: accounts.size };
      // Further copies of the last account are part of its repair. `;` is the character after `:`.
      const account = parseAccount(last);
      const end = typeof key(1, 1) === 'string' ? `${account};` : composeKey(account + 1, 0) - 1;
      return { changed: accounts.size, next: end };
    },
  }));
