import type { Actor } from '@porchlight/access';
import { OauthAppServiceDefinition, OauthServiceDefinition, UserServiceDefinition } from '@porchlight/contracts';
import { createManualClock, type ManualClock } from '@porchlight/runtime';
import { createHash, randomBytes } from 'node:crypto';
import { startAuthService } from './auth-service';

export const CALLBACK = 'https://app.example.com/callback?tenant=1';
export const ISSUER = 'https://api.example.test';

/** Starts the auth service with an account whose owner registered an app, and calls it as the gateway does. */
export const startOauth = async () => {
  const clock: ManualClock = createManualClock(Date.now());
  const service = await startAuthService({ clock });
  const apps = service.createClient(OauthAppServiceDefinition);
  const oauth = service.createClient(OauthServiceDefinition);
  const users = service.createClient(UserServiceDefinition);
  const team = await service.newTeam();
  const owner = {
    actor: { accountId: team.accountId, userId: team.ids.owner, role: 'Owner', system: 'Partner' } as Actor,
  };

  const register = async (as = owner, name = 'Dialer') => {
    const { record } = await apps.createOauthApp(
      { record: { name, redirectUris: [CALLBACK], id: 0, version: 0 }, mask: ['name', 'redirectUris'], options: {} },
      as,
    );
    const { id, clientId, clientSecret } = record!;
    return { id, clientId: clientId!, clientSecret: clientSecret! };
  };
  const app = await register();
  const other = await register(owner, 'Other app');
  const credentials = (one = app, address = '192.0.2.1') => ({
    clientId: one.clientId,
    clientSecret: one.clientSecret,
    address,
  });

  const approve = async (
    more: { state?: string; codeChallenge?: string; userId?: number; scopes?: string[] } = {},
  ): Promise<string> => {
    const request = {
      accountId: team.accountId,
      userId: team.ids.agent,
      clientId: app.clientId,
      redirectUri: CALLBACK,
      scopes: [],
      ...more,
    };
    return (await oauth.issueCode(request, service.operator)).code;
  };
  const exchange = (code: string, more: object = {}) =>
    oauth.exchangeToken({ client: credentials(), grantType: 'authorization_code', code, ...more }, service.operator);
  const refresh = (refreshToken: string, more: object = {}) =>
    oauth.exchangeToken({ client: credentials(), grantType: 'refresh_token', refreshToken, ...more }, service.operator);
  const findFamily = (accessToken: string): string =>
    JSON.parse(Buffer.from(accessToken.split('.')[1]!, 'base64url').toString()).fid as string;
  const counts = async (accessToken: string): Promise<boolean> =>
    (await oauth.checkStanding({ familyId: findFamily(accessToken) }, service.operator)).valid;
  const setUser = async (id: number, record: object): Promise<void> => {
    await users.updateUser(
      {
        id,
        record: { id: 0, version: 0, groups: [], teamIds: [], teamLeaderOf: [], ...record },
        mask: Object.keys(record),
        options: {},
      },
      owner,
    );
  };
  const pkce = () => {
    const codeVerifier = randomBytes(32).toString('base64url');
    return { codeVerifier, codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url') };
  };
  return {
    clock,
    service,
    apps,
    oauth,
    team,
    owner,
    app,
    other,
    register,
    credentials,
    approve,
    exchange,
    refresh,
    findFamily,
    counts,
    setUser,
    pkce,
    stop: () => service.stop(),
  };
};

export type OauthSuite = Awaited<ReturnType<typeof startOauth>>;
