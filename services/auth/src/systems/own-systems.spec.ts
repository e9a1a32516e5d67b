import { expectRefusal } from '@porchlight/testkit';
import type { Actor } from '@porchlight/access';
import { SystemServiceDefinition } from '@porchlight/contracts';
import { randomBytes } from 'node:crypto';
import { startAuthService, type AuthService } from '../../test/auth-service';

let service: AuthService;
beforeAll(async () => void (service = await startAuthService()));
afterAll(() => service?.stop());

const systems = () => service.createClient(SystemServiceDefinition);
const unique = () => `System ${randomBytes(6).toString('hex')}`;
const ownKey = () => randomBytes(24).toString('hex');
const newOwner = async () => {
  const { accountId, ids } = await service.newTeam();
  return { accountId, call: { actor: { accountId, userId: ids.owner, role: 'Owner' } as Actor } };
};
const enroll = (call: { actor: Actor }, system: { name?: string; key?: string; signatureHeaders?: string[] }) =>
  systems().enrollSystem({ name: unique(), signatureHeaders: [], ...system }, call);

describe('a system that brings its own key', () => {
  it('given a key of 32 characters, then the pair is valid and signs, and the list does not contain the key', async () => {
    const { accountId, call } = await newOwner();
    const [name, key] = [unique(), ownKey().slice(0, 32)];
    expect(await enroll(call, { name, key })).toEqual({ id: 1, name, key, signatureHeaders: [] });
    const verified = { valid: true, name, accountId, id: 1 };
    expect(await service.credentials.verifySystem({ name, key }, service.operator)).toEqual(verified);
    expect(await service.accounts.getSystemKey({ name }, service.operator)).toMatchObject({ found: true, key });
    expect(JSON.stringify(await systems().listSystems({}, call))).not.toContain(key);
    expect(JSON.stringify(service.log.lines)).not.toContain(key);
  });

  it.each([
    ['31 characters', 'k'.repeat(31)],
    ['201 characters', 'k'.repeat(201)],
    ['a space', `${'k'.repeat(20)} ${'k'.repeat(20)}`],
    ['a letter outside ASCII', `${'k'.repeat(40)}é`],
  ])('given a key with %s, then the registration is refused', async (_case, key) => {
    const { call } = await newOwner();
    await expectRefusal(enroll(call, { key }), 'INVALID_BODY');
  });

  it('given the key of another system, or the same pair again, then the registration is refused', async () => {
    const [one, two] = [await newOwner(), await newOwner()];
    const [name, key] = [unique(), ownKey()];
    await enroll(one.call, { name, key });
    for (const { call } of [one, two]) {
      await expectRefusal(enroll(call, { key }), 'CONFLICT');
      await expectRefusal(enroll(call, { name, key }), 'NAME_TAKEN');
    }
    expect((await systems().listSystems({}, two.call)).records).toEqual([]);
  });
});

it('given one key for several systems at the same time, then exactly one is registered', async () => {
  const owners = await Promise.all(Array.from({ length: 6 }, newOwner));
  const key = ownKey();
  const results = await Promise.allSettled(owners.map(({ call }) => enroll(call, { key })));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ reason: 'CONFLICT' });
});

describe('signature headers of a system', () => {
  it('are set at registration, replaced by an update, and cleared by an empty list', async () => {
    const { call } = await newOwner();
    const { id, name } = await enroll(call, {
      signatureHeaders: ['X-Acme-Signature', 'Acme_Sign'],
    });
    const headers = async () => (await service.accounts.getSystemKey({ name }, service.operator)).signatureHeaders;
    expect(await headers()).toEqual(['X-Acme-Signature', 'Acme_Sign']);
    const change = (signatureHeaders: string[]) => systems().updateSystem({ id, signatureHeaders }, call);
    expect((await change(['X-Other'])).record).toMatchObject({ id, name, signatureHeaders: ['X-Other'] });
    await change([]);
    expect(await headers()).toEqual([]);
  });

  it.each([
    'X-System-Signature',
    'webhook-id',
    'Content-Type',
    'Connection',
    'Proxy-Authorization',
    'Cookie',
    'X-Forwarded-For',
    'X A',
    'X-Ä',
    '',
  ])('cannot be %p', async (header) => {
    const { call } = await newOwner();
    await expectRefusal(enroll(call, { signatureHeaders: [header] }), 'INVALID_BODY');
  });

  it('are at most 3 different names', async () => {
    const { call } = await newOwner();
    for (const signatureHeaders of [
      ['X-A', 'X-B', 'X-C', 'X-D'],
      ['X-A', 'x-a'],
    ])
      await expectRefusal(enroll(call, { signatureHeaders }), 'INVALID_BODY');
  });

  it('are changed by the owner of the registering account only', async () => {
    const [one, two] = [await newOwner(), await newOwner()];
    const { id } = await enroll(one.call, {});
    const request = { id, signatureHeaders: ['X-A'] };
    await expectRefusal(systems().updateSystem(request, two.call), 'NOT_FOUND');
    const broker = { actor: { ...one.call.actor, role: 'Broker' } as Actor };
    await expectRefusal(systems().updateSystem(request, broker), 'FORBIDDEN');
  });
});

describe('an unregistered system', () => {
  it('leaves the list once it is registered with its key', async () => {
    const { accountId, call } = await newOwner();
    const [name, key] = [unique(), ownKey()];
    const names = async () => (await systems().listUnregisteredSystems({}, call)).records.map((one) => one.name);
    await systems().recordIgnoredFields(
      {
        fields: [],
        unregistered: [
          { accountId, name, count: 1 },
          { accountId, name: 'Other', count: 1 },
        ],
      },
      service.operator,
    );
    expect(await names()).toEqual(expect.arrayContaining([name, 'Other']));
    await enroll(call, { name, key });
    expect(await names()).toEqual(['Other']);
  });
});

describe('D13.9 a system that its owner disables', () => {
  const setDisabled = (call: { actor: Actor }, id: number, disabled: boolean) =>
    systems().updateSystem({ id, signatureHeaders: [], keepSignatureHeaders: true, disabled }, call);

  it('given a disabled system, then its pair is not valid and reported as disabled', async () => {
    const { call } = await newOwner();
    const { id, name, key } = await enroll(call, { signatureHeaders: ['X-Acme-Signature'] });
    const { record } = await setDisabled(call, id, true);
    expect(record).toMatchObject({ disabled: true, signatureHeaders: ['X-Acme-Signature'] });
    expect(await service.credentials.verifySystem({ name, key }, service.operator)).toEqual({
      valid: false,
      name,
      disabled: true,
    });
  });

  it('given a wrong key of a disabled system, then the answer does not tell that the system exists', async () => {
    const { call } = await newOwner();
    const { id, name } = await enroll(call, {});
    await setDisabled(call, id, true);
    expect(await service.credentials.verifySystem({ name, key: ownKey() }, service.operator)).toEqual({
      valid: false,
      name: '',
    });
  });

  it('given a system that is enabled again, then its pair is valid', async () => {
    const { call } = await newOwner();
    const { id, name, key } = await enroll(call, {});
    await setDisabled(call, id, true);
    await setDisabled(call, id, false);
    expect(await service.credentials.verifySystem({ name, key }, service.operator)).toMatchObject({ valid: true });
  });

  it('given a request, then the system shows its last use', async () => {
    const { call } = await newOwner();
    const { name, key } = await enroll(call, {});
    expect((await systems().listSystems({}, call)).records[0]?.lastUsed).toBeUndefined();
    await service.credentials.verifySystem({ name, key }, service.operator);
    expect((await systems().listSystems({}, call)).records[0]?.lastUsed).toBeInstanceOf(Date);
  });

  it('given the system of another account, then it cannot be disabled', async () => {
    const { call } = await newOwner();
    const { id } = await enroll(call, {});
    const other = await newOwner();
    await expectRefusal(setDisabled(other.call, id, true), 'NOT_FOUND');
  });
});

describe('D1.3 a write of a system with the version of If-Match', () => {
  const read = async (call: { actor: Actor }, id: number) => (await systems().readSystem({ id }, call)).record!;

  it('given two updates of one version, then one is stored, the other refused', async () => {
    const { call } = await newOwner();
    const { id } = await enroll(call, {});
    const { version: ifVersion } = await read(call, id);
    const results = await Promise.allSettled(
      ['X-One', 'X-Two'].map((name) => systems().updateSystem({ id, signatureHeaders: [name], ifVersion }, call)),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find((result) => result.status === 'rejected')?.reason).toMatchObject({
      reason: 'PRECONDITION_FAILED',
    });
    const stored = results.find((result) => result.status === 'fulfilled');
    expect(await read(call, id)).toEqual(stored?.value.record);
  });

  it('given a change in between, then a deletion is refused, and one of the new version is not', async () => {
    const { call } = await newOwner();
    const { id } = await enroll(call, {});
    const { version: ifVersion } = await read(call, id);
    await systems().updateSystem({ id, signatureHeaders: [], keepSignatureHeaders: true, disabled: true }, call);
    const remove = (version: number) =>
      systems().deleteSystem({ id, force: false, dryRun: false, ifVersion: version }, call);
    await expectRefusal(remove(ifVersion), 'PRECONDITION_FAILED');
    await remove((await read(call, id)).version);
    await expectRefusal(systems().readSystem({ id }, call), 'NOT_FOUND');
  });

  it('given the system of another account, then it is not found', async () => {
    const [one, two] = [await newOwner(), await newOwner()];
    const { id } = await enroll(one.call, {});
    await expectRefusal(systems().readSystem({ id }, two.call), 'NOT_FOUND');
  });
});
