import { DAY_MS } from '@porchlight/runtime';
import { column, defineDocument, inAllAccounts } from '@porchlight/store';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { confirmEmails } from './confirm-emails';

const accountSchema = defineDocument({ _id: column.number, openSignUp: column.optional(column.onlyTrue) }, [], {
  unsharded: 'as the service declares it',
});
const userSchema = defineDocument(
  {
    _id: column.number,
    accountId: column.number,
    id: column.number,
    emailConfirmed: column.optional(column.flag),
    confirmEmailBy: column.optional(column.date),
  },
  [],
  { unsharded: 'as the service declares it' },
);

const NOW = Date.UTC(2026, 10, 26);

describe('N2 users of earlier versions', () => {
  it('given that only the founder of an open sign-up proved a mailbox, when they are migrated, then the others have 30 days', async () => {
    const clock = { now: () => NOW };
    const store = await openLoneStore({ service: 'auth', migrations: [confirmEmails('confirm', clock)] });
    await store.collection('accounts', accountSchema).insertMany([{ _id: 1, openSignUp: true }, { _id: 2 }]);
    const users = store.collection('users', userSchema);
    await users.insertMany([
      { _id: 11, accountId: 1, id: 1 },
      { _id: 12, accountId: 1, id: 2 },
      { _id: 21, accountId: 2, id: 1 },
      { _id: 22, accountId: 2, id: 2, emailConfirmed: true },
    ]);
    await store.prepare();
    const confirmEmailBy = new Date(NOW + 30 * DAY_MS);
    expect(await users.find(inAllAccounts({}), { limit: 9, sort: { _id: 1 } })).toEqual([
      { _id: 11, accountId: 1, id: 1, emailConfirmed: true },
      { _id: 12, accountId: 1, id: 2, emailConfirmed: false, confirmEmailBy },
      { _id: 21, accountId: 2, id: 1, emailConfirmed: false, confirmEmailBy },
      { _id: 22, accountId: 2, id: 2, emailConfirmed: true },
    ]);
    await store.stop(AbortSignal.timeout(1_000));
  });
});
