import type { Actor } from '@porchlight/access';
import { ApiKeyServiceDefinition, SystemServiceDefinition } from '@porchlight/contracts';
import { createManualClock } from '@porchlight/runtime';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { randomBytes } from 'node:crypto';
import { startAuthService, type AuthService } from '../../test/auth-service';

const clock = createManualClock(Date.now());
let service: AuthService;
beforeAll(async () => void (service = await startAuthService({ clock })));
afterAll(() => service?.stop());

const keys = () => service.createClient(ApiKeyServiceDefinition);
const systems = () => service.createClient(SystemServiceDefinition);
const createActor = (accountId: number, userId: number, role: Actor['role']) => ({
  actor: { accountId, userId, role } as Actor,
});
const verify = (apiKey: string) => service.credentials.verifyApiKey({ apiKey }, service.operator);
const unique = () => `System ${randomBytes(6).toString('hex')}`;

describe('API keys of a user', () => {
  it('D3.2 are created with a label, returned once, listed with their prefix and disabled', async () => {
    const { accountId, ids } = await service.newTeam();
    const agent = createActor(accountId, ids.agent, 'Agent');
    const { record, apiKey } = await keys().issueApiKey({ userId: ids.agent, label: 'CRM sync', scopes: [] }, agent);
    const second = await keys().issueApiKey({ userId: ids.agent, label: 'Phone', scopes: [] }, agent);
    expect(apiKey).toMatch(/^plk_[A-Za-z0-9_-]{43}$/);
    expect(await verify(apiKey)).toMatchObject({ valid: true, accountId, userId: ids.agent, role: 'Agent' });
    const listed = await keys().listApiKeys({ userId: ids.agent }, agent);
    expect(listed.records.map(({ label }) => label)).toEqual(['Phone', 'CRM sync']);
    expect(listed.records[1]).toMatchObject({ id: record!.id, prefix: apiKey.slice(0, 10), created: expect.any(Date) });
    expect(JSON.stringify(listed)).not.toContain(apiKey);
    await keys().endApiKey({ userId: ids.agent, keyId: record!.id }, agent);
    expect((await verify(apiKey)).valid).toBe(false);
    expect((await verify(second.apiKey)).valid).toBe(true);
    expect((await keys().listApiKeys({ userId: ids.agent }, agent)).records).toHaveLength(1);
    await expectRefusal(keys().endApiKey({ userId: ids.agent, keyId: record!.id }, agent), 'NOT_FOUND');
    expect(JSON.stringify(service.log.lines)).not.toContain(apiKey);
  });

  it('D6.11 are managed by their user and by the owner', async () => {
    const { accountId, ids } = await service.newTeam();
    const request = { userId: ids.agent, label: 'x', scopes: [] };
    for (const [userId, role] of [
      [ids.broker, 'Broker'],
      [ids.lender, 'Lender'],
    ] as const) {
      await expectRefusal(keys().issueApiKey(request, createActor(accountId, userId, role)), 'FORBIDDEN');
      await expectRefusal(keys().listApiKeys(request, createActor(accountId, userId, role)), 'FORBIDDEN');
    }
    const owner = createActor(accountId, ids.owner, 'Owner');
    const { record } = await keys().issueApiKey(request, owner);
    await expectRefusal(keys().endApiKey({ userId: ids.broker, keyId: record!.id }, owner), 'NOT_FOUND');
    await keys().endApiKey({ userId: ids.agent, keyId: record!.id }, owner);
    const other = await service.newTeam();
    const stranger = createActor(other.accountId, other.ids.owner, 'Owner');
    await expectRefusal(keys().issueApiKey({ userId: 999, label: 'x', scopes: [] }, stranger), 'NOT_FOUND');
  });

  it('show their last use with a precision of one minute', async () => {
    const { accountId, ids } = await service.newTeam();
    const agent = createActor(accountId, ids.agent, 'Agent');
    const { apiKey } = await keys().issueApiKey({ userId: ids.agent, label: 'x', scopes: [] }, agent);
    const lastUsed = async () =>
      (await keys().listApiKeys({ userId: ids.agent }, agent)).records[0]?.lastUsed?.getTime();
    expect(await lastUsed()).toBeUndefined();
    const first = clock.now();
    await verify(apiKey);
    await eventually(async () => expect(await lastUsed()).toBe(first));
    clock.advance(1_000);
    await verify(apiKey);
    clock.advance(61_000);
    const later = clock.now();
    await verify(apiKey);
    await eventually(async () => expect(await lastUsed()).toBe(later));
  });
});

describe('limits of an API key', () => {
  const newKey = async (more: { scopes?: string[]; expiresAt?: Date }) => {
    const { accountId, ids } = await service.newTeam();
    const agent = createActor(accountId, ids.agent, 'Agent');
    const create = (limits: { scopes?: string[]; expiresAt?: Date | undefined }, as = agent) =>
      keys().issueApiKey({ userId: ids.agent, label: 'x', scopes: [], ...limits }, as);
    return { ...(await create(more)), agent, userId: ids.agent, create };
  };

  it('given scopes, then the key has these, listed in one order', async () => {
    const { apiKey, agent, userId } = await newKey({ scopes: ['people', 'read', 'people'] });
    expect(await verify(apiKey)).toMatchObject({ valid: true, scopes: ['read', 'people'] });
    expect((await keys().listApiKeys({ userId }, agent)).records[0]).toMatchObject({ scopes: ['read', 'people'] });
  });

  it('given an unknown scope or an end in the past, then no key is created', async () => {
    const refused = { reason: 'INVALID_BODY' };
    await expect(newKey({ scopes: ['admin'] })).rejects.toMatchObject(refused);
    await expect(newKey({ expiresAt: clock.date() })).rejects.toMatchObject(refused);
  });

  it('given an expiry, then the key is refused from that time on and stays listed', async () => {
    const expiresAt = new Date(clock.now() + 60_000);
    const { apiKey, agent, userId } = await newKey({ expiresAt });
    clock.advance(59_999);
    expect((await verify(apiKey)).valid).toBe(true);
    clock.advance(1);
    expect((await verify(apiKey)).valid).toBe(false);
    expect((await keys().listApiKeys({ userId }, agent)).records[0]).toMatchObject({ expiresAt });
  });

  it('given a key that expires, then it cannot create a key that is valid for longer', async () => {
    const expiresAt = new Date(clock.now() + 60_000);
    const { record, agent, create } = await newKey({ expiresAt });
    const byKey = { actor: { ...agent.actor, keyId: record!.id } };
    for (const later of [undefined, new Date(expiresAt.getTime() + 1)])
      await expectRefusal(create({ expiresAt: later }, byKey), 'INVALID_BODY');
    expect((await create({ expiresAt }, byKey)).record).toMatchObject({ expiresAt });
  });
});

describe('systems of an account', () => {
  it('are registered by the owner; given a rotated key, then the former one is valid for a day', async () => {
    const { accountId, ids } = await service.newTeam();
    const owner = createActor(accountId, ids.owner, 'Owner');
    const name = unique();
    const first = await systems().enrollSystem({ name, signatureHeaders: [] }, owner);
    await expectRefusal(
      systems().enrollSystem({ name: name.toUpperCase(), signatureHeaders: [] }, owner),
      'NAME_TAKEN',
    );
    const second = await systems().rotateSystemKey({ name: '' }, owner);
    expect(second).toMatchObject({ name });
    const valid = async (key: string) =>
      (await service.credentials.verifySystem({ name, key }, service.operator)).valid;
    expect([await valid(first.key), await valid(second.key), await valid('pls_nothing')]).toEqual([true, true, false]);
    expect(await service.accounts.getSystemKey({ name }, service.operator)).toEqual({
      found: true,
      key: second.key,
      signatureHeaders: [],
    });
    clock.advance(24 * 3_600_000 + 1);
    expect([await valid(first.key), await valid(second.key)]).toEqual([false, true]);
    expect((await systems().listSystems({}, owner)).records.map((one) => one.name)).toEqual([name]);
    expect(JSON.stringify(service.log.lines)).not.toContain(second.key);
  });

  it('are rotated by the registering account only, and managed by owners only', async () => {
    const [one, two] = await Promise.all([service.newTeam(), service.newTeam()]);
    const name = unique();
    await systems().enrollSystem({ name, signatureHeaders: [] }, createActor(one.accountId, one.ids.owner, 'Owner'));
    await expectRefusal(
      systems().rotateSystemKey({ name }, createActor(two.accountId, two.ids.owner, 'Owner')),
      'UNKNOWN_REFERENCE',
    );
    const broker = createActor(one.accountId, one.ids.broker, 'Broker');
    await expectRefusal(systems().rotateSystemKey({ name }, broker), 'FORBIDDEN');
    await expectRefusal(systems().enrollSystem({ name: unique(), signatureHeaders: [] }, broker), 'FORBIDDEN');
    await expectRefusal(systems().listSystems({}, broker), 'FORBIDDEN');
  });

  it('given an existing key, then the system keeps it', async () => {
    const { accountId, ids } = await service.newTeam();
    const owner = createActor(accountId, ids.owner, 'Owner');
    const name = unique();
    const key = `${unique().replaceAll(' ', '-')}-key-of-an-existing-integration`;
    const created = await systems().enrollSystem({ name, key, signatureHeaders: ['X-Acme-Signature'] }, owner);
    expect(created).toMatchObject({ name, key, id: 1, signatureHeaders: ['X-Acme-Signature'] });
    expect((await service.credentials.verifySystem({ name, key }, service.operator)).valid).toBe(true);
    expect(await service.accounts.getSystemKey({ name }, service.operator)).toMatchObject({
      key,
      signatureHeaders: ['X-Acme-Signature'],
    });
    await expectRefusal(
      systems().enrollSystem({ name: unique(), key: 'too short', signatureHeaders: [] }, owner),
      'INVALID_BODY',
      '32 to 200 characters',
    );
  });

  it('given the name and key of a system of another account, then registration fails', async () => {
    const [one, two] = await Promise.all([service.newTeam(), service.newTeam()]);
    const system = { name: unique(), key: 'k'.repeat(32), signatureHeaders: [] };
    await systems().enrollSystem(system, createActor(one.accountId, one.ids.owner, 'Owner'));
    await expectRefusal(
      systems().enrollSystem(system, createActor(two.accountId, two.ids.owner, 'Owner')),
      'NAME_TAKEN',
    );
  });

  it('have at most three different signature headers, and none that HTTP defines', async () => {
    const { accountId, ids } = await service.newTeam();
    const owner = createActor(accountId, ids.owner, 'Owner');
    const { id } = await systems().enrollSystem({ name: unique(), signatureHeaders: [] }, owner);
    const update = (...signatureHeaders: string[]) => systems().updateSystem({ id, signatureHeaders }, owner);
    expect((await update('X-A', 'X-B', 'X-C')).record).toMatchObject({ id, signatureHeaders: ['X-A', 'X-B', 'X-C'] });
    for (const names of [
      ['Host'],
      ['content-length'],
      ['X A'],
      ['X-A', 'x-a'],
      ['A', 'B', 'C', 'D'],
      ['x-system-signature'],
    ])
      await expectRefusal(update(...names), 'INVALID_BODY');
    expect((await systems().listSystems({}, owner)).records[0]!.signatureHeaders).toEqual(['X-A', 'X-B', 'X-C']);
    const broker = createActor(accountId, ids.broker, 'Broker');
    await expectRefusal(systems().updateSystem({ id, signatureHeaders: [] }, broker), 'FORBIDDEN');
    await expectRefusal(systems().updateSystem({ id: 99, signatureHeaders: [] }, owner), 'NOT_FOUND');
  });

  it('D3.5 given a system of the operator, then only the operator rotates its key, with an overlap of a day', async () => {
    const { accountId, ids } = await service.newTeam();
    const name = unique();
    const first = await service.accounts.registerSystem({ name }, service.operator);
    await expectRefusal(
      service.accounts.replaceSystemKey({ name }, createActor(accountId, ids.owner, 'Owner')),
      'FORBIDDEN',
    );
    await expectRefusal(service.accounts.replaceSystemKey({ name: unique() }, service.operator), 'UNKNOWN_REFERENCE');
    const second = await service.accounts.replaceSystemKey({ name: name.toUpperCase() }, service.operator);
    const valid = async (key: string) =>
      (await service.credentials.verifySystem({ name, key }, service.operator)).valid;
    expect([second.name, await valid(first.key), await valid(second.key)]).toEqual([name, true, true]);
    clock.advance(24 * 3_600_000 + 1);
    expect([await valid(first.key), await valid(second.key)]).toEqual([false, true]);
  });

  it.each(['CONSOLE', 'porchlight CONSOLE'])(
    'D13.9 (1) given the name %s of the console, then no system is registered or verified by it',
    async (name) => {
      const { accountId, ids } = await service.newTeam();
      const owner = createActor(accountId, ids.owner, 'Owner');
      await expectRefusal(systems().enrollSystem({ name, signatureHeaders: [] }, owner), 'NAME_TAKEN');
      const { key } = await service.accounts.getSystemKey({ name }, service.operator);
      expect(await service.credentials.verifySystem({ name, key }, service.operator)).toEqual({
        valid: false,
        name: '',
      });
    },
  );

  it('given a webhook of the console, then its key is the same under its former name', async () => {
    const former = await service.accounts.getSystemKey({ name: 'Porchlight Console' }, service.operator);
    expect(former).toMatchObject({ found: true });
    expect(await service.accounts.getSystemKey({ name: 'Console' }, service.operator)).toEqual(former);
  });

  it('given the console, then its key is generated once', async () => {
    const { found, key } = await service.accounts.getSystemKey({ name: 'Console' }, service.operator);
    expect(found).toBe(true);
    expect(await service.accounts.getSystemKey({ name: 'Console' }, service.operator)).toEqual({
      found: true,
      key,
      signatureHeaders: [],
    });
  });
});
