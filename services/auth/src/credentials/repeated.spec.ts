import { expectRefusal } from '@porchlight/testkit';
import { FIRST_PAGE } from '@porchlight/resource';
import { randomUUID } from 'node:crypto';
import type { Actor } from '@porchlight/access';
import { ApiKeyServiceDefinition, OauthAppServiceDefinition, SystemServiceDefinition } from '@porchlight/contracts';
import { startAuthService, type AuthService } from '../../test/auth-service';

let service: AuthService;
beforeAll(async () => void (service = await startAuthService()));
afterAll(() => service?.stop());

/** A call of an owner with its own Idempotency-Key. */
const newCall = async () => {
  const { accountId, ids } = await service.newTeam();
  return {
    actor: { accountId, userId: ids.owner, role: 'Owner' } satisfies Actor,
    idempotencyKey: { key: `key:1:${randomUUID()}`, fingerprint: 'POST' },
  };
};
/** Repeats a call whose response was lost in a crash, and once more after the response was stored. */
const threeTimes = async <T>(work: () => Promise<T>): Promise<[T, T, T]> => {
  const first = await work();
  await service.loseAnswers();
  return [first, await work(), await work()];
};
const unique = () => `System ${randomUUID()}`;
const verifies = async (name: string, key: string) =>
  (await service.credentials.verifySystem({ name, key }, service.operator)).valid;

describe('given a call that is repeated with its idempotency key after a crash between write and response', () => {
  it('then one API key exists, with the secret of the first attempt', async () => {
    const keys = service.createClient(ApiKeyServiceDefinition);
    const call = await newCall();
    const request = { userId: call.actor.userId, label: 'CRM', scopes: [] };
    const [first, ...again] = await threeTimes(() => keys.issueApiKey(request, call));
    expect(again).toEqual([first, first]);
    const own = { actor: call.actor };
    expect((await keys.listApiKeys(request, own)).records).toEqual([first.record]);
    expect(await service.credentials.verifyApiKey({ apiKey: first.apiKey }, service.operator)).toMatchObject({
      valid: true,
      keyId: first.record!.id,
    });
    // Another idempotency key is a new request.
    expect((await keys.issueApiKey(request, own)).record!.id).toBe(first.record!.id + 1);
  });

  it('then the last allowed API key of a user is not refused', async () => {
    const keys = service.createClient(ApiKeyServiceDefinition);
    const call = await newCall();
    const request = { userId: call.actor.userId, label: 'CRM', scopes: [] };
    const own = { actor: call.actor };
    for (let nth = (await keys.listApiKeys(request, own)).records.length; nth < 99; nth += 1)
      await keys.issueApiKey(request, own);
    const [first, ...again] = await threeTimes(() => keys.issueApiKey(request, call));
    expect(again).toEqual([first, first]);
    await expectRefusal(keys.issueApiKey(request, own), 'LIMIT_REACHED');
  });

  it('then a system is registered once and its key is valid', async () => {
    const systems = service.createClient(SystemServiceDefinition);
    const call = await newCall();
    const name = unique();
    const [first, ...again] = await threeTimes(() => systems.enrollSystem({ name, signatureHeaders: [] }, call));
    expect(again).toEqual([first, first]);
    expect([
      (await systems.listSystems({}, { actor: call.actor })).records.length,
      await verifies(name, first.key),
    ]).toEqual([1, true]);
    await expectRefusal(systems.enrollSystem({ name, signatureHeaders: [] }, { actor: call.actor }), 'NAME_TAKEN');
  });

  it('then one app exists, with the client secret of the first attempt', async () => {
    const apps = service.createClient(OauthAppServiceDefinition);
    const call = await newCall();
    const record = { id: 0, version: 0, name: 'Portal', redirectUris: ['https://portal.example.com/back'] };
    const asSystem = { ...call, actor: { ...call.actor, system: 'Demo' } };
    const [first, ...again] = await threeTimes(() =>
      apps.createOauthApp({ record, mask: ['name', 'redirectUris'], options: {} }, asSystem),
    );
    expect(again).toEqual([first, first]);
    expect((first.record as { clientSecret?: string }).clientSecret).toMatch(/^\S{20,}$/);
    expect((await apps.listOauthApps({ query: FIRST_PAGE }, { actor: asSystem.actor })).records).toHaveLength(1);
  });

  it('then a key is rotated once, also if it was rotated again later', async () => {
    const systems = service.createClient(SystemServiceDefinition);
    const call = await newCall();
    const own = { actor: call.actor };
    const name = unique();
    await systems.enrollSystem({ name, signatureHeaders: [] }, own);
    const [first, ...again] = await threeTimes(() => systems.rotateSystemKey({ name }, call));
    expect(again).toEqual([first, first]);
    expect(await service.accounts.getSystemKey({ name }, service.operator)).toEqual({
      found: true,
      key: first.key,
      signatureHeaders: [],
    });
    const later = await systems.rotateSystemKey({ name }, own);
    await service.loseAnswers();
    expect(await systems.rotateSystemKey({ name }, call)).toEqual(first);
    expect(await service.accounts.getSystemKey({ name }, service.operator)).toEqual({
      found: true,
      key: later.key,
      signatureHeaders: [],
    });
  });
});
