import type { Actor, Role } from '@porchlight/access';
import {
  Change,
  ConnectedAppServiceDefinition,
  FactServiceDefinition,
  grantDeleted,
  UserServiceDefinition,
} from '@porchlight/contracts';
import { DAY_MS } from '@porchlight/runtime';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { eventually, expectRefusal } from '@porchlight/testkit';
import { endGrants } from './end-grants';
import { createGrantStore, extendGrant, grantSchema, listGrantChanges } from './grant-document';
import { CALLBACK, startOauth, type OauthSuite } from '../../test/oauth-suite';

let suite: OauthSuite;
beforeAll(async () => void (suite = await startOauth()));
afterAll(() => suite?.stop());

/** A team of its own with an app that acts for its agent and its broker. */
const open = async () => {
  const team = await suite.service.newTeam();
  const { accountId, ids } = team;
  const as = (userId: number, role: Role) => ({
    actor: { accountId, userId, role, system: 'Console' } as Actor,
  });
  const [owner, agent, broker] = [as(ids.owner, 'Owner'), as(ids.agent, 'Agent'), as(ids.broker, 'Broker')];
  const app = await suite.register(owner, 'Mailer');
  const approve = async (userId: number, scopes: string[] = []) => {
    const request = { accountId, userId, clientId: app.clientId, redirectUri: CALLBACK, scopes };
    const { code } = await suite.oauth.issueCode(request, suite.service.operator);
    return suite.exchange(code, { client: suite.credentials(app) });
  };
  const client = suite.service.createClient(ConnectedAppServiceDefinition);
  const list = async (call: { actor: Actor }) => (await client.listConnectedApps({}, call)).records;
  /** The facts about ended grants of the account. */
  const listEnded = () =>
    suite.service.changes
      .filter((change) => change.accountId === accountId && change.resource === 'grants')
      .map((change) => grantDeleted.parse(change));
  return { ...team, app, owner, agent, broker, approve, client, list, listEnded };
};
const fact = (clientId: string, userId: number, accessToken: string) => ({
  grantId: suite.findFamily(accessToken),
  userId,
  clientId,
});

describe('D13.9 (2) GET /v1/connectedApps', () => {
  it('given a user, then the apps with access are listed with scopes, user and last use', async () => {
    const { app, ids, agent, approve, list } = await open();
    expect(await list(agent)).toEqual([]);
    const { accessToken } = await approve(ids.agent, ['read', 'people']);
    const record = { id: 1, name: 'Mailer', clientId: app.clientId, userId: ids.agent, userName: 'Ann Agent' };
    expect(await list(agent)).toMatchObject([{ ...record, scopes: ['read', 'people'], lastUsed: undefined }]);
    expect(await suite.counts(accessToken)).toBe(true);
    await eventually(async () => expect(await list(agent)).toMatchObject([{ ...record, lastUsed: expect.any(Date) }]));
  });

  it('given several approvals of one app, then it is listed once with their scopes', async () => {
    const { ids, agent, approve, list } = await open();
    await approve(ids.agent, ['read', 'people']);
    await approve(ids.agent, ['read', 'deals']);
    expect(await list(agent)).toMatchObject([{ id: 1, scopes: ['read', 'people', 'deals'] }]);
    await approve(ids.agent);
    expect(await list(agent)).toMatchObject([{ id: 1, scopes: [] }]);
  });

  it('given the owner, then those of all users are listed; others see their own', async () => {
    const { ids, owner, agent, broker, approve, list } = await open();
    await Promise.all([approve(ids.agent), approve(ids.broker)]);
    const users = async (call: { actor: Actor }) => (await list(call)).map(({ userId }) => userId);
    expect(new Set(await users(owner))).toEqual(new Set([ids.agent, ids.broker]));
    expect(await users(agent)).toEqual([ids.agent]);
    expect(await users(broker)).toEqual([ids.broker]);
  });

  it('given a code that was not exchanged, then the app has no access', async () => {
    const { accountId, ids, app, agent, list } = await open();
    const request = { accountId, userId: ids.agent, clientId: app.clientId, redirectUri: CALLBACK, scopes: [] };
    await suite.oauth.issueCode(request, suite.service.operator);
    expect(await list(agent)).toEqual([]);
  });

  it('given concurrent first lists, then an app has one number', async () => {
    const { ids, owner, approve, list } = await open();
    await Promise.all([approve(ids.agent), approve(ids.broker), approve(ids.lender)]);
    const numbers = await Promise.all(
      Array.from({ length: 4 }, async () =>
        Object.fromEntries((await list(owner)).map(({ id, userId }) => [userId, id])),
      ),
    );
    expect(new Set(numbers.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(new Set(Object.values(numbers[0]!)).size).toBe(3);
  });
});

describe('D13.9 (2) DELETE /v1/connectedApps/{id}', () => {
  it('given the user, then all tokens of the app end at once, and it can be approved again under its number', async () => {
    const { app, ids, agent, approve, client, list, listEnded } = await open();
    const [first, second] = [await approve(ids.agent), await approve(ids.agent)];
    const { id } = (await list(agent))[0]!;
    await client.deleteConnectedApp({ id }, agent);
    expect(await list(agent)).toEqual([]);
    for (const { accessToken, refreshToken } of [first, second]) {
      expect(await suite.counts(accessToken)).toBe(false);
      const refreshed = await suite.refresh(refreshToken, { client: suite.credentials(app) });
      expect(refreshed).toMatchObject({ error: 'invalid_grant' });
    }
    const grantIds = [first, second].map(({ accessToken }) => suite.findFamily(accessToken));
    await eventually(() => expect(new Set(listEnded().map(({ grantId }) => grantId))).toEqual(new Set(grantIds)));
    // The first fact may name the other grant, if it is published before that one ends; the last fact ends all.
    const last = listEnded().at(-1)!;
    expect([first, second].map(({ accessToken }) => fact(app.clientId, ids.agent, accessToken))).toContainEqual(last);
    await approve(ids.agent);
    expect(await list(agent)).toMatchObject([{ id }]);
  });

  it('given the owner, then the access to the data of another user ends, and the audit log has it once', async () => {
    const { accountId, ids, owner, agent, approve, client, list } = await open();
    await approve(ids.agent);
    await approve(ids.agent);
    const { id } = (await list(owner))[0]!;
    await client.deleteConnectedApp({ id }, owner);
    expect(await list(agent)).toEqual([]);
    const audited = () =>
      suite.service.changes.filter((one) => one.accountId === accountId && one.resource === 'connectedApps');
    await eventually(() =>
      expect(audited()).toMatchObject([
        { verb: 'deleted', ids: [id], actorUserId: ids.owner, system: 'Console', dataJson: '' },
      ]),
    );
  });

  it.each(['another user', 'another account', 'an app without access'])(
    'given %s, then it is not found',
    async (who) => {
      const { ids, agent, broker, approve, client, list } = await open();
      const stranger = await open();
      await approve(ids.agent);
      const { id } = (await list(agent))[0]!;
      const callers = { 'another user': broker, 'another account': stranger.owner, 'an app without access': agent };
      if (who === 'an app without access') await client.deleteConnectedApp({ id }, agent);
      await expectRefusal(client.deleteConnectedApp({ id }, callers[who as keyof typeof callers]), 'NOT_FOUND');
    },
  );
});

describe('D13.9 (2) a grant that is not used for 90 days', () => {
  it('given grants of two apps, then the unused one ends and is published, and the other stays', async () => {
    let now = Date.UTC(2026, 0, 1);
    const store = await openLoneStore({ service: 'auth' });
    const documents = store.collection('grants', grantSchema);
    await store.start();
    const grants = createGrantStore(documents, { date: () => new Date(now) }, () => undefined);
    const grant = (_id: string, usedAt: number) => ({
      ...{ _id, v: 1, clientId: 'app', accountId: 1, userId: 2, created: new Date(now), codeHash: '', codeUsed: true },
      ...{ codeUntil: new Date(now), redirectUri: CALLBACK, revoked: false, ...extendGrant(usedAt) },
    });
    await grants.insert(grant('unused', now));
    await grants.insert(grant('used', now + DAY_MS));
    now += 90 * DAY_MS;
    expect((await grants.findLive(1)).map(({ _id }) => _id)).toEqual(['used']);
    await grants.revokeUnused();
    await grants.revokeUnused();
    const unused = (await documents.findOne({ _id: 'unused' }))!;
    expect(unused).toMatchObject({ revoked: true, unpublished: true, v: 2 });
    expect(unused.expires.getTime() - now).toBe(DAY_MS);
    expect(listGrantChanges(unused)).toMatchObject([{ verb: 'deleted', data: { grantId: 'unused' } }]);
    expect(await documents.findOne({ _id: 'used' })).toMatchObject({ revoked: false });
    await store.stop(AbortSignal.timeout(1_000));
  });
});

describe('D13.9 (2) the end of a grant is published', () => {
  type Team = Awaited<ReturnType<typeof open>>;
  const ends: Readonly<
    Record<string, (team: Team, pair: { accessToken: string; refreshToken: string }) => Promise<unknown>>
  > = {
    'the revocation endpoint': ({ app }, { refreshToken }) =>
      suite.oauth.revokeToken({ client: suite.credentials(app), token: refreshToken }, suite.service.operator),
    'a deleted app': ({ app, owner }) => suite.apps.deleteOauthApp({ id: app.id, options: {} }, owner),
    'a deleted user': ({ ids, owner }) =>
      suite.service
        .createClient(UserServiceDefinition)
        .deleteUser({ id: ids.agent, options: { assignTo: String(ids.owner) } }, owner),
    'a disabled user': ({ ids, owner }) =>
      suite.service.createClient(UserServiceDefinition).updateUser(
        {
          id: ids.agent,
          record: { id: 0, version: 0, groups: [], teamIds: [], teamLeaderOf: [], status: 'Disabled' },
          mask: ['status'],
          options: {},
        },
        owner,
      ),
    'a used refresh token': async ({ app }, { refreshToken }) => {
      const client = suite.credentials(app);
      await suite.refresh(refreshToken, { client });
      suite.clock.advance(11_000);
      return suite.refresh(refreshToken, { client });
    },
  };

  it.each(Object.keys(ends))('given %s, then once with grant, user and app', async (how) => {
    const team = await open();
    const pair = await team.approve(team.ids.agent);
    expect(team.listEnded()).toEqual([]);
    await ends[how]!(team, pair);
    await eventually(() =>
      expect(team.listEnded()).toEqual([fact(team.app.clientId, team.ids.agent, pair.accessToken)]),
    );
    expect(await suite.counts(pair.accessToken)).toBe(false);
  });

  it('N9 given two approvals of one app, when one ends, then its fact names the other; the end of the last names none', async () => {
    const { app, ids, approve, listEnded } = await open();
    const client = suite.credentials(app);
    const [first, second] = [await approve(ids.agent), await approve(ids.agent)];
    await approve(ids.broker);
    const ended = (pair: { accessToken: string }) => fact(app.clientId, ids.agent, pair.accessToken);
    await suite.oauth.revokeToken({ client, token: first.refreshToken }, suite.service.operator);
    const successor = suite.findFamily(second.accessToken);
    await eventually(() => expect(listEnded()).toEqual([{ ...ended(first), successor }]));
    await suite.oauth.revokeToken({ client, token: second.refreshToken }, suite.service.operator);
    await eventually(() => expect(listEnded()).toEqual([{ ...ended(first), successor }, ended(second)]));
  });

  it('N9 given a disabled user, then the ends of both approvals of an app name no successor', async () => {
    const { app, ids, owner, approve, listEnded } = await open();
    const pairs = [await approve(ids.agent), await approve(ids.agent)];
    await suite.service.createClient(UserServiceDefinition).updateUser(
      {
        id: ids.agent,
        record: { id: 0, version: 0, groups: [], teamIds: [], teamLeaderOf: [], status: 'Disabled' },
        mask: ['status'],
        options: {},
      },
      owner,
    );
    const facts = pairs.map(({ accessToken }) => fact(app.clientId, ids.agent, accessToken));
    await eventually(() => expect(listEnded()).toHaveLength(2));
    expect(listEnded()).toEqual(expect.arrayContaining(facts));
  });

  it('N4 given an ended grant with a forged successor of another user, then auth does not confirm it', async () => {
    const { accountId, app, ids, approve } = await open();
    const [own, other] = [await approve(ids.agent), await approve(ids.broker)];
    await suite.oauth.revokeToken({ client: suite.credentials(app), token: own.refreshToken }, suite.service.operator);
    const ended = fact(app.clientId, ids.agent, own.accessToken);
    const claim = (data: object) => ({
      ...{ type: 'auth.grants.deleted', accountId, ids: [], dataJson: JSON.stringify(data) },
    });
    const claims = [ended, { ...ended, successor: suite.findFamily(other.accessToken) }].map(claim);
    const facts = suite.service.createClient(FactServiceDefinition);
    expect((await facts.confirmFacts({ claims }, suite.service.operator)).confirmed).toEqual([true, false]);
  });

  it('given the fact of a grant or app, then auth confirms it only after the end (N4)', async () => {
    const team = await open();
    const { accountId, app, ids, owner } = team;
    const { accessToken } = await team.approve(ids.agent);
    const facts = suite.service.createClient(FactServiceDefinition);
    const claim = (type: string, account: number) => ({
      ...{ type, accountId: account, ids: [], dataJson: JSON.stringify(fact(app.clientId, ids.agent, accessToken)) },
    });
    const confirm = async () => {
      const claims = [
        claim('auth.grants.deleted', accountId),
        claim('auth.oauthApps.ended', accountId),
        claim('auth.grants.deleted', accountId + 1),
      ];
      return (await facts.confirmFacts({ claims }, suite.service.operator)).confirmed;
    };
    expect(await confirm()).toEqual([false, false, false]);
    await suite.apps.deleteOauthApp({ id: app.id, options: {} }, owner);
    await eventually(async () => expect(await confirm()).toEqual([true, true, false]));
  });

  it.each(['auth.oauthApps.ended', 'auth.users.deleted'])(
    'given a forged %s of what exists, then the grant stays (N4)',
    async (type) => {
      const team = await open();
      const { accountId, app, ids } = team;
      const { accessToken } = await team.approve(ids.agent);
      const value = Change.encode({
        ...Change.decode(new Uint8Array()),
        ...{ accountId, ids: [ids.agent], dataJson: JSON.stringify({ clientId: app.clientId }) },
      }).finish();
      const grants = { revokeOfClient: jest.fn(), revokeOfUser: jest.fn(), suspendOfUser: jest.fn() };
      const stored = {
        oauthApps: { findBy: async () => [{ clientId: app.clientId }] },
        users: { load: async () => ({ status: 'Active' }) },
      };
      const handle = endGrants({ ...stored, grants } as never);
      await handle([{ type, value }] as never, { signal: new AbortController().signal } as never);
      for (const ended of Object.values(grants)) expect(ended).not.toHaveBeenCalled();
      expect(await suite.counts(accessToken)).toBe(true);
    },
  );
});
