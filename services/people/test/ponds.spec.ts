import { ponds } from '@porchlight/contracts';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { useSuite } from './suite';

const suite = useSuite();

describe('ponds', () => {
  it('are managed by owner and brokers, with unique names and users of the account', async () => {
    const { owner, broker, agent } = await suite.newAccount();
    const pond = await owner.on(ponds).create({ name: 'Lake', userId: 1, userIds: [3, 4, 3] });
    expect(pond).toMatchObject({ name: 'Lake', userId: 1, userIds: [3, 4] });
    await expectRefusal(broker.on(ponds).create({ name: ' LAKE ' }), 'NAME_TAKEN');
    await expectRefusal(broker.on(ponds).create({ name: 'B', userId: 9 }), 'UNKNOWN_REFERENCE');
    await expectRefusal(broker.on(ponds).create({ name: 'B', userIds: [3, 9] }), 'UNKNOWN_REFERENCE');
    await expectRefusal(agent.on(ponds).create({ name: 'B' }), 'FORBIDDEN');
    await expectRefusal(agent.on(ponds).list(), 'FORBIDDEN');
    const other = await broker.on(ponds).create({ name: 'Sea' });
    await expectRefusal(broker.on(ponds).update(other['id'], { name: 'lake' }), 'NAME_TAKEN');
    expect(await broker.on(ponds).update(pond['id'], { name: 'River', userId: null })).toMatchObject({
      name: 'River',
      userId: null,
      userIds: [3, 4],
    });
    // The previous name can be used again.
    expect(await broker.on(ponds).update(other['id'], { name: 'Lake' })).toMatchObject({ name: 'Lake' });
    const made = await Promise.allSettled([1, 2, 3, 4].map(() => owner.on(ponds).create({ name: 'Same' })));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await owner.on(ponds).list('sort=name')).records.map(({ name }) => name)).toEqual([
      'Lake',
      'River',
      'Same',
    ]);
  });

  it('show their people to the current members, and release them on deletion', async () => {
    const { owner, agent, agent2, accountId } = await suite.newAccount();
    const pond = await owner.on(ponds).create({ name: 'Lake', userIds: [3] });
    const made = await Promise.all(
      ['A', 'B', 'C'].map((name) => owner.createPerson({ name, assignedPondId: pond['id'] })),
    );
    const taken = made[2]!.person['id'];
    await owner.updatePerson(taken, { assignedUserId: 4, assignedPondId: null });
    const totals = async () => [(await agent.listPeople()).total, (await agent2.listPeople()).total];
    expect(await totals()).toEqual([2, 1]);
    await owner.on(ponds).update(pond['id'], { userIds: [4] });
    await eventually(async () => expect(await totals()).toEqual([0, 3]));
    const before = suite.collected.webhooks(accountId).length;
    await owner.on(ponds).remove(pond['id']);
    await eventually(async () => expect(await totals()).toEqual([0, 1]));
    const { people } = await owner.listPeople();
    expect(people.map(({ assignedPondId }) => assignedPondId)).toEqual([null, null, null]);
    expect((await owner.getPerson(taken))['assignedUserId']).toBe(4);
    expect(suite.collected.webhooks(accountId).slice(before)).toEqual([]);
  });

  it('with outdated members are corrected by the next write of a person', async () => {
    const { owner, agent, agent2 } = await suite.newAccount();
    const pond = await owner.on(ponds).create({ name: 'Lake', userIds: [3] });
    const { person } = await owner.createPerson({ name: 'A' });
    await Promise.all([
      owner.updatePerson(person['id'], { assignedPondId: pond['id'] }),
      owner.on(ponds).update(pond['id'], { userIds: [4] }),
    ]);
    await eventually(async () =>
      expect([(await agent.listPeople()).total, (await agent2.listPeople()).total]).toEqual([0, 1]),
    );
  });
});
