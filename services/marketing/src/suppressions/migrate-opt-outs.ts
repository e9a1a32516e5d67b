import { inAllAccounts, type Migration } from '@porchlight/store';
import type { StoredPersonCopy } from '../copies';
import { parseFormerOptOut, type FormerOptOut } from './former-opt-outs';
import type { SuppressionRequest } from './suppressed-addresses';

/** Documents of one batch. */
const SIZE = 200;

/** Suppresses addresses of an account. */
type Suppress = (accountId: number, requests: readonly SuppressionRequest[], signal: AbortSignal) => Promise<unknown>;

/** Unsubscribed addresses belonged to a person; they belong to the account now (D13.4). May be repeated. */
const suppressUnsubscribed = (suppress: Suppress): Migration => ({
  name: '2026-11-suppress-unsubscribed',
  async batch(context, from) {
    const unsubscribes = context.collection<FormerOptOut>('unsubscribes');
    const page = await unsubscribes.find(inAllAccounts(from === undefined ? {} : { _id: { $gt: from } }), {
      sort: { _id: 1 },
      limit: SIZE,
    });
    const addresses = page.flatMap((one) => parseFormerOptOut(one) ?? []);
    for (const [accountId, ofAccount] of Map.groupBy(addresses, (one) => one.accountId))
      await suppress(
        accountId,
        ofAccount.map(({ address }) => ({ address, reason: 'unsubscribed', source: 'emEvent' })),
        context.signal,
      );
    // Nothing else would erase these addresses.
    if (page.length > 0) await unsubscribes.deleteMany(inAllAccounts({ _id: { $in: page.map(({ _id }) => _id) } }));
    return { changed: addresses.length, ...(page.length === SIZE && { next: page.at(-1)!._id }) };
  },
});

/** Emails of people that a lead unsubscribed were marked at the person only. May be repeated. */
const suppressMarkedEmails = (suppress: Suppress): Migration => ({
  name: '2026-11-suppress-marked-emails',
  async batch(context, from) {
    const page = await context
      .collection<StoredPersonCopy>('people')
      .find(inAllAccounts(from === undefined ? {} : { _id: { $gt: from } }), {
        sort: { _id: 1 },
        limit: SIZE,
        projection: { _id: 1, accountId: 1, emails: 1 },
      });
    const marked = page.flatMap(({ accountId, emails = [] }) =>
      emails.filter(({ status }) => status === 'Unsubscribed').map(({ value }) => ({ accountId, address: value })),
    );
    for (const [accountId, ofAccount] of Map.groupBy(marked, (one) => one.accountId))
      await suppress(
        accountId,
        ofAccount.map(({ address }) => ({ address, reason: 'unsubscribed', source: 'event' })),
        context.signal,
      );
    return { changed: marked.length, ...(page.length === SIZE && { next: page.at(-1)!._id }) };
  },
});

/** Opt-outs that earlier versions stored elsewhere become suppressions. */
export const migrateOptOuts = (suppress: Suppress): readonly Migration[] => [
  suppressUnsubscribed(suppress),
  suppressMarkedEmails(suppress),
];
