import { expectRefusal, eventually } from '@porchlight/testkit';
import { useSuite } from './suite';

const suite = useSuite();

describe('lists of people', () => {
  it('find by every entry, by names in part, by stage and user', async () => {
    const { owner } = await suite.newAccount();
    const { person } = await owner.createPerson({
      name: 'Zoë Ångström',
      emails: ['Zoe@Example.com', 'z2@example.com'],
      phones: ['+1 555 010 0199', '020 7946 0958'],
      assignedUserId: 3,
      assignedLenderId: 5,
      stage: 'Pending',
      tags: ['VIP'],
      price: 100,
    });
    await owner.createPerson({ name: 'Other One', price: 500 });
    const hits = [
      'email=zoe@example.com',
      'email=Z2@EXAMPLE.COM',
      'phone=5550100199',
      'phone=(020)79460958',
      'name=angs',
      'name=zoe%20a',
      'firstName=ZO',
      'lastName=str',
      'stage=pending',
      'stage=Nowhere,Pending',
      'stageId=6',
      'assignedTo=ada%20agent',
      'assignedUserId=3',
      'assignedLenderName=Len%20Lender',
      'assignedLenderId=5',
      'tags=VIP,none',
      'priceBelow=200',
      'contacted=false&priceBelow=101',
    ];
    for (const query of hits) {
      const { total, people } = await owner.listPeople(query);
      expect([query, total, people.map((p) => p['id'])]).toEqual([query, 1, [person['id']]]);
    }
    for (const query of [
      'email=oe@example.com',
      'phone=none',
      'name=%25',
      'name=_',
      'stage=Nowhere',
      'assignedTo=Nobody',
    ])
      expect([query, await owner.listPeople(query)]).toEqual([query, { total: 0, next: '', people: [] }]);
  });

  it('exclude people in Trash, also from totals, by default', async () => {
    const { owner, agent } = await suite.newAccount();
    await owner.createPerson({ name: 'A', assignedUserId: 3 });
    const { person } = await owner.createPerson({ name: 'B', assignedUserId: 3 });
    const total = async (query: string) => [
      (await owner.listPeople(query)).total,
      (await agent.listPeople(query)).total,
    ];
    expect(await total('')).toEqual([2, 2]);
    await owner.updatePerson(person['id'], { stage: 'Trash' });
    expect(await total('')).toEqual([1, 1]);
    expect(await total('includeTrash=true')).toEqual([2, 2]);
    expect(await total('stage=Trash')).toEqual([1, 1]);
    expect(await total('assignedUserId=3')).toEqual([1, 1]);
    expect(await total('assignedUserId=3&includeTrash=1')).toEqual([2, 2]);
    expect((await owner.listPeople()).people.map((p) => p['name'])).toEqual(['A']);
    expect((await agent.listPeople('includeTrash=1')).people).toHaveLength(2);
  });

  it('show agents and lenders only their own people in lists, totals, get, update and delete', async () => {
    const { owner, broker, agent, agent2, lender } = await suite.newAccount();
    const { person } = await owner.createPerson({ name: 'Ours', assignedUserId: 3, assignedLenderId: 5 });
    const id = person['id'];
    for (const who of [owner, broker, agent, lender]) {
      expect((await who.listPeople()).total).toBe(1);
      expect((await who.getPerson(id))['name']).toBe('Ours');
    }
    expect(await agent2.listPeople()).toEqual({ total: 0, next: '', people: [] });
    const refusals = [agent2.getPerson(id), agent2.updatePerson(id, { price: 1 }), agent2.deletePerson(id)];
    for (const refused of refusals) await expectRefusal(refused, 'NOT_FOUND');
    await expectRefusal(lender.deletePerson(id), 'FORBIDDEN');
    await agent.updatePerson(id, { assignedUserId: 4 });
    expect([(await agent.listPeople()).total, (await agent2.listPeople()).total]).toEqual([0, 1]);
    await agent2.deletePerson(id);
    expect([(await owner.listPeople()).total, (await agent2.listPeople()).total]).toEqual([0, 0]);
  });

  it('show the new name of a renamed user', async () => {
    const { owner, rename } = await suite.newAccount();
    const { person } = await owner.createPerson({ assignedUserId: 3 });
    await rename(3, 'Ada Married', 2);
    await eventually(async () => expect((await owner.getPerson(person['id']))['assignedTo']).toBe('Ada Married'));
    await rename(3, 'Old News', 1);
    await rename(4, 'Axel New', 2);
    await eventually(async () => expect((await owner.listPeople('assignedTo=Axel%20New')).total).toBe(0));
    expect((await owner.getPerson(person['id']))['assignedTo']).toBe('Ada Married');
  });
});

describe('deleting a person', () => {
  it('deletes its events without separate webhooks', async () => {
    const { owner, accountId } = await suite.newAccount();
    const { person } = await owner.send({ person: { emails: ['jo@example.com'] } });
    await owner.send({ person: { emails: ['jo@example.com'] } });
    const other = await owner.send({ person: { emails: ['other@example.com'] } });
    await owner.deletePerson(person['id']);
    await expectRefusal(owner.getPerson(person['id']), 'NOT_FOUND');
    await eventually(async () => expect((await owner.listEvents(`personId=${person['id']}`)).total).toBe(0));
    expect((await owner.listEvents()).events.map((event) => event['id'])).toEqual([other.eventId]);
    await eventually(() => expect(suite.collected.webhooks(accountId)).toContain('peopleDeleted'));
    expect(
      suite.collected.webhooks(accountId).some((name) => name.startsWith('events') && name !== 'eventsCreated'),
    ).toBe(false);
  });

  it('allows the same person to be created again', async () => {
    const { owner } = await suite.newAccount();
    const lead = { person: { emails: ['jo@example.com'] } };
    const first = await owner.send(lead);
    await owner.deletePerson(first.person['id']);
    const second = await owner.send(lead);
    expect(second.status).toBe(201);
    expect(second.person['id']).not.toBe(first.person['id']);
  });
});
