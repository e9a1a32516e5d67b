import type { BatchHandler } from '@porchlight/bus';
import { again, defineJob, done } from '@porchlight/backend';
import { Account, decodeChange } from '@porchlight/contracts';
import { unlessGone } from '@porchlight/errors';
import { column } from '@porchlight/store';
import type { CopiedRecords } from '../copies';
import type { Parts } from '../service';
import type { Settings } from '../settings';
import { logReport, recomputeIdentities, reportIdentities } from './recompute-identities';
import type { People } from './people-parts';

/** What the recomputation works with. */
interface Recomputation extends Pick<Parts, 'logger'>, Pick<People, 'people'> {}

/** People of one step. */
const PAGE = 100;

/**
 * Reads the phones of all people of an account again after its country changed (D13.1), and reports people who are
 * together or apart from now on. It joins no people.
 */
export const identityRecomputes = defineJob({
  name: 'identityRecomputes',
  /** One job for an account: a further change of the country restarts it. */
  key: { contacts: column.text },
  data: { country: column.text, after: column.number },
  every: '5s',
  stepTimeout: '30s',
  concurrency: 2,
  share: 0.5,
  step:
    ({ people, logger }: Recomputation) =>
    async ({ job, call }) => {
      const { country, after } = job.data;
      const [newest] = await people.find(call, {}, 1);
      const end = after + PAGE;
      const page = await people.find(call, { id: { $gt: after, $lt: end + 1 } }, PAGE);
      const changed = page.flatMap((before) => {
        const next = recomputeIdentities(before, country);
        return next ? [{ before, after: next }] : [];
      });
      const report = await reportIdentities(page, changed, country, (keys, limit) =>
        people.find(call, { identities: { $in: [...keys] } }, limit),
      );
      logReport(logger, job.accountId, country, report);
      for (const { before } of changed)
        await unlessGone(
          people.modify(call, before.id, (person) => recomputeIdentities(person, country), { silent: true }),
        );
      return newest === undefined || end >= newest.id ? done() : again({ data: { after: end } });
    },
});

/** Types of the messages that `followCountry` reads. */
export const ACCOUNT_TYPES: ReadonlySet<string> = new Set(['auth.accounts.updated', 'auth.accounts.deleted']);

/** Other replicas use the former country for this long, ms; people that they write meanwhile are read again too. */
const DELAY_MS = 3_000;

/** What following accounts works with. */
interface CountryFollowing
  extends Pick<CopiedRecords, 'accounts'>, Pick<Parts, 'clock'>, Pick<Settings, 'settingsCache'> {
  readonly recomputes: {
    add(
      accountId: number,
      key: { contacts: string },
      data: { country: string; after: number },
      dueAt: Date,
    ): Promise<void>;
  };
}

/**
 * Consumes changes of accounts: stores the country and the status, and adds the job that reads phones again. The job is
 * added first, so that a crash in between repeats it.
 */
export const followCountry =
  ({ accounts, clock, settingsCache, recomputes }: CountryFollowing): BatchHandler =>
  async (batch, { signal }) => {
    const changes = batch.filter(({ type }) => ACCOUNT_TYPES.has(type)).map(({ value }) => decodeChange(value));
    for (const { accountId, verb, record } of changes) {
      // The people of a deleted account are erased, not read again.
      if (verb === 'deleted') continue;
      const { country } = Account.decode(record);
      const before = (await accounts.byId(accountId, accountId))?.country ?? '';
      if (country === '' || country === before) continue;
      const dueAt = new Date(clock.now() + DELAY_MS);
      await recomputes.add(accountId, { contacts: 'phones' }, { country, after: 0 }, dueAt);
    }
    for (const accountId of await accounts.apply(changes, signal)) settingsCache.forget(accountId);
  };
