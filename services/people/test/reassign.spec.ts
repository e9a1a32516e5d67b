import { people, ponds, tasks } from '@porchlight/contracts';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { useSuite } from './suite';
import { publishChange, publishUser } from './publish-facts';

const suite = useSuite();

/** Deletions with a target (decisions section 11). Users 3 and 4 are agents, user 5 is a lender. */
describe('a deletion with a target', () => {
  const deleteUser = async (accountId: number, userId: number, assignTo: number, role = 'Agent'): Promise<void> => {
    await publishUser(suite.bus, accountId, { id: userId, version: 9, name: 'Gone', role, status: 'Disabled' });
    await publishChange(suite.bus, {
      accountId,
      service: 'auth',
      resource: 'users',
      verb: 'reassigned',
      data: { userId, role, assignTo },
    });
  };

  it('of a user assigns people and open tasks to the target, and webhooks fire as for updates', async () => {
    const { owner, accountId } = await suite.newAccount();
    const made = await Promise.all(
      ['A', 'B', 'C'].map((firstName) => owner.createPerson({ firstName, assignedUserId: 3 })),
    );
    const other = await owner.createPerson({ firstName: 'D', assignedUserId: 1 });
    const personId = made[0]!.person['id'] as number;
    const open = await owner.on(tasks).create({ personId, name: 'Call', assignedUserId: 3 });
    const completed = await owner.on(tasks).create({ personId, name: 'Done', assignedUserId: 3, isCompleted: true });
    const before = suite.collected.webhooks(accountId).length;
    await deleteUser(accountId, 3, 4);
    await eventually(async () => {
      expect((await owner.listPeople('assignedUserId=4')).total).toBe(3);
      expect((await owner.on(tasks).get(open['id']))['assignedUserId']).toBe(4);
    });
    expect((await owner.getPerson(other.person['id']))['assignedUserId']).toBe(1);
    expect((await owner.on(tasks).get(completed['id']))['assignedUserId']).toBe(3);
    expect(
      suite.collected
        .webhooks(accountId)
        .slice(before)
        .filter((name) => name === 'peopleUpdated'),
    ).toHaveLength(3);
  });

  it('of a lender assigns people to the other lender', async () => {
    const { owner, accountId } = await suite.newAccount();
    await publishUser(suite.bus, accountId, {
      id: 6,
      version: 1,
      name: 'New Lender',
      role: 'Lender',
      status: 'Active',
    });
    const { person } = await owner.createPerson({ firstName: 'A', assignedLenderId: 5 });
    await deleteUser(accountId, 5, 6, 'Lender');
    await eventually(async () => expect((await owner.getPerson(person['id']))['assignedLenderId']).toBe(6));
  });

  it('of a pond assigns its people to the target, who keeps people that have a user', async () => {
    const { owner } = await suite.newAccount();
    const pond = await owner.on(ponds).create({ name: 'Lake', userIds: [3] });
    const free = await owner.createPerson({ firstName: 'A', assignedPondId: pond['id'] });
    await owner.on(ponds).remove(pond['id'], 'assignTo=4');
    await eventually(async () =>
      expect(await owner.on(people).get(free.person['id'])).toMatchObject({
        assignedUserId: 4,
        assignedPondId: null,
      }),
    );
  });

  it.each([
    ['unknown', 99],
    ['a lender', 5],
  ])('of a pond is refused when the target is %s', async (_what, assignTo) => {
    const { owner } = await suite.newAccount();
    const pond = await owner.on(ponds).create({ name: 'Lake', userIds: [3] });
    await expectRefusal(owner.on(ponds).remove(pond['id'], `assignTo=${assignTo}`), 'UNKNOWN_REFERENCE');
    expect(await owner.on(ponds).get(pond['id'])).toMatchObject({ name: 'Lake' });
  });

  it('of a pond that fails moves no person', async () => {
    const { owner, agent } = await suite.newAccount();
    const pond = await owner.on(ponds).create({ name: 'Lake', userIds: [3] });
    const { person } = await owner.createPerson({ firstName: 'A', assignedPondId: pond['id'] });
    await expectRefusal(agent.on(ponds).remove(pond['id'], 'assignTo=4'), 'FORBIDDEN');
    expect((await owner.getPerson(person['id']))['assignedPondId']).toBe(pond['id']);
  });
});
