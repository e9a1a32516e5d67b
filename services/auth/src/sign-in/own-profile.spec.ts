import { expectRefusal } from '@porchlight/testkit';
import { AccountServiceDefinition, SessionServiceDefinition } from '@porchlight/contracts';
import { randomBytes } from 'node:crypto';
import { startAuthService, type AuthService } from '../../test/auth-service';

const PASSWORD = 'correct horse battery';
const PROFILE = { firstName: 'Olga', lastName: 'Owens', phone: '+1 212 555 0100', timezone: 'Europe/Berlin' };
let service: AuthService;
beforeAll(async () => {
  service = await startAuthService();
});
afterAll(() => service?.stop());

const sessions = () => service.createClient(SessionServiceDefinition);
const place = (formerToken = '') => ({ address: '192.0.2.7', agent: 'Test/1.0', formerToken, device: '' });
const signIn = async (email: string, password = PASSWORD) =>
  (await sessions().signIn({ email, password, accountId: 0, place: place(), code: '' }, service.operator)).signedIn!
    .token;
const newOwner = async () => {
  const email = `u${randomBytes(6).toString('hex')}@example.com`;
  const account = { name: 'Test Realty', domain: '', firstName: 'Olive', lastName: 'Owner', email, password: PASSWORD };
  await service.createClient(AccountServiceDefinition).createAccount(account, service.operator);
  return { email, token: await signIn(email) };
};
const buildPrincipal = async (token: string) => (await sessions().verifySession({ token }, service.operator)).principal;

describe('when a signed-in user changes the profile', () => {
  it('then names, phone and time zone are the new ones', async () => {
    const { token } = await newOwner();
    await sessions().changeProfile({ token, ...PROFILE }, service.operator);
    expect(await buildPrincipal(token)).toMatchObject({ userName: 'Olga Owens', role: 'Owner' });
  });

  it.each([
    ['firstName', { firstName: ' ' }],
    ['timezone', { timezone: 'Mars/Olympus' }],
    ['phone', { phone: '1'.repeat(256) }],
  ])('then a wrong %s is refused by name', async (field, wrong) => {
    const { token } = await newOwner();
    await expectRefusal(
      sessions().changeProfile({ token, ...PROFILE, ...wrong }, service.operator),
      'INVALID_BODY',
      field,
    );
    expect(await buildPrincipal(token)).toMatchObject({ userName: 'Olive Owner' });
  });
});

describe('when a signed-in user changes the password', () => {
  const change = (token: string, newPassword: string, password = PASSWORD) =>
    sessions().changePassword({ token, password, newPassword, code: '', place: place(token) }, service.operator);

  it('then this browser gets a new session and all others end', async () => {
    const { email, token } = await newOwner();
    const other = await signIn(email);
    const { signedIn } = await change(token, 'another good password');
    expect(await buildPrincipal(signedIn!.token)).toMatchObject({ email });
    expect(await buildPrincipal(token)).toBeUndefined();
    expect(await buildPrincipal(other)).toBeUndefined();
    expect(await buildPrincipal(await signIn(email, 'another good password'))).toMatchObject({ email });
    await expect(signIn(email)).rejects.toBeDefined();
  });

  it('then a wrong current password and a short new one change nothing', async () => {
    const { email, token } = await newOwner();
    await expectRefusal(change(token, 'another good password', 'wrong'), 'WRONG_PASSWORD');
    await expectRefusal(change(token, 'short'), 'INVALID_BODY');
    expect(await buildPrincipal(token)).toMatchObject({ email });
  });
});
