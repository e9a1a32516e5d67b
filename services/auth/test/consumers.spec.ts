import { listBrokenContracts } from '@porchlight/backend/test/service';
import type { Actor } from '@porchlight/access';
import { OauthAppServiceDefinition, OauthServiceDefinition, SystemServiceDefinition } from '@porchlight/contracts';
import { eventually } from '@porchlight/testkit';
import { startAuthService, type AuthService } from './auth-service';

let service: AuthService;
beforeAll(async () => void (service = await startAuthService()));
afterAll(() => service?.stop());

/** An app of the system gets the access of a user and returns it. */
const endGrant = async (system: string, owner: Actor, userId: number): Promise<void> => {
  const apps = service.createClient(OauthAppServiceDefinition);
  const oauth = service.createClient(OauthServiceDefinition);
  const redirectUri = 'https://app.example.com/callback';
  const record = { id: 0, version: 0, name: 'Dialer', redirectUris: [redirectUri] };
  const call = { actor: { ...owner, system } };
  const created = await apps.createOauthApp({ record, mask: ['name', 'redirectUris'], options: {} }, call);
  const { clientId = '', clientSecret = '' } = created.record!;
  const approval = { accountId: owner.accountId, userId, clientId, redirectUri, scopes: [] };
  const { code } = await oauth.issueCode(approval, service.operator);
  const client = { clientId, clientSecret, address: '192.0.2.1' };
  const { refreshToken: token } = await oauth.exchangeToken(
    { client, grantType: 'authorization_code', code },
    service.operator,
  );
  await oauth.revokeToken({ client, token }, service.operator);
};

test('given the contracts of other services, then published changes and responses contain all that they read', async () => {
  const { accountId, ids, owner } = await service.newTeam();
  const actor = { accountId, userId: ids.owner, role: 'Owner' } as const;
  const paused = { pauseLeadDistribution: true };
  await owner.users.update(ids.lender, { timezone: 'America/Chicago', phone: '555 0100', ...paused });
  const defaultGroupId = (await owner.groups.create({ name: 'All', type: 'Lender' }))['id'];
  const defaults = { defaultUserId: ids.lender, defaultGroupId, defaultPondId: 1 };
  const offering = { type: 'Lender', distribution: 'first-to-claim', claimWindow: 45 };
  await owner.groups.create({ name: 'Downtown', users: [ids.lender], ...offering, ...defaults });
  await owner.groups.remove(((await owner.groups.create({ name: 'Closed' }))['id'] ?? 0) as number);
  const name = `Website ${accountId}`;
  const systems = service.createClient(SystemServiceDefinition);
  await systems.enrollSystem({ name, signatureHeaders: ['X-Signature'] }, { actor });
  const mailsPerDay = { planMails: 4_000, notificationMails: 9_000 };
  await service.accounts.setRateLimits(
    { accountId, limits: { lifted: false, perWindow: {}, mailsPerDay } },
    service.operator,
  );
  await endGrant(name, actor, ids.broker);
  await owner.users.remove(ids.agent, `assignTo=${ids.broker}`);
  const { accountId: closed } = await service.newTeam();
  await service.accounts.changeAccount({ accountId: closed, status: 'Deleted' }, service.operator);
  await eventually(async () =>
    expect(
      await listBrokenContracts({
        service: 'auth',
        changes: service.changes,
        createClient: service.createClient,
        actor,
        // Only users of earlier versions have a time to confirm.
        unproduced: ['record.confirmEmailBy'],
        calls: {
          '/porchlight.auth.v1.AccountService/GetSystemKey': { request: { name }, actor: service.operator.actor },
        },
      }),
    ).toEqual([]),
  );
});
