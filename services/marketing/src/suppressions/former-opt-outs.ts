import { again, defineJob, done, openJobStore, ROLLING_UPDATE_MS, visitAccounts } from '@porchlight/backend';
import type { Clock } from '@porchlight/runtime';
import {
  column,
  defineDocument,
  inAccounts,
  type DocumentCollection,
  type DocumentOf,
  type Migration,
} from '@porchlight/store';
import { copyDefinitions, type LocalCopies } from '../copies';
import type { SuppressedAddresses, SuppressionRequest } from './suppressed-addresses';

/** An unsubscribed address of a person, as the version before stores it: `<account>:<person>:<address>`. */
export const formerOptOutSchema = defineDocument({ _id: column.text, accountId: column.optional(column.number) }, [
  { keys: {} },
]);
export type FormerOptOut = DocumentOf<typeof formerOptOutSchema>;

/** What the job works with. */
export interface FormerPorts extends Pick<LocalCopies, 'people'> {
  readonly formerOptOuts: DocumentCollection<FormerOptOut>;
  readonly suppressed: Pick<SuppressedAddresses, 'suppress'>;
}

/** Documents of one step. */
const SIZE = 200;
/** Any opt-in prevails over an opt-out that the version before recorded. */
const BEFORE_OPT_INS = new Date(0);
/** The last round is an hour after the first: a rolling update has ended. */
const ROUNDS = 3;

/** The account and the address of a stored opt-out. */
export const parseFormerOptOut = ({ _id }: FormerOptOut): { accountId: number; address: string } | undefined => {
  const [, account, address] = /^(\d+):\d+:(.+)$/.exec(_id) ?? [];
  return address === undefined ? undefined : { accountId: Number(account), address };
};

/**
 * Suppresses addresses that processes of the version before opt out during a rolling update, after the migrations ran
 * (D13.4): first those of email events, then emails of people that a lead unsubscribed. Three rounds within an hour.
 */
export const formerOptOutJob = defineJob({
  name: 'formerOptOutJobs',
  key: { version: column.text },
  data: { phase: column.word('emEvents', 'leads'), after: column.text, round: column.number },
  every: '5s',
  stepTimeout: '30s',
  concurrency: 2,
  share: 0.5,
  step:
    ({ formerOptOuts, people, suppressed }: FormerPorts) =>
    async ({ job: { accountId, data }, call }) => {
      const suppress = (addresses: readonly string[], source: SuppressionRequest['source']) =>
        suppressed.suppress(
          call,
          addresses.map((address) => ({ address, reason: 'unsubscribed', source, at: BEFORE_OPT_INS })),
        );
      if (data.phase === 'emEvents') {
        // `;` is the character after `:`.
        const range = inAccounts({ _id: { $gt: `${accountId}:`, $lt: `${accountId};` } }, [accountId]);
        const page = await formerOptOuts.find(range, { sort: { _id: 1 }, limit: SIZE });
        await suppress(page.flatMap((one) => parseFormerOptOut(one)?.address ?? []), 'emEvent'); // prettier-ignore
        if (page.length > 0)
          await formerOptOuts.deleteMany(inAccounts({ _id: { $in: page.map(({ _id }) => _id) } }, [accountId]));
        return again(page.length < SIZE ? { data: { phase: 'leads', after: '' } } : {});
      }
      const { ids, last } = await people.listIds(accountId, data.after || undefined, SIZE);
      const marked = (await people.byIds(accountId, ids)).flatMap(({ emails }) =>
        emails.flatMap(({ value, status }) => (status === 'Unsubscribed' ? [value] : [])),
      );
      await suppress(marked, 'event');
      if (last !== undefined) return again({ data: { after: last } });
      if (data.round >= ROUNDS) return done();
      return again({ data: { phase: 'emEvents', after: '', round: data.round + 1 }, after: '30min' });
    },
});

/** Adds the job of each account a minute after the migration. */
export const followFormerOptOuts = (name: string, clock: Clock): Migration =>
  visitAccounts(name, copyDefinitions.people, (accountId, context) =>
    openJobStore({ store: context, clock }, formerOptOutJob).add(
      accountId,
      { version: name },
      { phase: 'emEvents', after: '', round: 1 },
      new Date(clock.now() + ROLLING_UPDATE_MS),
    ),
  );
