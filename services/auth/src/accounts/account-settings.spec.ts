import { expectRefusal } from '@porchlight/testkit';
import { startOauth, type OauthSuite } from '../../test/oauth-suite';

jest.setTimeout(60_000);

let suite: OauthSuite;
beforeAll(async () => void (suite = await startOauth()), 120_000);
afterAll(() => suite?.stop());

describe('settings of an account', () => {
  it('given one setting, then only that one changes, and verifying a key returns both', async () => {
    const { accounts, credentials, operator, signUp } = suite.service;
    const { accountId, userId } = (await signUp('settings@example.com')).principal!;
    const { apiKey } = await accounts.createApiKey({ accountId, userId, label: '' }, operator);
    const changed = await accounts.changeAccountSettings({ accountId, handling: 'lenient' }, operator);
    expect(changed).toEqual({ handling: 'lenient', unregisteredSystems: 'refuse' });
    await accounts.changeAccountSettings({ accountId, unregisteredSystems: 'ignore' }, operator);
    const { settings } = await credentials.verifyApiKey({ apiKey }, operator);
    expect(settings).toEqual({ handling: 'lenient', unregisteredSystems: 'ignore' });
    await expect(accounts.changeAccountSettings({ accountId }, operator)).resolves.toEqual(settings);
  });

  it('given an unknown value or account, then the call is refused', async () => {
    const { accounts, operator, signUp } = suite.service;
    const { accountId } = (await signUp('settings.wrong@example.com')).principal!;
    await expectRefusal(accounts.changeAccountSettings({ accountId, handling: 'loose' }, operator), 'INVALID_BODY');
    await expectRefusal(accounts.changeAccountSettings({ accountId: 99_999 }, operator), 'NOT_FOUND');
  });
});
