import { createTokenMinter, type Actor } from '@porchlight/access';
import { createMemoryBus, topicOf, type Bus, type BusMessage } from '@porchlight/bus';
import { AccountServiceDefinition, Change, CredentialServiceDefinition, User, UserServiceDefinition } from '@porchlight/contracts';
import { createChannel, createRpcClient, type Channel } from '@porchlight/rpc';
import { createIds, createMetrics, systemClock } from '@porchlight/runtime';
import { captureLogger, createTestKeys, eventually, startDatabase, type TestDatabase } from '@porchlight/testkit';
import { randomBytes } from 'node:crypto';
import type { BackendApp } from '@porchlight/backend';
import { createApp } from '../src/app';

jest.setTimeout(60_000);

const OPERATOR: Actor = { accountId: 0, userId: 0, role: 'Operator' };
const changes: BusMessage[] = [];
let database: TestDatabase;
let bus: Bus;
let app: BackendApp;
let channel: Channel;
let logs: ReturnType<typeof captureLogger>;

beforeAll(async () => {
  database = await startDatabase();
  const keys = createTestKeys();
  const clock = systemClock;
  logs = captureLogger();
  bus = createMemoryBus();
  await bus.subscribe({ group: 'test', topics: [topicOf('auth')], handler: async (batch) => void changes.push(...batch) });
  const name = `auth_${randomBytes(4).toString('hex')}`;
  app = await createApp({
    config: {
      MONGODB_URI: database.uri(name),
      KAFKA_BROKERS: ['unused:1'],
      INTERNAL_TOKEN_PUBLIC_KEY_FILE: keys.publicKey,
      NEXT_TOKEN_KEY_FILE: randomBytes(32),
      SECRETS_KEY_FILE: randomBytes(32),
      AUTH_RPC_ADDRESS: '127.0.0.1:0',
      LOG_LEVEL: 'info',
      OPERATIONS_HOST: '127.0.0.1',
      OPERATIONS_PORT: 0,
    },
    logger: logs.logger,
    clock,
    ids: createIds({ clock }),
    metrics: createMetrics({ service: 'auth', processMetrics: false }),
    bus,
    database: name,
  });
  const minter = createTokenMinter({ signingKey: keys.signingKey, clock });
  channel = createChannel({ address: `127.0.0.1:${app.rpcPort}`, mint: (actor) => minter.mint(actor), logger: logs.logger, clock });
});

afterAll(async () => {
  await channel?.close();
  await app?.stop(AbortSignal.timeout(10_000));
  await bus?.close();
  await database?.stop();
});

const operator = { actor: OPERATOR, timeoutMs: 10_000 };
const accounts = () => createRpcClient(AccountServiceDefinition, channel);
const credentials = () => createRpcClient(CredentialServiceDefinition, channel);
const users = () => createRpcClient(UserServiceDefinition, channel);
const newAccount = () =>
  accounts().createAccount({ name: 'Test Realty', domain: '', firstName: 'Olive', lastName: 'Owner', email: 'o@example.com', password: 'correct horse' }, operator);
const newUser = (accountId: number, role: string, email: string) =>
  accounts().addUser({ accountId, role, email, firstName: 'Ann', lastName: 'Agent', password: '', phone: '', timezone: '' }, operator);

describe('accounts', () => {
  it('get numbers of their own and one owner', async () => {
    const [one, two] = await Promise.all([newAccount(), newAccount()]);
    expect(one.accountId).not.toBe(two.accountId);
    const owner: Actor = { accountId: one.accountId, userId: one.ownerId, role: 'Owner' };
    const me = await users().getMe({}, { actor: owner });
    expect(me).toMatchObject({ accountId: one.accountId, accountName: 'Test Realty', accountDomain: 'test-realty', ownerName: 'Olive Owner', user: { isOwner: true, role: 'Owner' } });
  });

  it('tell of every user on the bus, with the whole user for those who keep names', async () => {
    const { accountId } = await newAccount();
    const { userId } = await newUser(accountId, 'Agent', 'a@example.com');
    const change = await eventually(() => {
      const found = changes.map((m) => Change.decode(m.value)).find((c) => c.accountId === accountId && c.ids[0] === userId);
      expect(found).toBeDefined();
      return found!;
    });
    expect(change).toMatchObject({ service: 'auth', resource: 'users', verb: 'created', webhookEvents: [] });
    expect(User.decode(change.record)).toMatchObject({ id: userId, name: 'Ann Agent', role: 'Agent', status: 'Active' });
  });

  it('have no second owner and no e-mail twice', async () => {
    const { accountId } = await newAccount();
    await expect(newUser(accountId, 'Owner', 'x@example.com')).rejects.toMatchObject({ reason: 'INVALID_BODY' });
    await newUser(accountId, 'Agent', 'dup@example.com');
    await expect(newUser(accountId, 'Agent', 'DUP@example.com')).rejects.toMatchObject({ reason: 'DUPLICATE' });
    await expect(newUser(2_000_000, 'Agent', 'x@example.com')).rejects.toMatchObject({ reason: 'NOT_FOUND' });
  });
});

describe('API keys', () => {
  it('say who stands behind them until they are disabled', async () => {
    const { accountId, ownerId } = await newAccount();
    const key = await accounts().createApiKey({ accountId, userId: ownerId, label: 'first' }, operator);
    expect(key.apiKey).toMatch(/^plk_[A-Za-z0-9_-]{43}$/);
    expect(await credentials().verifyApiKey({ apiKey: key.apiKey }, operator)).toMatchObject({ valid: true, accountId, userId: ownerId, role: 'Owner', keyId: key.id });
    await accounts().disableApiKey({ accountId, keyId: key.id }, operator);
    expect(await credentials().verifyApiKey({ apiKey: key.apiKey }, operator)).toMatchObject({ valid: false, accountId: 0 });
  });

  it('are unknown when changed by a letter, and are kept nowhere', async () => {
    const { accountId, ownerId } = await newAccount();
    const { apiKey } = await accounts().createApiKey({ accountId, userId: ownerId, label: 'x' }, operator);
    const changed = apiKey.slice(0, -1) + (apiKey.endsWith('A') ? 'B' : 'A');
    expect((await credentials().verifyApiKey({ apiKey: changed }, operator)).valid).toBe(false);
    expect(JSON.stringify(logs.lines)).not.toContain(apiKey);
  });
});

describe('systems', () => {
  it('are registered once, whatever the case, and known by their key', async () => {
    const name = `System ${randomBytes(4).toString('hex')}`;
    const { key } = await accounts().registerSystem({ name }, operator);
    await expect(accounts().registerSystem({ name: name.toUpperCase() }, operator)).rejects.toMatchObject({ reason: 'DUPLICATE' });
    expect(await credentials().verifySystem({ name: name.toLowerCase(), key }, operator)).toEqual({ valid: true, name });
    expect(await credentials().verifySystem({ name, key: `${key}x` }, operator)).toEqual({ valid: false, name: '' });
    expect(await accounts().getSystemKey({ name }, operator)).toEqual({ found: true, key });
    expect(await accounts().getSystemKey({ name: 'nobody' }, operator)).toEqual({ found: false, key: '' });
  });
});

describe('who may ask', () => {
  it('only an operator makes accounts or reads credentials', async () => {
    const owner: Actor = { accountId: 1, userId: 1, role: 'Owner' };
    await expect(accounts().getSystemKey({ name: 'x' }, { actor: owner })).rejects.toMatchObject({ reason: 'FORBIDDEN' });
    await expect(credentials().verifyApiKey({ apiKey: 'x' }, { actor: owner })).rejects.toMatchObject({ reason: 'FORBIDDEN' });
    await expect(accounts().getSystemKey({ name: 'x' }, {})).rejects.toMatchObject({ reason: 'UNAUTHENTICATED' });
  });

  it('users of one account never see those of another', async () => {
    const [one, two] = await Promise.all([newAccount(), newAccount()]);
    const owner: Actor = { accountId: one.accountId, userId: one.ownerId, role: 'Owner' };
    await newUser(two.accountId, 'Agent', 'far@example.com');
    const { records, page } = await users().listUsers({ query: { limit: 10, offset: 0, next: '', sort: '', descending: true, filters: [], customFields: [] } }, { actor: owner });
    expect(records.map((u) => u.name)).toEqual(['Olive Owner']);
    expect(page?.total).toBe(1);
  });
});
