import { Account, OauthServiceDefinition, SessionServiceDefinition } from '@porchlight/contracts';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { startOauth, type OauthSuite } from '../../test/oauth-suite';

let suite: OauthSuite;
beforeAll(async () => void (suite = await startOauth()));
afterAll(() => suite?.stop());

const setStatus = (accountId: number, status: string) =>
  suite.service.accounts.changeAccount({ accountId, status }, suite.service.operator);
const PASSWORD = 'correct horse battery';

/** An account with a session, an API key and an OAuth grant. */
const open = async (email: string) => {
  const { service } = suite;
  const sessions = service.createClient(SessionServiceDefinition);
  const place = { address: '192.0.2.1', agent: 'Test/1.0', formerToken: '', device: '' };
  const signedIn = await service.signUp(email);
  const { accountId, userId } = signedIn.principal!;
  const { apiKey } = await service.accounts.createApiKey({ accountId, userId, label: '' }, service.operator);
  const grant = { accountId, userId };
  const tokens = await suite.exchange(await approveFor(grant));
  const { operator } = service;
  return {
    accountId,
    apiKey,
    key: async () => {
      const { valid, accountDisabled } = await service.credentials.verifyApiKey({ apiKey }, operator);
      return valid ? 'valid' : accountDisabled ? 'disabled' : 'unknown';
    },
    session: async (token = signedIn.token) => {
      const { principal, accountDisabled } = await sessions.verifySession({ token }, operator);
      return principal ? 'valid' : accountDisabled ? 'disabled' : 'unknown';
    },
    token: async () => {
      const { valid, accountDisabled } = await service
        .createClient(OauthServiceDefinition)
        .checkStanding({ familyId: suite.findFamily(tokens.accessToken) }, operator);
      return valid ? 'valid' : accountDisabled ? 'disabled' : 'unknown';
    },
    refresh: async () => (await suite.refresh(tokens.refreshToken)).error,
    signIn: () => sessions.signIn({ email, password: PASSWORD, accountId: 0, place, code: '' }, operator),
  };
};

const approveFor = async ({ accountId, userId }: { accountId: number; userId: number }): Promise<string> => {
  const { oauth, app, service } = suite;
  const request = {
    accountId,
    userId,
    clientId: app.clientId,
    redirectUri: 'https://app.example.com/callback?tenant=1',
    scopes: [],
  };
  return (await oauth.issueCode(request, service.operator)).code;
};

const findChanges = (accountId: number) =>
  suite.service.changes
    .filter((change) => change.accountId === accountId && change.resource === 'accounts')
    .map(({ verb, record }) => `${verb} ${Account.decode(record).status} ${Account.decode(record).version}`);

it('given a disabled account, then all its credentials are refused; when it is enabled, keys and tokens work and sessions stay ended', async () => {
  const one = await open('disabled@example.com');
  expect([await one.key(), await one.token(), await one.session()]).toEqual(['valid', 'valid', 'valid']);
  await setStatus(one.accountId, 'Disabled');
  expect([await one.key(), await one.token(), await one.session()]).toEqual(['disabled', 'disabled', 'unknown']);
  await expectRefusal(one.signIn(), 'ACCOUNT_DISABLED');
  expect(await one.refresh()).toBe('invalid_grant');
  await eventually(() => expect(findChanges(one.accountId)).toEqual(['updated Disabled 1']));
  await setStatus(one.accountId, 'Active');
  expect([await one.key(), await one.token(), await one.session()]).toEqual(['valid', 'valid', 'unknown']);
  expect(await one.session((await one.signIn()).signedIn!.token)).toBe('valid');
  await eventually(() => expect(findChanges(one.accountId)).toEqual(['updated Disabled 1', 'updated Active 2']));
});

it('given a deleted account, then it is unknown and its data is erased, and other accounts stay', async () => {
  const gone = await open('gone@example.com');
  const stays = await open('stays@example.com');
  await setStatus(gone.accountId, 'Deleted');
  expect([await gone.key(), await gone.token(), await gone.session()]).toEqual(['unknown', 'unknown', 'unknown']);
  await expectRefusal(gone.signIn(), 'UNAUTHENTICATED');
  const { operator, accounts } = suite.service;
  await expectRefusal(setStatus(gone.accountId, 'Active'), 'NOT_FOUND');
  await expectRefusal(
    accounts.createApiKey({ accountId: gone.accountId, userId: 1, label: '' }, operator),
    'NOT_FOUND',
  );
  await eventually(() => expect(findChanges(gone.accountId)).toEqual(['deleted Deleted 1']));
  const reports = () =>
    suite.service.log.of('account.forgotten').filter(({ accountId }) => accountId === gone.accountId);
  // At least the user, the key and the grant; the session was deleted earlier.
  await eventually(() =>
    expect(reports()).toEqual([expect.objectContaining({ sweep: 0, removed: expect.any(Number) })]),
  );
  expect(reports()[0]!['removed']).toBeGreaterThanOrEqual(3);
  await expectRefusal(gone.signIn(), 'UNAUTHENTICATED');
  expect([await stays.key(), await stays.token(), await stays.session()]).toEqual(['valid', 'valid', 'valid']);
});

it('given an unknown status or account, then a change is refused', async () => {
  await expectRefusal(setStatus(1, 'Sleeping'), 'INVALID_BODY');
  await expectRefusal(setStatus(1_000_000, 'Disabled'), 'NOT_FOUND');
});

describe('the list of accounts for the operator', () => {
  it('given accounts, then those after an id are listed by id, without deleted ones', async () => {
    const { signUp, accounts, operator } = suite.service;
    const accountOf = async (email: string): Promise<number> => (await signUp(email)).principal!.accountId;
    const first = await accountOf('listed.first@example.com');
    const deleted = await accountOf('listed.deleted@example.com');
    const disabled = await accountOf('listed.disabled@example.com');
    await setStatus(deleted, 'Deleted');
    await setStatus(disabled, 'Disabled');
    const { records, nextAfterId } = await accounts.listAccounts({ afterId: first - 1 }, operator);
    expect(records.map(({ id, status }) => ({ id, status }))).toEqual([
      { id: first, status: 'Active' },
      { id: disabled, status: 'Disabled' },
    ]);
    expect(nextAfterId).toBe(0);
  });

  it('given an owner, then the list is refused', async () => {
    const { accounts, signUp } = suite.service;
    const { accountId, userId } = (await signUp('listed.owner@example.com')).principal!;
    const owner = { actor: { accountId, userId, role: 'Owner' as const } };
    await expectRefusal(accounts.listAccounts({ afterId: 0 }, owner), 'FORBIDDEN');
  });
});
