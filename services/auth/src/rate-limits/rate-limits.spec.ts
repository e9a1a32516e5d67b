import { expectRefusal } from '@porchlight/testkit';
import { OwnAccountServiceDefinition, RateLimitServiceDefinition } from '@porchlight/contracts';
import { createManualClock } from '@porchlight/runtime';
import { startAuthService, type AuthService } from '../../test/auth-service';

const clock = createManualClock(Date.now());
let service: AuthService;
beforeAll(async () => void (service = await startAuthService({ clock })));
afterAll(() => service?.stop());

const limits = () => service.createClient(RateLimitServiceDefinition);
const readNotesLimit = async (accountId: number) => {
  const { contexts } = await limits().readRateLimits({ accountId }, service.operator);
  return contexts.find(({ context }) => context === 'notes');
};
const take = (accountId: number, wanted: number, system = 'Demo', context = 'notes') =>
  limits().grantRequests({ accountId, system, context, wanted, limit: 10 }, service.operator);

describe('limits of an account', () => {
  it('are the defaults, none or custom ones, as the operator sets them', async () => {
    const { accountId } = await service.newAccount();
    expect(await readNotesLimit(accountId)).toEqual({ context: 'notes', limit: 10, limitWithoutSystem: 5 });
    const set = (limits?: { lifted: boolean; perWindow: Record<string, number> }) =>
      service.accounts.setRateLimits(
        { accountId, ...(limits && { limits: { ...limits, mailsPerDay: {} } }) },
        service.operator,
      );
    await set({ lifted: true, perWindow: {} });
    expect(await readNotesLimit(accountId)).toMatchObject({ limit: 0, limitWithoutSystem: 0 });
    await set({ lifted: false, perWindow: { notes: 40 } });
    expect(await readNotesLimit(accountId)).toMatchObject({ limit: 40, limitWithoutSystem: 20 });
    await set();
    expect(await readNotesLimit(accountId)).toMatchObject({ limit: 10 });
    for (const name of ['nonsense', 'toString'])
      await expectRefusal(set({ lifted: false, perWindow: { [name]: 1 } }), 'INVALID_BODY');
    const owner = { actor: { accountId, userId: 1, role: 'Owner' as const }, timeoutMs: 20_000 };
    await expectRefusal(limits().readRateLimits({ accountId }, owner), 'FORBIDDEN');
  });

  it('given an account that is created without limits, then it has none from the start', async () => {
    const names = { name: 'Sandbox', domain: '', firstName: 'S', lastName: 'B', email: 's@example.com', password: '' };
    const { accountId } = await service.accounts.createAccount(
      { ...names, limits: { lifted: true, perWindow: {}, mailsPerDay: {} } },
      service.operator,
    );
    expect(await readNotesLimit(accountId)).toMatchObject({ limit: 0 });
  });
});

describe('N5 quotas of mails', () => {
  const setMails = (accountId: number, mailsPerDay: Record<string, number>) =>
    service.accounts.setRateLimits(
      { accountId, limits: { lifted: false, perWindow: {}, mailsPerDay } },
      service.operator,
    );
  const readAccount = async (accountId: number) => {
    const owner = { actor: { accountId, userId: 1, role: 'Owner' as const }, timeoutMs: 20_000 };
    return (await service.createClient(OwnAccountServiceDefinition).getOwnAccount({}, owner)).record;
  };

  it('given numbers of the operator, when another service reads the account, then it gets them and the age', async () => {
    const { accountId } = await service.newAccount();
    expect(await readAccount(accountId)).toMatchObject({ mailsPerDay: {}, created: expect.any(Date) });
    await setMails(accountId, { planMails: 9_000, notificationMails: 0 });
    expect(await readAccount(accountId)).toMatchObject({ mailsPerDay: { planMails: 9_000, notificationMails: 0 } });
    await setMails(accountId, {});
    expect(await readAccount(accountId)).toMatchObject({ mailsPerDay: {} });
  });

  it('given limits of requests, when the operator sets quotas of mails, then both remain, and the reverse', async () => {
    const { accountId } = await service.newAccount();
    const setRequests = (notes: number) =>
      service.accounts.setRateLimits(
        { accountId, limits: { lifted: false, perWindow: { notes }, mailsPerDay: {} } },
        service.operator,
      );
    await setRequests(40);
    await setMails(accountId, { planMails: 9_000 });
    expect(await readNotesLimit(accountId)).toMatchObject({ limit: 40 });
    await setRequests(50);
    expect(await readNotesLimit(accountId)).toMatchObject({ limit: 50 });
    expect(await readAccount(accountId)).toMatchObject({ mailsPerDay: { planMails: 9_000 } });
  });

  it.each([
    ['nonsense', 1],
    ['toString', 1],
    ['planMails', -1],
    ['planMails', 1_000_001],
  ])('given the quota %s of %d mails, when the operator sets it, then it is refused', async (kind, mails) => {
    const { accountId } = await service.newAccount();
    await expectRefusal(setMails(accountId, { [kind]: mails }), 'INVALID_BODY');
    expect(await readAccount(accountId)).toMatchObject({ mailsPerDay: {} });
  });
});

describe('grants', () => {
  it('given many concurrent gateways, then the total never exceeds the limit', async () => {
    const { accountId } = await service.newAccount();
    const answers = await Promise.all(Array.from({ length: 12 }, () => take(accountId, 3)));
    const later = await Promise.all(Array.from({ length: 4 }, () => take(accountId, 3)));
    const granted = [...answers, ...later].reduce((sum, one) => sum + one.granted, 0);
    expect(granted).toBeLessThanOrEqual(10);
    while ((await take(accountId, 1)).granted > 0);
    expect(await limits().readRequestUsage({ accountId, system: 'Demo' }, service.operator)).toEqual({
      contexts: [{ context: 'notes', used: 10 }],
    });
    expect(await take(accountId, 1)).toMatchObject({ granted: 0, remaining: 0, waitMs: expect.any(Number) });
  });

  it('D3.7 are counted per account, system and context, and return with the window', async () => {
    const { accountId } = await service.newAccount();
    const other = await service.newAccount();
    expect(await take(accountId, 10)).toMatchObject({ granted: 10, remaining: 0 });
    expect((await take(accountId, 1)).waitMs).toBeGreaterThan(9_000);
    expect((await take(accountId, 1, '')).granted).toBe(1);
    expect((await take(accountId, 1, 'Demo', 'global')).granted).toBe(1);
    expect((await take(other.accountId, 1)).granted).toBe(1);
    clock.advance(10_250);
    expect(await take(accountId, 4)).toMatchObject({ granted: 4, remaining: 6 });
  });
});
