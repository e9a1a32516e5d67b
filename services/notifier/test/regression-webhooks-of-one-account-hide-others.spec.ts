import { isRefusal } from '@porchlight/errors';
import { loadByAccount } from '../src/deliveries/load-by-account';
import { useNotifier } from './notifier-service';

const PER_ACCOUNT = 3;

describe('Webhooks of one account and those of others', () => {
  const suite = useNotifier({ config: { LIMIT_WEBHOOKS_PER_ACCOUNT: PER_ACCOUNT } });

  test('Given an account with as many webhooks as it may have, When it creates one more with another system, Then it is refused', async () => {
    const accountId = suite.notifier.accountId + 1;
    const url = (n: number): string => `https://localhost/${n}`;
    for (let n = 0; n < PER_ACCOUNT; n++)
      await suite.notifier.register('peopleCreated', url(n), { accountId, system: `System ${n}` });
    const refused = await suite.notifier
      .register('peopleCreated', url(9), { accountId, system: 'Another' })
      .catch((error: unknown) => error);
    expect(isRefusal(refused) && { reason: refused.reason, ...refused.params }).toEqual({
      reason: 'LIMIT_REACHED',
      limit: PER_ACCOUNT,
      what: 'webhooks',
    });
    await expect(suite.notifier.register('peopleCreated', url(9), { accountId: accountId + 1 })).resolves.toBeDefined();
  });

  test('When many systems of an account create webhooks at the same time, Then no more are created than the limit', async () => {
    const accountId = suite.notifier.accountId + 10;
    const creates = Array.from({ length: 3 * PER_ACCOUNT }, (_, n) =>
      suite.notifier.register('peopleCreated', `https://localhost/${n}`, { accountId, system: `System ${n}` }),
    );
    const reasons = await Promise.all(
      creates.map((create) =>
        create.then(
          () => 'created',
          (error: unknown) => (isRefusal(error) ? error.reason : error),
        ),
      ),
    );
    expect(reasons.sort()).toEqual([
      ...Array(2 * PER_ACCOUNT).fill('LIMIT_REACHED'),
      ...Array(PER_ACCOUNT).fill('created'),
    ]);
  });

  test('Given an account with more webhooks than one query returns, When webhooks of several accounts are loaded, Then none of the others is missing', async () => {
    const counts = new Map([
      [1, 1_000],
      [2, 2],
      [3, 5],
    ]);
    const all = [...counts].flatMap(([accountId, count]) =>
      Array.from({ length: count }, (_, id) => ({ accountId, id })),
    );
    const queries: number[] = [];
    const found = await loadByAccount([1, 2, 3], 100, async (accountIds, limit) => {
      queries.push(accountIds.length);
      return all.filter(({ accountId }) => accountIds.includes(accountId)).slice(0, limit);
    });
    const countWebhooks = (wanted: number): number => found.filter(({ accountId }) => accountId === wanted).length;
    expect([countWebhooks(1), countWebhooks(2), countWebhooks(3)]).toEqual([100, 2, 5]);
    expect(queries).toEqual([3, 1, 1, 1]);
  });
});
