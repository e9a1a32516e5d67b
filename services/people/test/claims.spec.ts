import { allActions, leadFlows, type Change } from '@porchlight/contracts';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { MongoClient } from 'mongodb';
import { publishGroup } from './group-change';
import { startPeopleService, type Account } from './people-service';
import { useSuite } from './suite';
import { publishPlan } from './publish-facts';

const suite = useSuite();
const unclaimed = allActions.find(({ rpc }) => rpc === 'listUnclaimed')!;
const claim = allActions.find(({ rpc }) => rpc === 'claimPerson')!;
const claimById = allActions.find(({ name }) => name === 'claimById')!;
const ignoreUnclaimed = allActions.find(({ rpc }) => rpc === 'ignoreUnclaimed')!;
type User = Account['owner'];

const listed = async (user: User, query = '') => {
  const { body } = await user.act(unclaimed, { query });
  return {
    total: body.total as number,
    next: body.next as string,
    ids: body.records.map(({ id }: any) => id) as number[],
  };
};
const take = (user: User, personId: number) => user.act(claim, { body: { personId } });
const fired = (accountId: number) =>
  suite.collected.changes
    .filter((change: Change) => change.accountId === accountId && change.verb === 'leadReceived')
    .map(({ dataJson }) => JSON.parse(dataJson));

/** Ends the account's offers now; the worker of the service finds them. */
const endNow = async (accountId: number): Promise<void> => {
  const client = new MongoClient(suite.uri);
  try {
    await client
      .db(suite.database)
      .collection('leadOffers')
      .updateMany({ accountId }, { $set: { until: 0 } });
  } finally {
    await client.close();
  }
};

/** An account whose leads are offered to users 3 and 4 (or those given). */
const offering = async (group: object = {}) => {
  const account = await suite.newAccount();
  const all = { id: 7, userIds: [4, 3], distribution: 'first-to-claim', ...group };
  await publishGroup(suite.bus, account.accountId, all);
  await publishPlan(suite.bus, account.accountId, { id: 5 });
  await eventually(() => account.owner.on(leadFlows).create({ assignGroupId: 7, actionPlanId: 5 }));
  return account;
};

describe('a lead that is offered to a group', () => {
  it('D13.10 (5) given an unclaimed lead, then the list of unclaimed leads shows sourceId and delayed', async () => {
    const { owner, agent } = await offering();
    await owner.send({ person: { name: 'Jo', emails: ['jo@example.com'] } });
    const { records } = (await agent.act(unclaimed, {})).body as { records: object[] };
    expect(records).toEqual([expect.objectContaining({ sourceId: null, delayed: false, claimed: false })]);
  });

  it('given an unclaimed lead, then the list of unclaimed leads shows until when it can be claimed', async () => {
    const { owner, agent } = await offering();
    await owner.send({ person: { name: 'Jo', emails: ['jo@example.com'] } });
    const { records } = (await agent.act(unclaimed, {})).body as { records: { offeredUntil: string }[] };
    expect(Date.parse(records[0]!.offeredUntil)).toBeGreaterThan(Date.now());
  });

  it('is visible to the group among the unclaimed only, and assigned to the first user who claims it', async () => {
    const { owner, agent, agent2, lender, accountId } = await offering();
    const { person, eventId } = await owner.send({ person: { name: 'Jo', emails: ['jo@example.com'] } });
    expect(person).toMatchObject({ claimed: false, assignedUserId: null });
    expect([(await agent.listPeople()).total, (await agent.listEvents()).total]).toEqual([0, 0]);
    expect((await Promise.all([owner, agent, agent2].map((user) => listed(user)))).map(({ ids }) => ids)).toEqual([
      [person['id']],
      [person['id']],
      [person['id']],
    ]);
    expect(await listed(lender)).toMatchObject({ total: 0, ids: [] });
    await eventually(() =>
      expect(fired(accountId)).toEqual([
        expect.objectContaining({ eventId, isNew: true, notifyUserIds: [3, 4], actionPlanId: 5 }),
      ]),
    );

    await expectRefusal(take(lender, person['id']), 'NOT_FOUND');
    await expectRefusal(take(agent, 4711), 'NOT_FOUND');
    const taken = await take(agent, person['id']);
    expect(taken).toMatchObject({ status: 200, body: { name: 'Jo', claimed: true, assignedUserId: 3 } });
    expect((await take(agent, person['id'])).status).toBe(200);
    await expect(take(agent2, person['id'])).rejects.toMatchObject({
      reason: 'CONFLICT',
      message: 'This lead has been claimed by Ada Agent.',
      // D13.10: the body of the 409 has the lead.
      params: { lead: expect.stringMatching(`^{"id":${person['id'] as number},.*"name":"Jo".*"claimed":true}$`) },
    });
    expect((await agent.listPeople()).total).toBe(1);
    await eventually(async () => expect((await agent.listEvents()).total).toBe(1));
    expect([await listed(owner), await listed(agent2)].map(({ total }) => total)).toEqual([0, 0]);
    await eventually(() => expect(suite.collected.webhooks(accountId)).toContain('peopleUpdated'));
  });

  it('is listed with includeUnclaimed only for the users it is offered to', async () => {
    const { owner, agent, agent2, lender } = await offering();
    const other = await offering();
    const { person: own } = await owner.createPerson({ name: 'Own', assignedUserId: 3 });
    const { person: offered } = await owner.send({ person: { name: 'Jo', emails: ['jo@example.com'] } });
    await other.owner.send({ person: { name: 'Foreign', emails: ['foreign@example.com'] } });
    const seen = async (user: User, query = 'includeUnclaimed=true') => {
      const { total, people } = await user.listPeople(query);
      expect(total).toBe(people.length);
      return people.map(({ id }) => id as number);
    };
    expect(await seen(agent)).toEqual([offered['id'], own['id']]);
    expect(await seen(agent, 'includeUnclaimed=true&sort=name')).toEqual([offered['id'], own['id']]);
    expect(await seen(agent, 'includeUnclaimed=true&name=jo')).toEqual([offered['id']]);
    expect(await seen(agent, 'includeUnclaimed=false')).toEqual([own['id']]);
    expect([await seen(agent2), await seen(lender)]).toEqual([[offered['id']], []]);
    expect(await seen(owner)).toEqual([offered['id'], own['id']]);
    await take(agent2, offered['id']);
    expect(await seen(agent)).toEqual([own['id']]);
  });

  it('shows its records to the claimer at once', async () => {
    const { owner, agent } = await offering();
    const { person } = await owner.send({ message: 'Hi', person: { emails: ['jo@example.com'] } });
    await take(agent, person['id']);
    expect((await agent.listEvents(`personId=${person['id']}`)).total).toBe(1);
  });

  it('D11.8 is claimed by the id in the path, and no longer offered to a user who ignores it', async () => {
    const { owner, agent, agent2 } = await offering();
    const { person } = await owner.send({ person: { emails: ['jo@example.com'] } });
    const id = person['id'] as number;
    const ignore = (user: User) => user.act(ignoreUnclaimed, { body: { personId: id } });
    expect((await ignore(agent2)).status).toBe(204);
    await expectRefusal(ignore(agent2), 'NOT_FOUND');
    expect([(await listed(agent2)).ids, (await listed(agent)).ids]).toEqual([[], [id]]);
    await expectRefusal(take(agent2, id), 'NOT_FOUND');
    expect(await agent.act(claimById, { id })).toMatchObject({ status: 200, body: { assignedUserId: 3 } });
    await expectRefusal(ignore(agent), 'NOT_FOUND');
  });

  it('is claimed by exactly one of many concurrent users over two replicas', async () => {
    const account = await offering();
    const other = await startPeopleService(suite);
    try {
      const { person } = await account.owner.send({ person: { name: 'Jo' } });
      const claimers = [account.agent, other.as(account.actor(4)), account.agent2, other.as(account.actor(3))];
      const answers = await Promise.allSettled(claimers.map((user) => take(user, person['id'])));
      const winner = (await account.owner.getPerson(person['id']))['assignedUserId'];
      expect([3, 4]).toContain(winner);
      const ids = [3, 4, 4, 3];
      expect(answers.map(({ status }) => status)).toEqual(ids.map((id) => (id === winner ? 'fulfilled' : 'rejected')));
    } finally {
      await other.stop();
    }
  });

  it('is listed page by page, with filters, while it is unclaimed', async () => {
    const { owner, agent, broker } = await offering();
    const made = [];
    for (const name of ['A', 'B', 'C']) made.push((await owner.send({ person: { name } })).person['id']);
    const first = await listed(agent, 'limit=2');
    expect(first).toMatchObject({ total: 3, ids: [made[2], made[1]] });
    expect((await listed(agent, `limit=2&next=${first.next}`)).ids).toEqual([made[0]]);
    expect((await listed(agent, `ids=${made[0]},${made[1]}&sort=name`)).ids).toEqual([made[0], made[1]]);
    // An assignment by an owner ends the offer: no user can claim the lead afterwards.
    await owner.updatePerson(made[0], { assignedUserId: 2 });
    expect((await listed(agent)).ids).toEqual([made[2], made[1]]);
    await expect(take(agent, made[0])).rejects.toMatchObject({ message: 'This lead has been claimed by Bea Broker.' });
    expect((await take(broker, made[1])).body).toMatchObject({ assignedUserId: 2 });
    await owner.deletePerson(made[2]);
    expect((await listed(agent)).total).toBe(0);
  });

  it('is assigned to the next user of the group after its window, with a notification', async () => {
    const { owner, agent, accountId } = await offering();
    const lead = await owner.send({ person: { name: 'Jo' } });
    await endNow(accountId);
    const person = await eventually(async () => {
      const now = await owner.getPerson(lead.person['id']);
      expect(now['claimed']).toBe(true);
      return now;
    });
    expect([3, 4]).toContain(person['assignedUserId']);
    await eventually(() =>
      expect(fired(accountId).slice(1)).toEqual([
        expect.objectContaining({ eventId: lead.eventId, isNew: false, notifyUserIds: [person['assignedUserId']] }),
      ]),
    );
    expect((await listed(agent)).total).toBe(0);
  });

  it('of a group without active users stays unassigned and is no longer offered', async () => {
    const { owner, accountId } = await offering({ userIds: [3] });
    const lead = await owner.send({ person: { name: 'Jo' } });
    await publishGroup(suite.bus, accountId, { id: 7 }, 'deleted');
    await eventually(async () =>
      expect((await owner.send({ person: { name: 'Probe' } })).person['claimed']).not.toBe(false),
    );
    await endNow(accountId);
    await eventually(async () =>
      expect(await owner.getPerson(lead.person['id'])).toMatchObject({ claimed: true, assignedUserId: null }),
    );
    await eventually(async () => expect((await listed(owner)).total).toBe(0));
  });

  it('of lenders gets a lender and keeps its agent', async () => {
    const { agent, agent2, owner, lender } = await offering({ type: 'Lender', userIds: [5] });
    const { person } = await agent.send({ person: { name: 'Jo' } });
    expect(person).toMatchObject({ claimed: false, assignedUserId: 3, assignedLenderId: null });
    expect((await listed(agent)).total).toBe(0);
    expect((await listed(lender)).ids).toEqual([person['id']]);
    await owner.updatePerson(person['id'], { assignedUserId: 4 });
    await expectRefusal(take(agent2, person['id']), 'NOT_FOUND');
    expect((await take(lender, person['id'])).body).toMatchObject({
      claimed: true,
      assignedUserId: 4,
      assignedLenderId: 5,
    });
    expect((await lender.listPeople()).total).toBe(1);
  });
});
