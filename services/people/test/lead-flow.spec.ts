import { allActions, Change, leadFlows, ponds } from '@porchlight/contracts';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { publishGroup } from './group-change';
import { startPeopleService, type Account } from './people-service';
import { useSuite } from './suite';
import { publishPlan } from './publish-facts';

const suite = useSuite();
const ingest = allActions.find(({ rpc }) => rpc === 'ingestEvent')!;
const times = <T>(n: number, fn: (index: number) => T): T[] => Array.from({ length: n }, (_, index) => fn(index));

const listFacts = (accountId: number) =>
  suite.collected.changes
    .filter((change: Change) => change.accountId === accountId && change.verb === 'leadReceived')
    .map(({ dataJson }) => JSON.parse(dataJson));

/** The group is stored once a rule can reference it. */
const ruleOfGroup = (owner: Account['owner'], assignGroupId: number, more: object = {}) =>
  eventually(() => owner.on(leadFlows).create({ assignGroupId, ...more }));

describe('rules of lead flow', () => {
  it('are created, changed and deleted by owner and brokers only', async () => {
    const { owner, broker, agent, lender } = await suite.newAccount();
    const first = await owner.on(leadFlows).create({ name: 'Portal', sources: ['zillow.com'], assignUserId: 3 });
    expect(first).toMatchObject({
      name: 'Portal',
      sources: ['zillow.com'],
      types: [],
      postalCodes: [],
      assignUserId: 3,
      assignGroupId: null,
      minPrice: null,
      ignore: false,
      orderWeight: 1000,
    });
    const second = await broker.on(leadFlows).create({ ignore: true });
    expect(second).toMatchObject({ ignore: true, orderWeight: 2000 });
    const changed = await broker.on(leadFlows).update(first['id'], { assignUserId: null, minPrice: 5, orderWeight: 7 });
    expect(changed).toMatchObject({ name: 'Portal', assignUserId: null, minPrice: 5, orderWeight: 7 });
    expect((await owner.on(leadFlows).list('sort=-orderWeight')).ids).toEqual([second['id'], first['id']]);
    for (const user of [agent, lender]) {
      await expectRefusal(user.on(leadFlows).create({}), 'FORBIDDEN');
      await expectRefusal(user.on(leadFlows).list(), 'FORBIDDEN');
    }
    await owner.on(leadFlows).remove(first['id']);
    await expectRefusal(owner.on(leadFlows).get(first['id']), 'NOT_FOUND');
  });

  it('that are contradictory are refused, on create and update', async () => {
    const { owner } = await suite.newAccount();
    const refused = async (body: object, reason: string) => expectRefusal(owner.on(leadFlows).create(body), reason);
    await refused({ assignUserId: 3, assignPondId: 1 }, 'INVALID_BODY');
    await refused({ ignore: true, actionPlanId: 1 }, 'INVALID_BODY');
    await refused({ minPrice: 2, maxPrice: 1 }, 'INVALID_BODY');
    await refused({ assignUserId: 99 }, 'UNKNOWN_REFERENCE');
    await refused({ assignGroupId: 99 }, 'UNKNOWN_REFERENCE');
    await refused({ assignPondId: 99 }, 'UNKNOWN_REFERENCE');
    const rule = await owner.on(leadFlows).create({ assignUserId: 3 });
    await expectRefusal(owner.on(leadFlows).update(rule['id'], { ignore: true }), 'INVALID_BODY');
    expect((await owner.on(leadFlows).list()).total).toBe(1);
  });
});

it('a rule accepts an existing action plan, also a new one, and keeps a deleted one', async () => {
  const [{ owner, accountId }, other] = await Promise.all([suite.newAccount(), suite.newAccount()]);
  await publishPlan(suite.bus, other.accountId, { id: 8 });
  await eventually(() => other.owner.on(leadFlows).create({ actionPlanId: 8 }));
  const unknown = { reason: 'UNKNOWN_REFERENCE', params: { field: 'actionPlanId', what: 'an action plan', value: 8 } };
  await expect(owner.on(leadFlows).create({ actionPlanId: 8 })).rejects.toMatchObject(unknown);
  const rule = await owner.on(leadFlows).create({ name: 'No plan' });
  await expect(owner.on(leadFlows).update(rule['id'], { actionPlanId: 8 })).rejects.toMatchObject(unknown);

  const early = owner.on(leadFlows).update(rule['id'], { actionPlanId: 9 });
  await publishPlan(suite.bus, accountId, { id: 9 });
  expect(await early).toMatchObject({ actionPlanId: 9 });

  await publishPlan(suite.bus, accountId, { id: 9, status: 'Deleted', version: 3 });
  await publishPlan(suite.bus, accountId, { id: 9, version: 2 });
  await publishPlan(suite.bus, accountId, { id: 10 });
  await owner.on(leadFlows).create({ actionPlanId: 10 });
  await expectRefusal(owner.on(leadFlows).create({ actionPlanId: 9 }), 'UNKNOWN_REFERENCE');
  expect(await owner.on(leadFlows).update(rule['id'], { name: 'Kept' })).toMatchObject({
    name: 'Kept',
    actionPlanId: 9,
  });
  expect(await owner.on(leadFlows).update(rule['id'], { actionPlanId: null })).toMatchObject({ actionPlanId: null });
});

describe('a new lead', () => {
  it('is assigned by the first matching rule; the request takes precedence, and known people stay assigned', async () => {
    const { owner, agent2, accountId } = await suite.newAccount();
    await publishPlan(suite.bus, accountId, { id: 12 });
    await owner.on(leadFlows).create({ name: 'last', assignUserId: 4, orderWeight: 9000 });
    await owner.on(leadFlows).create({
      name: 'first',
      orderWeight: 10,
      sources: ['ZILLOW.com'],
      types: ['Inquiry'],
      minPrice: 100,
      postalCodes: ['78701'],
      assignUserId: 3,
      actionPlanId: 12,
    });
    const property = { street: '1 Main St', code: '78701', price: 100 };
    const send = (name: string, more: object = {}, who: object = {}) =>
      owner.send({ source: 'zillow.com', person: { name, emails: [`${name}@example.com`], ...who }, ...more });
    const fitting = await send('fits', { type: 'Inquiry', property });
    expect(fitting.person).toMatchObject({ assignedUserId: 3, assignedTo: 'Ada Agent' });
    const other = await send('dear', { property: { ...property, price: 99 } });
    expect(other.person['assignedUserId']).toBe(4);
    expect((await agent2.getPerson(other.person['id']))['name']).toBe('dear');
    expect((await send('said', { property }, { assignedTo: 'Bea Broker' })).person['assignedUserId']).toBe(2);
    const again = await send('dear', { property });
    expect([again.status, again.person['assignedUserId']]).toEqual([200, 4]);
    const history = await send('old', { property, occurredAt: '2020-01-01T00:00:00Z' });
    expect(history.person['assignedUserId']).toBeNull();

    await eventually(() => expect(listFacts(accountId)).toHaveLength(4));
    const facts = new Map(listFacts(accountId).map((fact) => [fact.eventId, fact]));
    expect(facts.get(fitting.eventId)).toEqual({
      eventId: fitting.eventId,
      personId: fitting.person['id'],
      isNew: true,
      type: 'Property Inquiry',
      source: 'zillow.com',
      personName: 'fits',
      inquiry: true,
      notifyUserIds: [3],
      furtherUserIds: [],
      offeredUserIds: [],
      reassigned: false,
      actionPlanId: 12,
      historyOnly: false,
    });
    expect(facts.get(again.eventId)).toMatchObject({ isNew: false, notifyUserIds: [4] });
    expect(facts.get(again.eventId)).not.toHaveProperty('actionPlanId');
    expect(facts.has(history.eventId)).toBe(false);
  });

  it('of an ignored source is not stored, except for a known person', async () => {
    const { owner } = await suite.newAccount();
    await owner.on(leadFlows).create({ sources: ['spam'], ignore: true });
    const body = { source: 'Spam', person: { emails: ['jo@example.com'] } };
    expect(await owner.act(ingest, { body })).toMatchObject({ status: 204 });
    expect([(await owner.listPeople()).total, (await owner.listEvents()).total]).toEqual([0, 0]);
    await owner.createPerson({ emails: ['jo@example.com'] });
    expect(await owner.act(ingest, { body })).toMatchObject({ status: 200 });
  });

  it('of a group is assigned to active members in turn, also over two replicas', async () => {
    const account = await suite.newAccount();
    const { owner, accountId } = account;
    await publishGroup(suite.bus, accountId, { id: 7, userIds: [4, 3, 2] });
    await ruleOfGroup(owner, 7);
    const other = await startPeopleService(suite);
    try {
      const senders = [owner, other.as(account.actor(1))];
      const leads = await Promise.all(
        times(12, (at) => senders[at % 2]!.send({ person: { emails: [`jo${at}@example.com`] } })),
      );
      const given = leads.map(({ person }) => person['assignedUserId']);
      expect([2, 3, 4].map((id) => given.filter((one) => one === id).length)).toEqual([4, 4, 4]);
    } finally {
      await other.stop();
    }
    await publishGroup(suite.bus, accountId, { id: 7, userIds: [2], version: 2 }, 'updated');
    await eventually(async () => {
      const one = await owner.send({ person: { name: 'A' } });
      const two = await owner.send({ person: { name: 'B' } });
      expect([one.person['assignedUserId'], two.person['assignedUserId']]).toEqual([2, 2]);
    });
    await publishGroup(suite.bus, accountId, { id: 7 }, 'deleted');
    await eventually(async () =>
      expect((await owner.send({ person: { name: 'C' } })).person['assignedUserId']).toBeNull(),
    );
    // An older change does not restore a deleted group: its rule is passed over, and the next one decides (D13.3).
    await publishGroup(suite.bus, accountId, { id: 7, userIds: [2], version: 3 }, 'updated');
    await publishGroup(suite.bus, accountId, { id: 8, userIds: [4] });
    await ruleOfGroup(owner, 8, { orderWeight: 9000 });
    expect((await owner.send({ person: { name: 'D' } })).person['assignedUserId']).toBe(4);
  });

  it('of a pond is visible to its members and unassigned', async () => {
    const { owner, agent, agent2, accountId } = await suite.newAccount();
    const pond = await owner.on(ponds).create({ name: 'Lake', userId: 2, userIds: [3] });
    await owner.on(leadFlows).create({ assignPondId: pond['id'] });
    const { person, eventId } = await owner.send({ person: { name: 'Jo' } });
    expect(person).toMatchObject({ assignedUserId: null, assignedPondId: pond['id'] });
    expect((await agent.getPerson(person['id']))['name']).toBe('Jo');
    expect((await agent.getEvent(eventId))['personId']).toBe(person['id']);
    await expectRefusal(agent2.getPerson(person['id']), 'NOT_FOUND');
    await eventually(() => expect(listFacts(accountId)).toEqual([expect.objectContaining({ notifyUserIds: [2, 3] })]));
  });
});
