import { Account } from '@porchlight/contracts';
import { eventually, expectRefusal } from '@porchlight/testkit';
import { startOauth, type OauthSuite } from '../../test/oauth-suite';

let suite: OauthSuite;
beforeAll(async () => void (suite = await startOauth()));
afterAll(() => suite?.stop());

describe('settings of an account', () => {
  it('given one setting, then only that one changes, and verifying a key returns both', async () => {
    const { accounts, credentials, operator, signUp } = suite.service;
    const { accountId, userId } = (await signUp('settings@example.com')).principal!;
    const { apiKey } = await accounts.createApiKey({ accountId, userId, label: '' }, operator);
    const changed = await accounts.changeAccountSettings({ accountId, handling: 'lenient' }, operator);
    expect(changed).toEqual({ handling: 'lenient', unregisteredSystems: 'refuse', country: 'US' });
    await accounts.changeAccountSettings({ accountId, unregisteredSystems: 'ignore' }, operator);
    const { settings } = await credentials.verifyApiKey({ apiKey }, operator);
    const lenient = { handling: 'lenient', unregisteredSystems: 'ignore' };
    expect(settings).toEqual({ ...lenient, corsOrigins: [] });
    await expect(accounts.changeAccountSettings({ accountId }, operator)).resolves.toEqual({
      ...lenient,
      country: 'US',
    });
  });

  it('D13.1 given a country, when it is changed, then it is published to the other services', async () => {
    const { accounts, operator, signUp, changes } = suite.service;
    const { accountId } = (await signUp('settings.country@example.com')).principal!;
    const changed = await accounts.changeAccountSettings({ accountId, country: 'de' }, operator);
    expect(changed).toMatchObject({ handling: 'strict', country: 'DE' });
    await eventually(() =>
      expect(
        changes
          .filter((change) => change.accountId === accountId && change.resource === 'accounts')
          .map(({ record }) => Account.decode(record)),
      ).toEqual([{ id: accountId, status: 'Active', version: 1, country: 'DE' }]),
    );
    await expectRefusal(accounts.changeAccountSettings({ accountId, country: 'XX' }, operator), 'INVALID_BODY');
  });

  it('given an unknown value or account, then the call is refused', async () => {
    const { accounts, operator, signUp } = suite.service;
    const { accountId } = (await signUp('settings.wrong@example.com')).principal!;
    await expectRefusal(accounts.changeAccountSettings({ accountId, handling: 'loose' }, operator), 'INVALID_BODY');
    await expectRefusal(accounts.changeAccountSettings({ accountId: 99_999 }, operator), 'NOT_FOUND');
  });
});
