import type { Actor } from '@porchlight/access';
import { AccountServiceDefinition, OwnAccountServiceDefinition } from '@porchlight/contracts';
import { expectRefusal } from '@porchlight/testkit';
import { startAuthService, type AuthService } from '../../test/auth-service';

let service: AuthService;
beforeAll(async () => void (service = await startAuthService()));
afterAll(() => service?.stop());

const open = async () => {
  const { accountId, ids } = await service.newTeam();
  const call = { actor: { accountId, userId: ids.owner, role: 'Owner' } as Actor };
  const account = service.createClient(OwnAccountServiceDefinition);
  const set = async (...origins: string[]) =>
    (await account.updateOwnAccount({ corsOrigins: { origins } }, call)).record!.corsOrigins;
  return { accountId, set };
};
const isListed = async (origin: string) => (await service.credentials.findOrigin({ origin }, service.operator)).listed;

describe('D13.10 (7) the origins that an owner lists', () => {
  it('given origins, then they are stored once, found for preflight requests, and replaced', async () => {
    const { set } = await open();
    const origins = ['https://one.example.com', 'https://two.example.com:8443', 'http://localhost:5173'];
    expect(await set(...origins, origins[0]!)).toEqual(origins);
    expect(await Promise.all(origins.map(isListed))).toEqual([true, true, true]);
    expect(await isListed('https://one.example.com:444')).toBe(false);
    expect(await set()).toEqual([]);
    expect(await isListed(origins[0]!)).toBe(false);
  });

  it.each([
    'https://one.example.com/',
    'https://one.example.com/path',
    'HTTPS://one.example.com',
    'http://one.example.com',
    'https://one.example.com:443',
    'https://*.example.com',
    '*',
    'null',
    'one.example.com',
    'https://user@one.example.com',
  ])('given %s, then it is refused', async (origin) => {
    const { set } = await open();
    await expectRefusal(set(origin), 'INVALID_BODY');
  });

  it('given a disabled account, then its origins are not found', async () => {
    const { accountId, set } = await open();
    await set('https://gone.example.com');
    const accounts = service.createClient(AccountServiceDefinition);
    await accounts.changeAccount({ accountId, status: 'Disabled' }, service.operator);
    expect(await isListed('https://gone.example.com')).toBe(false);
  });
});
