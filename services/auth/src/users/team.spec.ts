import type { Actor } from '@porchlight/access';
import { Group, GroupServiceDefinition, User } from '@porchlight/contracts';
import { FIRST_PAGE } from '@porchlight/resource';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { startAuthService, type AuthService } from '../../test/auth-service';

let service: AuthService;
beforeAll(async () => void (service = await startAuthService()));
afterAll(() => service?.stop());

const INVITED = { firstName: 'Ivy', lastName: 'Invited', email: 'Ivy@Example.com', role: 'Agent' };

describe('Users', () => {
  it("are invited by owner and brokers, with the owner's time zone, and cannot sign in yet", async () => {
    const { owner, broker, agent, accountId, ids } = await service.newTeam();
    await owner.users.update(ids.owner, { timezone: 'Europe/Paris' });
    const ivy = await broker.users.create({ ...INVITED, phone: '555 0100' });
    expect(ivy).toMatchObject({
      name: 'Ivy Invited',
      email: 'Ivy@Example.com',
      phone: '555 0100',
      role: 'Agent',
      status: 'Invited',
      timezone: 'Europe/Paris',
      isOwner: false,
      groups: [],
    });
    const { apiKey } = await service.accounts.createApiKey(
      { accountId, userId: ivy['id'], label: 'x' },
      service.operator,
    );
    expect(await service.credentials.verifyApiKey({ apiKey }, service.operator)).toMatchObject({ valid: false });
    await expectRefusal(agent.users.create({ ...INVITED, email: 'b@example.com' }), 'FORBIDDEN');
    await expectRefusal(agent.users.update(ivy['id'], { firstName: 'X' }), 'FORBIDDEN');
    await eventually(() => {
      const published = service.changes.find((change) => change.accountId === accountId && change.ids[0] === ivy['id']);
      expect(published).toMatchObject({ resource: 'users', verb: 'created', webhookEvents: [] });
      expect(User.decode(published!.record)).toMatchObject({ name: 'Ivy Invited', status: 'Invited' });
    });
  });

  it.each([
    ['a second owner', { role: 'Owner' }, "'role' must be one of Broker, Agent, Lender"],
    ['an email that is none', { email: 'ivy@nowhere' }, "'email' must be an email address"],
    ['a zone that is none', { timezone: 'Mars/Olympus' }, "'timezone' must be"],
    ['an offset as zone', { timezone: '+02:00' }, "'timezone' must be"],
    ['a status of their own', { status: 'Active' }, "'status' cannot be set"],
    ['names too long for a token', { firstName: 'x'.repeat(200), lastName: 'y'.repeat(200) }, 'together'],
  ])('given %s, then the user is not created', async (_what, change, sentence) => {
    const { owner } = await service.newTeam();
    await expectRefusal(owner.users.create({ ...INVITED, ...change }), 'INVALID_BODY', sentence);
    expect((await owner.users.list()).total).toBe(4);
  });

  it('have unique emails in the account, without case, also given ten concurrent invitations', async () => {
    const { owner } = await service.newTeam();
    const made = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) =>
        owner.users.create({ ...INVITED, email: n % 2 ? 'TWIN@example.com' : 'twin@example.com' }),
      ),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of made)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ reason: 'DUPLICATE' });
    expect((await owner.users.list('email=Twin@Example.com')).total).toBe(1);
  });

  it('can change names, phone, time zone, role and status, but not the email or back to Invited', async () => {
    const { owner, ids } = await service.newTeam();
    const before = await owner.users.get(ids.agent);
    const after = await owner.users.update(ids.agent, {
      ...before,
      firstName: 'Anna',
      phone: '1',
      role: 'Broker',
      timezone: 'Asia/Tokyo',
      email: 'else@example.com',
    });
    expect(after).toMatchObject({
      name: 'Anna Agent',
      phone: '1',
      role: 'Broker',
      timezone: 'Asia/Tokyo',
      email: 'Ann@example.com',
      status: 'Active',
    });
    expect(await owner.users.update(ids.agent, { phone: null, status: 'Disabled' })).toMatchObject({
      phone: null,
      status: 'Disabled',
    });
    for (const [change, sentence] of [
      [{ status: 'Invited' }, 'a user cannot become Invited again'],
      [{ role: 'Owner' }, 'exactly one owner'],
      [{ timezone: 'Nowhere' }, 'timezone'],
    ] as const)
      await expectRefusal(owner.users.update(ids.agent, change), 'INVALID_BODY', sentence);
  });

  it('have the compatibility fields, and can pause lead distribution', async () => {
    const { owner, ids } = await service.newTeam();
    const team = await owner.teams.create({ name: 'One', userIds: [ids.agent], leaderIds: [ids.agent] });
    expect(await owner.users.get(ids.agent)).toMatchObject({
      pauseLeadDistribution: false,
      teamIds: [team['id']],
      teamLeaderOf: [team['id']],
      canExport: false,
      canCreateApiKeys: true,
      leadEmailAddress: null,
      picture: null,
    });
    expect(await owner.users.update(ids.agent, { pauseLeadDistribution: true })).toMatchObject({
      pauseLeadDistribution: true,
    });
    expect(await owner.users.update(ids.agent, { phone: '1' })).toMatchObject({ pauseLeadDistribution: true });
    expect(await owner.users.update(ids.agent, { pauseLeadDistribution: false })).toMatchObject({
      pauseLeadDistribution: false,
    });
  });

  it('are deleted by the owner, with a target for their people, and excluded from lists', async () => {
    const { owner, broker, ids, accountId } = await service.newTeam();
    await expectRefusal(broker.users.remove(ids.agent), 'FORBIDDEN');
    await expectRefusal(owner.users.remove(ids.owner), 'CONFLICT');
    for (const assignTo of [ids.agent, ids.lender, 99])
      await expectRefusal(owner.users.remove(ids.agent, `assignTo=${assignTo}`), 'UNKNOWN_REFERENCE');
    await owner.users.remove(ids.agent, `assignTo=${ids.broker}`);
    expect(await owner.users.get(ids.agent)).toMatchObject({ status: 'Disabled' });
    const listed = async (query: string) => (await owner.users.list(query)).records.map(({ id }) => id as number);
    expect(await listed('')).not.toContain(ids.agent);
    expect((await owner.users.list('')).total).toBe(3);
    expect(await listed('includeDeleted=true')).toContain(ids.agent);
    expect((await owner.users.list('includeDeleted=true')).total).toBe(4);
    await eventually(() => {
      const fact = service.changes.find((change) => change.accountId === accountId && change.verb === 'reassigned');
      expect(JSON.parse(fact!.dataJson)).toEqual({ userId: ids.agent, role: 'Agent', assignTo: ids.broker });
    });
    await owner.users.update(ids.agent, { status: 'Active' });
    expect(await listed('')).toContain(ids.agent);
  });

  it('given the owner, then it cannot be disabled, demoted, or changed by a broker', async () => {
    const { owner, broker, ids } = await service.newTeam();
    for (const change of [{ status: 'Disabled' }, { role: 'Broker' }])
      await expectRefusal(owner.users.update(ids.owner, change), 'CONFLICT', 'owner');
    await expectRefusal(broker.users.update(ids.owner, { firstName: 'Eve' }), 'FORBIDDEN');
    expect(await owner.users.update(ids.owner, { firstName: 'Olivia', role: 'Owner', status: 'Active' })).toMatchObject(
      { name: 'Olivia Owner', isOwner: true },
    );
  });

  it('given a disabled user, then its keys are invalid until the user is active again', async () => {
    const { owner, ids, accountId } = await service.newTeam();
    const { apiKey } = await service.accounts.createApiKey(
      { accountId, userId: ids.agent, label: 'x' },
      service.operator,
    );
    const valid = async () => (await service.credentials.verifyApiKey({ apiKey }, service.operator)).valid;
    expect(await valid()).toBe(true);
    await owner.users.update(ids.agent, { status: 'Disabled' });
    expect(await valid()).toBe(false);
    await owner.users.update(ids.agent, { status: 'Active' });
    expect(await valid()).toBe(true);
  });

  it('are sorted by id, name or creation time, and filtered by role, full name and email', async () => {
    const { owner, ids } = await service.newTeam();
    const listIds = async (query: string) => (await owner.users.list(query)).records.map(({ id }) => id);
    expect(await listIds('sort=name')).toEqual([ids.agent, ids.broker, ids.lender, ids.owner]);
    expect(await listIds('sort=-id')).toEqual([ids.lender, ids.agent, ids.broker, ids.owner]);
    expect(await listIds('sort=created')).toEqual([ids.owner, ids.broker, ids.agent, ids.lender]);
    expect(await listIds('role=Lender')).toEqual([ids.lender]);
    expect(await listIds('name=ann%20AGENT')).toEqual([ids.agent]);
    expect(await listIds('name=ann')).toEqual([]);
    expect(await listIds('role=Lender,Agent')).toEqual([ids.lender, ids.agent]);
    expect(await owner.users.list('email=BEA@example.com')).toMatchObject({ total: 1, records: [{ id: ids.broker }] });
  });
});

describe('Groups', () => {
  it('have users of their type and defaults, are shown in users, and publish every change with the record', async () => {
    const { owner, broker, agent, ids, accountId } = await service.newTeam();
    const east = await broker.groups.create({ name: 'East', users: [ids.agent, ids.owner, ids.agent] });
    expect(east).toEqual({
      id: east['id'],
      name: 'East',
      users: [
        {
          id: ids.agent,
          name: 'Ann Agent',
          firstName: 'Ann',
          lastName: 'Agent',
          role: 'Agent',
          pauseLeadDistribution: false,
        },
        expect.objectContaining({ id: ids.owner, role: 'Owner' }),
      ],
      type: 'Agent',
      distribution: 'round-robin',
      claimWindow: null,
      defaultUserId: null,
      defaultGroupId: null,
      defaultPondId: null,
      isPrimary: false,
      nextRoundRobinUser: null,
    });
    const loans = await owner.groups.create({
      name: 'Loans',
      users: [ids.lender],
      type: 'Lender',
      distribution: 'first-to-claim',
    });
    expect(loans).toMatchObject({ type: 'Lender', claimWindow: 30 });
    expect((await agent.users.get(ids.agent))['groups']).toEqual([{ id: east['id'], name: 'East' }]);
    expect((await owner.users.list('sort=name')).records.map((user) => user['groups'].length)).toEqual([1, 0, 1, 1]);
    await owner.groups.update(east['id'], { name: 'East Side' });
    expect((await agent.users.get(ids.agent))['groups']).toEqual([{ id: east['id'], name: 'East Side' }]);
    await owner.groups.remove(east['id']);
    expect((await agent.users.get(ids.agent))['groups']).toEqual([]);
    await expectRefusal(agent.groups.list(), 'FORBIDDEN');
    await eventually(() => {
      const published = service.changes.filter(
        (change) => change.accountId === accountId && change.resource === 'groups' && change.ids[0] === east['id'],
      );
      expect(published.map(({ verb }) => verb)).toEqual(['created', 'updated', 'deleted']);
      expect(Group.decode(published[1]!.record)).toMatchObject({
        name: 'East Side',
        userIds: [ids.agent, ids.owner],
        type: 'Agent',
        distribution: 'round-robin',
      });
    });
  });

  it('refuse users of another type, inactive and unknown users; disabled members may stay', async () => {
    const { owner, ids } = await service.newTeam();
    const invited = await owner.users.create(INVITED);
    const lenders = await owner.groups.create({ name: 'Lenders', users: [ids.lender], type: 'Lender' });
    for (const [json, reason, sentence] of [
      [{ users: [ids.lender] }, 'INVALID_BODY', 'lenders cannot be in a group of type Agent'],
      [{ users: [ids.agent], type: 'Lender' }, 'INVALID_BODY', 'only lenders'],
      [{ users: [99] }, 'UNKNOWN_REFERENCE', '99'],
      [{ users: [invited['id']] }, 'UNKNOWN_REFERENCE', 'active user'],
      [{ defaultUserId: 99 }, 'UNKNOWN_REFERENCE', 'defaultUserId'],
      [{ defaultGroupId: 99 }, 'UNKNOWN_REFERENCE', 'defaultGroupId'],
      [{ defaultUserId: ids.lender }, 'INVALID_BODY', 'defaultUserId'],
      [{ defaultUserId: ids.agent, type: 'Lender' }, 'INVALID_BODY', 'defaultUserId'],
      [{ defaultGroupId: lenders['id'] }, 'INVALID_BODY', 'defaultGroupId'],
      [{ users: [{ name: 'no id' }] }, 'INVALID_BODY', 'users'],
    ] as const)
      await expectRefusal(owner.groups.create({ name: 'G', ...json }), reason, sentence);
    const group = await owner.groups.create({
      name: 'G',
      users: [ids.agent],
      distribution: 'first-to-claim',
      claimWindow: 5,
    });
    await owner.users.update(ids.agent, { status: 'Disabled' });
    expect(await owner.groups.update(group['id'], { ...group, distribution: 'round-robin' })).toMatchObject({
      users: [{ id: ids.agent }],
      claimWindow: 5,
    });
    await expectRefusal(owner.groups.update(group['id'], { type: 'Lender' }), 'INVALID_BODY');
    expect(
      await owner.groups.update(group['id'], { users: [], type: 'Lender', distribution: 'first-to-claim' }),
    ).toMatchObject({ users: [], type: 'Lender', claimWindow: 5 });
    await expectRefusal(owner.groups.update(group['id'], { users: [ids.agent] }), 'UNKNOWN_REFERENCE');
  });

  it('D11.12 have a claim window with any distribution, defaults, and users as ids or as objects', async () => {
    const { owner, ids } = await service.newTeam();
    const other = await owner.groups.create({ name: 'Other', users: [{ id: ids.owner, name: 'ignored', more: 1 }] });
    const group = await owner.groups.create({
      name: 'G',
      users: [ids.agent],
      claimWindow: 5,
      defaultUserId: ids.agent,
      defaultGroupId: other['id'],
      defaultPondId: 3,
      isPrimary: true,
    });
    const fields = {
      claimWindow: 5,
      defaultUserId: ids.agent,
      defaultGroupId: other['id'],
      defaultPondId: 3,
      isPrimary: true,
    };
    expect(group).toMatchObject({ distribution: 'round-robin', ...fields });
    expect(await owner.groups.update(group['id'], group)).toEqual(group);
    const cleared = {
      defaultUserId: null,
      defaultGroupId: null,
      defaultPondId: null,
      claimWindow: null,
      isPrimary: false,
    };
    expect(await owner.groups.update(group['id'], cleared)).toMatchObject(cleared);
    await expectRefusal(owner.groups.update(group['id'], { defaultGroupId: group['id'] }), 'UNKNOWN_REFERENCE');
  });

  it('given round robin groups, then they are listed separately, also by type', async () => {
    const { owner, ids, accountId } = await service.newTeam();
    await owner.groups.create({ name: 'Claims', users: [ids.agent], distribution: 'first-to-claim' });
    const turns = await owner.groups.create({ name: 'Turns', users: [ids.agent] });
    const loans = await owner.groups.create({ name: 'Loans', users: [ids.lender], type: 'Lender' });
    const actor: Actor = { accountId, userId: ids.owner, role: 'Owner' };
    const groups = service.createClient(GroupServiceDefinition);
    const listIds = async (filters: { name: string; values: string[] }[]) =>
      (await groups.listRoundRobinGroups({ query: { ...FIRST_PAGE, filters } }, { actor })).records.map(({ id }) => id);
    expect(await listIds([])).toEqual([loans['id'], turns['id']]);
    expect(await listIds([{ name: 'type', values: ['Agent'] }])).toEqual([turns['id']]);
  });

  it('have unique names, also given concurrent writes; a former name can be used again', async () => {
    const { owner, ids } = await service.newTeam();
    const made = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) => owner.groups.create({ name: n % 2 ? 'EAST' : 'East' })),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [east] = (await owner.groups.list()).records;
    const west = await owner.groups.create({ name: 'West', users: [ids.agent] });
    await expectRefusal(owner.groups.update(west['id'], { name: 'east' }), 'NAME_TAKEN');
    await owner.groups.update(east!['id'], { name: 'North' });
    await owner.groups.update(west['id'], { name: 'East' });
    await owner.groups.create({ name: 'West' });
    expect((await owner.groups.list('sort=name')).records.map(({ name }) => name)).toEqual(['East', 'North', 'West']);
  });
});

describe('Teams', () => {
  it('D11.13 move their users to another team when they are deleted with a target', async () => {
    const { owner, ids } = await service.newTeam();
    const one = await owner.teams.create({ name: 'One', userIds: [ids.agent, ids.lender], leaderIds: [ids.agent] });
    const two = await owner.teams.create({ name: 'Two', userIds: [ids.broker], leaderIds: [ids.broker] });
    for (const moveToTeamId of [one['id'], 99])
      await expectRefusal(owner.teams.remove(one['id'], `moveToTeamId=${moveToTeamId}`), 'UNKNOWN_REFERENCE');
    await owner.teams.remove(one['id'], `moveToTeamId=${two['id']}`);
    expect(await owner.teams.get(two['id'])).toMatchObject({
      userIds: [ids.broker, ids.agent, ids.lender],
      leaderIds: [ids.broker],
    });
    await expectRefusal(owner.teams.get(one['id']), 'NOT_FOUND');
  });

  it('leaders must be members; a removed member is no longer a leader', async () => {
    const { owner, agent, ids } = await service.newTeam();
    expect((await agent.me()).teamMember).toBe(false);
    const team = await owner.teams.create({ name: 'One', userIds: [ids.agent], leaderIds: [ids.broker] });
    expect(team).toEqual({ id: team['id'], name: 'One', userIds: [ids.agent, ids.broker], leaderIds: [ids.broker] });
    expect((await agent.me()).teamMember).toBe(true);
    expect(await owner.teams.update(team['id'], { userIds: [ids.agent, ids.lender] })).toMatchObject({
      userIds: [ids.agent, ids.lender],
      leaderIds: [],
    });
    await expect(owner.teams.update(team['id'], { leaderIds: [77] })).rejects.toMatchObject({
      reason: 'UNKNOWN_REFERENCE',
      params: { field: 'leaderIds' },
    });
    await expectRefusal(owner.teams.create({ name: 'ONE' }), 'NAME_TAKEN');
    await expectRefusal(agent.teams.create({ name: 'Two' }), 'FORBIDDEN');
    await owner.teams.remove(team['id']);
    expect((await owner.teams.list()).total).toBe(0);
  });

  it('given another account, then its teams and groups do not exist', async () => {
    const [one, two] = [await service.newTeam(), await service.newTeam()];
    const group = await one.owner.groups.create({ name: 'East', users: [one.ids.agent] });
    const team = await one.owner.teams.create({ name: 'One' });
    await expectRefusal(two.owner.groups.get(group['id']), 'NOT_FOUND');
    await expectRefusal(two.owner.teams.update(team['id'], { name: 'X' }), 'NOT_FOUND');
    expect((await two.owner.users.get(two.ids.agent))['groups']).toEqual([]);
  });
});
