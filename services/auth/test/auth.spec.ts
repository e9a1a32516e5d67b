import type { Actor } from '@porchlight/access';
import { User } from '@porchlight/contracts';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { randomBytes } from 'node:crypto';
import { startAuthService, type AuthService } from './auth-service';

let service: AuthService;
beforeAll(async () => void (service = await startAuthService()));
afterAll(() => service?.stop());

const accounts = () => service.accounts;
const credentials = () => service.credentials;
const newAccount = () => service.newAccount();
const newUser = (accountId: number, role: string, email: string) =>
  accounts().addUser(
    { accountId, role, email, firstName: 'Ann', lastName: 'Agent', password: '', phone: '', timezone: '' },
    service.operator,
  );

describe('accounts', () => {
  it('have unique numbers and one owner', async () => {
    const [one, two] = await Promise.all([newAccount(), newAccount()]);
    expect(one.accountId).not.toBe(two.accountId);
    const owner: Actor = { accountId: one.accountId, userId: one.ownerId, role: 'Owner' };
    const me = await service.as(owner).me();
    expect(me).toMatchObject({
      accountId: one.accountId,
      accountName: 'Test Realty',
      accountDomain: 'test-realty',
      ownerName: 'Olive Owner',
      user: { isOwner: true, role: 'Owner' },
    });
  });

  it('publish every user on the bus, with the whole record', async () => {
    const { accountId } = await newAccount();
    const { userId } = await newUser(accountId, 'Agent', 'a@example.com');
    const change = await eventually(() => {
      const found = service.changes.find((c) => c.accountId === accountId && c.ids[0] === userId);
      expect(found).toBeDefined();
      return found!;
    });
    expect(change).toMatchObject({ service: 'auth', resource: 'users', verb: 'created', webhookEvents: [] });
    expect(User.decode(change.record)).toMatchObject({
      id: userId,
      name: 'Ann Agent',
      role: 'Agent',
      status: 'Active',
    });
  });

  it('refuse a second owner and a duplicate email', async () => {
    const { accountId } = await newAccount();
    await expectRefusal(newUser(accountId, 'Owner', 'x@example.com'), 'INVALID_BODY');
    await newUser(accountId, 'Agent', 'dup@example.com');
    await expectRefusal(newUser(accountId, 'Agent', 'DUP@example.com'), 'DUPLICATE');
    await expectRefusal(newUser(2_000_000, 'Agent', 'x@example.com'), 'NOT_FOUND');
  });
});

describe('API keys', () => {
  it('identify their user until they are disabled', async () => {
    const { accountId, ownerId } = await newAccount();
    const key = await accounts().createApiKey({ accountId, userId: ownerId, label: 'first' }, service.operator);
    expect(key.apiKey).toMatch(/^plk_[A-Za-z0-9_-]{43}$/);
    expect(await credentials().verifyApiKey({ apiKey: key.apiKey }, service.operator)).toMatchObject({
      valid: true,
      accountId,
      userId: ownerId,
      role: 'Owner',
      keyId: key.id,
    });
    await accounts().disableApiKey({ accountId, keyId: key.id }, service.operator);
    expect(await credentials().verifyApiKey({ apiKey: key.apiKey }, service.operator)).toMatchObject({
      valid: false,
      accountId: 0,
    });
  });

  it('given a changed letter, then they are unknown; they are stored nowhere in plain text', async () => {
    const { accountId, ownerId } = await newAccount();
    const { apiKey } = await accounts().createApiKey({ accountId, userId: ownerId, label: 'x' }, service.operator);
    const changed = apiKey.slice(0, -1) + (apiKey.endsWith('A') ? 'B' : 'A');
    expect((await credentials().verifyApiKey({ apiKey: changed }, service.operator)).valid).toBe(false);
    expect(JSON.stringify(service.log.lines)).not.toContain(apiKey);
  });
});

describe('systems', () => {
  it('have unique names without case, and are verified by their key', async () => {
    const name = `System ${randomBytes(4).toString('hex')}`;
    const { key } = await accounts().registerSystem({ name }, service.operator);
    await expectRefusal(accounts().registerSystem({ name: name.toUpperCase() }, service.operator), 'NAME_TAKEN');
    expect(await credentials().verifySystem({ name: name.toLowerCase(), key }, service.operator)).toEqual({
      valid: true,
      name,
    });
    expect(await credentials().verifySystem({ name, key: `${key}x` }, service.operator)).toEqual({
      valid: false,
      name: '',
    });
    expect(await accounts().getSystemKey({ name }, service.operator)).toEqual({
      found: true,
      key,
      signatureHeaders: [],
    });
    expect(await accounts().getSystemKey({ name: 'nobody' }, service.operator)).toEqual({
      found: false,
      key: '',
      signatureHeaders: [],
    });
  });
});

describe('roles', () => {
  it('allow only an operator to create accounts or verify credentials', async () => {
    const owner: Actor = { accountId: 1, userId: 1, role: 'Owner' };
    await expectRefusal(accounts().getSystemKey({ name: 'x' }, { actor: owner }), 'FORBIDDEN');
    await expectRefusal(credentials().verifyApiKey({ apiKey: 'x' }, { actor: owner }), 'FORBIDDEN');
    await expectRefusal(accounts().getSystemKey({ name: 'x' }, {}), 'UNAUTHENTICATED');
  });

  it('given another account, then its users are not visible', async () => {
    const [one, two] = await Promise.all([newAccount(), newAccount()]);
    const owner: Actor = { accountId: one.accountId, userId: one.ownerId, role: 'Owner' };
    await newUser(two.accountId, 'Agent', 'far@example.com');
    const { records, total } = await service.as(owner).users.list();
    expect(records.map((u) => u['name'])).toEqual(['Olive Owner']);
    expect(total).toBe(1);
  });
});
