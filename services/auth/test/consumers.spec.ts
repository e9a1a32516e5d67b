import { listBrokenContracts } from '@porchlight/backend/test/service';
import { SystemServiceDefinition } from '@porchlight/contracts';
import { eventually } from '@porchlight/testkit';
import { startAuthService, type AuthService } from './auth-service';

let service: AuthService;
beforeAll(async () => void (service = await startAuthService()), 60_000);
afterAll(() => service?.stop());

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
