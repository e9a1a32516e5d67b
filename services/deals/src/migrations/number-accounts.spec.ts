import { inAllAccounts } from '@porchlight/store';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { createNumbers, numberRowSchema } from '../numbers';
import { addNumberAccounts } from './deals-migrations';

test('given counters of an earlier version, when they are migrated, then they have their account and continue', async () => {
  const store = await openLoneStore({ service: 'deals', migrations: [addNumberAccounts] });
  // Not declared yet: stored as an earlier version did.
  const rows = store.collection<{ _id: string; last: number }>('numbers');
  await rows.insertMany([
    { _id: 'stages:7', last: 4 },
    { _id: 'weights:9:2', last: 1 },
  ]);
  const numbers = createNumbers(store.collection('numbers', numberRowSchema));
  await store.prepare();
  expect(await rows.find(inAllAccounts({}), { limit: 9, sort: { _id: 1 } })).toEqual([
    { _id: 'stages:7', accountId: 7, last: 4 },
    { _id: 'weights:9:2', accountId: 9, last: 1 },
  ]);
  expect(await numbers.take(7, 'stages:7', 2)).toBe(5);
  await store.stop(AbortSignal.timeout(1_000));
});
