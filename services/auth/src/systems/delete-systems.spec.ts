import type { Actor } from '@porchlight/access';
import { OauthAppServiceDefinition, ReferenceServiceDefinition, SystemServiceDefinition } from '@porchlight/contracts';
import { eventually, expectRefusal } from '@porchlight/testkit';
import { randomBytes } from 'node:crypto';
import { startAuthService, type AuthService } from '../../test/auth-service';

let service: AuthService;
beforeAll(async () => void (service = await startAuthService()));
afterAll(() => service?.stop());

const systems = () => service.createClient(SystemServiceDefinition);
const references = () => service.createClient(ReferenceServiceDefinition);
const apps = () => service.createClient(OauthAppServiceDefinition);
const openOwner = async () => {
  const { accountId, ids } = await service.newTeam();
  const as = (change: Partial<Actor> = {}) => ({
    actor: { accountId, userId: ids.owner, role: 'Owner', ...change } as Actor,
  });
  const name = `System ${randomBytes(6).toString('hex')}`;
  const system = await systems().enrollSystem({ name, signatureHeaders: [] }, as());
  return { accountId, ids, as, ...system };
};
const remove = (id: number, call: { actor: Actor }, dryRun = false) =>
  systems().deleteSystem({ id, force: false, dryRun }, call);
const createApp = (call: { actor: Actor }, name: string) =>
  apps().createOauthApp(
    {
      record: { id: 0, version: 0, name, redirectUris: ['https://app.example.com/'] },
      mask: ['name', 'redirectUris'],
      options: {},
    },
    call,
  );
/** Published changes of systems of the account, as the audit log reads them. */
const listPublished = (accountId: number) =>
  service.changes
    .filter(({ accountId: account, resource }) => account === accountId && resource === 'systems')
    .map(({ verb, ids, changed, actorUserId, system }) => ({ verb, ids, changed, actorUserId, system }));

describe('D13.9 (1) deleting a system', () => {
  it('given its owner, then it is not listed, its pair is refused, and only its account can register its name again', async () => {
    const { id, name, key, as } = await openOwner();
    await remove(id, as());
    expect((await systems().listSystems({}, as())).records).toEqual([]);
    expect(await service.credentials.verifySystem({ name, key }, service.operator)).toEqual({ valid: false, name: '' });
    expect((await service.accounts.getSystemKey({ name }, service.operator)).found).toBe(false);
    await expectRefusal(remove(id, as()), 'NOT_FOUND');
    const other = await openOwner();
    await expectRefusal(systems().enrollSystem({ name, signatureHeaders: [] }, other.as()), 'NAME_TAKEN');
    await eventually(() => systems().enrollSystem({ name, signatureHeaders: [] }, as()));
  });

  it('given a check only, then the system stays', async () => {
    const { id, name, key, as } = await openOwner();
    expect((await remove(id, as(), true)).record).toMatchObject({ id, name });
    expect(await service.credentials.verifySystem({ name, key }, service.operator)).toMatchObject({ valid: true });
  });

  it('given another account or a broker, then it is refused', async () => {
    const { id, ids, as } = await openOwner();
    const other = await openOwner();
    await remove(other.id, other.as());
    await expectRefusal(remove(id, other.as()), 'NOT_FOUND');
    await expectRefusal(remove(id, as({ userId: ids.broker, role: 'Broker' })), 'FORBIDDEN');
  });

  it('given two systems that are deleted, then both are', async () => {
    const { id, as } = await openOwner();
    const second = await systems().enrollSystem({ name: randomBytes(6).toString('hex'), signatureHeaders: [] }, as());
    await Promise.all([remove(id, as()), remove(second.id, as())]);
    expect((await systems().listSystems({}, as())).records).toEqual([]);
  });

  it('given OAuth apps that it created, then they are listed, and deleted with it', async () => {
    const { id, name, as } = await openOwner();
    const { record: app } = await createApp(as({ system: name }), 'Dialer');
    const { record: other } = await createApp(as({ system: 'Other' }), 'Other');
    const record = { kind: 'systems', id, name };
    expect((await references().findReferences({ record }, as())).references).toEqual([
      { kind: 'oauthApp', id: app!.id, name: 'Dialer' },
    ]);
    expect(await references().deleteReferences({ record }, as())).toEqual({ deleted: 1 });
    expect(await references().deleteReferences({ record }, as())).toEqual({ deleted: 0 });
    const get = (appId: number) => apps().getOauthApp({ id: appId, options: {} }, as({ system: name }));
    await expectRefusal(get(app!.id), 'NOT_FOUND');
    expect((await get(other!.id)).record).toMatchObject({ name: 'Other' });
  });

  it('given a broker, then records that name a system are not deleted', async () => {
    const { id, name, ids, as } = await openOwner();
    const broker = as({ userId: ids.broker, role: 'Broker' });
    await expectRefusal(references().deleteReferences({ record: { kind: 'systems', id, name } }, broker), 'FORBIDDEN');
  });
});

describe('D13.9 (1) the audit log of systems', () => {
  it('given a system that is registered, disabled, rotated and deleted, then each is published once', async () => {
    const { accountId, id, ids, name, as } = await openOwner();
    const disable = (disabled: boolean) =>
      systems().updateSystem({ id, signatureHeaders: [], keepSignatureHeaders: true, disabled }, as());
    await disable(true);
    await disable(true);
    await disable(false);
    await systems().rotateSystemKey({ name }, as({ system: 'Console' }));
    await remove(id, as());
    const by = { ids: [id], actorUserId: ids.owner, system: '' };
    await eventually(() =>
      expect(listPublished(accountId)).toEqual([
        { verb: 'created', changed: [], ...by },
        { verb: 'updated', changed: ['disabled'], ...by },
        { verb: 'updated', changed: ['disabled'], ...by },
        { verb: 'updated', changed: ['key'], ...by, system: 'Console' },
        { verb: 'deleted', changed: [], ...by },
      ]),
    );
  });
});
