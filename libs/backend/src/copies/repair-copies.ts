import type { Clock } from '@porchlight/runtime';
import {
  column,
  composeKey,
  inAllAccounts,
  parseAccountId,
  type Migration,
  type MigrationContext,
} from '@porchlight/store';
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
 * Processes of the version before run for a while after a migration of a rolling update, ms. They merge copies instead
 * of replacing them, so the repairs wait.
 */
export const ROLLING_UPDATE_MS = 60_000;
/** Copies of one batch. */
const SIZE = 500;

const parseAccount = (key: string | number): number =>
  typeof key === 'number' ? parseAccountId(key) : Number(key.slice(0, key.indexOf(':')));

/** A collection of copies and its keys, which begin with the account. */
type CopyCollection = Pick<CopyDefinitions[string], 'collection' | 'key'>;

/** A migration that visits each account with copies in a collection once, or again after a crash. */
export const visitAccounts = (
  name: string,
  { collection, key }: CopyCollection,
  visit: (accountId: number, context: MigrationContext) => Promise<void>,
): Migration => ({
  name,
  batch: async (context, from) => {
    const documents = await context
      .collection(collection)
      .find(inAllAccounts(from === undefined ? {} : { _id: { $gt: from } }), {
        sort: { _id: 1 },
        limit: SIZE,
        projection: { _id: 1 },
      });
    const accounts = new Set(documents.map(({ _id }) => parseAccount(_id)));
    for (const accountId of accounts) await visit(accountId, context);
    const last = documents.at(-1)?._id;
    if (last === undefined || documents.length < SIZE) return { changed: accounts.size };
    // Further copies of the last account belong to its visit. `;` is the character after `:`.
    const account = parseAccount(last);
    const end = typeof key(1, 1) === 'string' ? `${account};` : composeKey(account + 1, 0) - 1;
    return { changed: accounts.size, next: end };
  },
});

/**
 * A migration for each kind of copy that adds the repair of each account with copies (D13.3). It reads no other
 * service, so services may start in any order. Accounts are found by `accounts`, by default the copies of users: every
 * account has users, also before a new kind of copy has any record of it.
 */
export const repairCopies = (
  name: string,
  definitions: CopyDefinitions,
  clock: Clock,
  accounts: CopyCollection | undefined = definitions['users'],
): readonly Migration[] => {
  if (accounts === undefined)
    throw new Error(`repairCopies('${name}') finds accounts by copies of users: pass all copies of the service.`);
  return Object.entries(definitions).map(([copy, definition]) =>
    visitAccounts(`${name}-${definition.collection}`, accounts, (accountId, context) =>
      openJobStore({ store: context, clock }, copyRepair).add(
        accountId,
        { copy },
        { phase: 'read', after: '' },
        new Date(clock.now() + ROLLING_UPDATE_MS),
      ),
    ),
  );
};
