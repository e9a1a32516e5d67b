import { FactServiceDefinition } from '@porchlight/contracts';
import { startAuthService, type AuthService } from './auth-service';

let service: AuthService;
beforeAll(async () => void (service = await startAuthService()));
afterAll(() => service?.stop());

const confirm = async (claim: { type: string; accountId: number; ids?: number[]; data?: object }) => {
  const { type, accountId, ids = [], data } = claim;
  const claims = [{ type, accountId, ids, dataJson: data ? JSON.stringify(data) : '' }];
  return (await service.createClient(FactServiceDefinition).confirmFacts({ claims }, service.operator)).confirmed;
};

describe('N4 auth answers whether its facts are true', () => {
  test('given an account, then its deletion is true only after it', async () => {
    const { accountId } = await service.newTeam();
    const claim = { type: 'auth.accounts.deleted', accountId, ids: [accountId] };
    expect(await confirm(claim)).toEqual([false]);
    await service.accounts.changeAccount({ accountId, status: 'Disabled' }, service.operator);
    expect(await confirm(claim)).toEqual([false]);
    await service.accounts.changeAccount({ accountId, status: 'Deleted' }, service.operator);
    expect(await confirm(claim)).toEqual([true]);
  });

  test('given a deleted user, then the reassignment is true for the target only', async () => {
    const { accountId, ids, owner } = await service.newTeam();
    const claim = (assignTo: number) => ({
      type: 'auth.users.reassigned',
      accountId,
      data: { userId: ids.agent, role: 'Agent', assignTo },
    });
    expect(await confirm(claim(ids.broker))).toEqual([false]);
    await owner.users.remove(ids.agent, `assignTo=${ids.broker}`);
    expect(await confirm(claim(ids.broker))).toEqual([true]);
    expect(await confirm(claim(ids.owner))).toEqual([false]);
  });

  test('given an account that never existed, then its deletion is not true', async () => {
    expect(await confirm({ type: 'auth.accounts.deleted', accountId: 2_000_000, ids: [2_000_000] })).toEqual([false]);
  });
});
