import { SessionServiceDefinition } from '@porchlight/contracts';
import { eventually } from '@porchlight/testkit';
import { CALLBACK, startOauth, type OauthSuite } from '../../test/oauth-suite';

let suite: OauthSuite;
beforeAll(async () => void (suite = await startOauth()));
afterAll(() => suite?.stop());

const PASSWORD = 'another good password';
const place = { address: '192.0.2.1', agent: 'Test/1.0', formerToken: '', device: '' };

/** A signed-in owner with an API key and an app that has their approval. */
const newOwner = async (email: string) => {
  const { service, oauth } = suite;
  const sessions = service.createClient(SessionServiceDefinition);
  const { principal, token: session } = await service.signUp(email);
  const { accountId, userId } = principal!;
  const { apiKey } = await service.accounts.createApiKey({ accountId, userId, label: '' }, service.operator);
  const approval = { accountId, userId, clientId: suite.app.clientId, redirectUri: CALLBACK, scopes: [] };
  const pair = await suite.exchange((await oauth.issueCode(approval, service.operator)).code);
  return {
    refreshToken: pair.refreshToken,
    /** Returns which of the earlier credentials are valid. */
    valid: async () => ({
      session: (await sessions.verifySession({ token: session }, service.operator)).principal !== undefined,
      key: (await service.credentials.verifyApiKey({ apiKey }, service.operator)).valid,
      grant: await suite.counts(pair.accessToken),
    }),
    /** Sets a new password by a mailed link. */
    reset: async (revoke: string[]): Promise<void> => {
      await sessions.resetPassword({ email, address: '192.0.2.9', device: '' }, service.operator);
      const text = await eventually(() => {
        const mail = service.mails().find(({ to, text }) => to.includes(email) && text.includes('/new-password?'));
        expect(mail).toBeDefined();
        return mail!.text;
      });
      const token = /token=([A-Za-z0-9_-]{43})/.exec(text)![1]!;
      await sessions.choosePassword({ token, password: PASSWORD, revoke, place }, service.operator);
    },
  };
};

describe('a password reset', () => {
  it.each<[string[], object]>([
    [[], { session: false, key: true, grant: true }],
    [['sessions'], { session: false, key: true, grant: true }],
    [['keys'], { session: false, key: false, grant: true }],
    [['grants'], { session: false, key: true, grant: false }],
    [['sessions', 'keys', 'grants'], { session: false, key: false, grant: false }],
  ])('given revoke %j, then these end, and sessions always', async (revoke, expected) => {
    const owner = await newOwner(`owner-${revoke.join('-')}@example.com`);
    expect(await owner.valid()).toEqual({ session: true, key: true, grant: true });
    await owner.reset(revoke);
    expect(await owner.valid()).toEqual(expected);
  });

  it('given revoked grants, then a refresh token gives no new access token', async () => {
    const owner = await newOwner('refresh@example.com');
    await owner.reset(['grants']);
    expect(await suite.refresh(owner.refreshToken)).toMatchObject({ error: 'invalid_grant', accessToken: '' });
  });

  it('given grants of another user, then they stay', async () => {
    const access = await suite.exchange(await suite.approve());
    await (await newOwner('other@example.com')).reset(['keys', 'grants']);
    expect(await suite.counts(access.accessToken)).toBe(true);
  });
});
