import { eventually } from '@porchlight/testkit';
import { useSuite } from './suite';

const suite = useSuite();

describe('a person', () => {
  it('is made with what is given and what follows from it', async () => {
    const { owner } = await suite.newAccount();
    const { status, person } = await owner.createPerson({
      name: 'José  García López',
      emails: [
        'jose@example.com',
        { value: 'JOSE@example.com', type: 'work' },
        { value: 'b@example.com', isPrimary: true },
      ],
      phones: ['+1 (555) 123-4567'],
      tags: ['Buyer', 'buyer'],
      price: 300000,
    });
    expect(status).toBe(201);
    expect(person).toMatchObject({
      name: 'José García López',
      firstName: 'José',
      lastName: 'García López',
      stage: 'Lead',
      stageId: '1',
      source: '<unspecified>',
      sourceUrl: null,
      createdVia: 'API',
      contacted: 0,
      assignedTo: null,
      assignedUserId: null,
      tags: ['Buyer'],
    });
    expect(person['emails'].map((e: any) => [e.value, e.isPrimary])).toEqual([
      ['jose@example.com', 0],
      ['b@example.com', 1],
    ]);
    expect(person['phones']).toEqual([
      { value: '+1 (555) 123-4567', type: 'home', isPrimary: 1, normalized: '5551234567' },
    ]);
    expect(await owner.getPerson(person['id'])).toEqual(person);
  });

  it.each([
    [{ emails: ['a@example.com'], phones: ['555'] }, 'a@example.com'],
    [{ phones: ['555 0100'] }, '555 0100'],
    [{}, 'Unnamed'],
  ])('without a name is shown as what is known of it: %j', async (body, name) => {
    const { owner } = await suite.newAccount();
    expect((await owner.createPerson(body)).person['name']).toBe(name);
  });

  it.each([
    [{ stage: 'Nowhere' }, 'UNKNOWN_REFERENCE'],
    [{ stageId: 99 }, 'UNKNOWN_REFERENCE'],
    [{ assignedTo: 'Nobody' }, 'UNKNOWN_REFERENCE'],
    [{ assignedUserId: 99 }, 'UNKNOWN_REFERENCE'],
    [{ assignedLenderId: 3 }, 'UNKNOWN_REFERENCE'],
    [{ emails: ['nonsense'] }, 'INVALID_BODY'],
  ])('is refused with %j', async (body, reason) => {
    const { owner } = await suite.newAccount();
    await expect(owner.createPerson(body)).rejects.toMatchObject({ reason });
    expect((await owner.listPeople()).total).toBe(0);
  });

  it('is assigned by name or id, each setting the other, and to the agent or lender who makes it', async () => {
    const { owner, agent, lender } = await suite.newAccount();
    const byName = (await owner.createPerson({ assignedTo: 'ada agent', assignedLenderName: 'Len Lender' })).person;
    expect(byName).toMatchObject({
      assignedTo: 'Ada Agent',
      assignedUserId: 3,
      assignedLenderName: 'Len Lender',
      assignedLenderId: 5,
    });
    const id = byName['id'];
    expect(await owner.updatePerson(id, { assignedUserId: 4 })).toMatchObject({
      assignedTo: 'Axel Agent',
      assignedUserId: 4,
    });
    expect(await owner.updatePerson(id, { assignedTo: null, assignedLenderId: null })).toMatchObject({
      assignedTo: null,
      assignedUserId: null,
      assignedLenderName: null,
      assignedLenderId: null,
    });
    expect((await agent.createPerson({})).person).toMatchObject({ assignedUserId: 3, assignedTo: 'Ada Agent' });
    expect((await lender.createPerson({})).person).toMatchObject({ assignedUserId: null, assignedLenderId: 5 });
  });

  it('round-trips: what was read can be sent back, with one change, and only that changes', async () => {
    const { owner, accountId } = await suite.newAccount();
    const { person } = await owner.createPerson({
      name: 'Jo Bell',
      assignedUserId: 3,
      emails: ['jo@example.com'],
      source: 'A',
    });
    expect(await owner.updatePerson(person['id'], person)).toEqual(person);
    const changed = await owner.updatePerson(person['id'], {
      ...person,
      assignedTo: 'Axel Agent',
      stage: 'Pending',
      firstName: 'Joan',
      source: 'B',
    });
    expect(changed).toMatchObject({ assignedUserId: 4, stageId: '6', name: 'Joan Bell', source: 'A' });
    await eventually(() =>
      expect(suite.heard.webhooks(accountId).filter((n) => n === 'peopleUpdated')).toHaveLength(1),
    );
  });

  it('replaces lists whole, adds tags with mergeTags, and keeps who unsubscribed', async () => {
    const { owner } = await suite.newAccount();
    const { person } = await owner.send({
      type: 'Unsubscribed',
      person: { emails: ['jo@example.com'], tags: ['a', 'b'] },
    });
    const id = person['id'];
    expect((await owner.updatePerson(id, { tags: ['B', 'c'] }, 'mergeTags=true'))['tags']).toEqual(['a', 'b', 'c']);
    expect((await owner.updatePerson(id, { tags: ['c'] }))['tags']).toEqual(['c']);
    const { emails } = await owner.updatePerson(id, {
      emails: ['JO@example.com', { value: 'b@example.com', status: 'Unsubscribed' }],
    });
    expect(emails.map((e: any) => e.status)).toEqual(['Unsubscribed', '']);
  });

  it('with deduplicate answers the known one unchanged, unless the caller may not see it', async () => {
    const { owner, agent, agent2 } = await suite.newAccount();
    const { person } = await owner.createPerson({ name: 'Jo', phones: ['555 010 0100'], assignedUserId: 3 });
    expect(await agent.createPerson({ name: 'Other', phones: ['(555) 010-0100'] }, 'deduplicate=true')).toEqual({
      status: 200,
      person,
    });
    await expect(agent2.createPerson({ phones: ['5550100100'] }, 'deduplicate=true')).rejects.toMatchObject({
      reason: 'CONFLICT',
    });
    expect((await owner.createPerson({ phones: ['5550100100'] })).status).toBe(201);
  });

  it('fires peopleUpdated for the 18 fields and for nothing else', async () => {
    const { owner, accountId } = await suite.newAccount();
    const { person } = await owner.createPerson({ name: 'Jo Bell', tags: ['a'] });
    const id = person['id'];
    const updates = () => suite.heard.webhooks(accountId).filter((name) => name === 'peopleUpdated').length;
    const before = updates();
    const changes: Record<string, unknown>[] = [
      { firstName: 'Joan' },
      { lastName: 'Hill' },
      { name: 'Ann Moor' },
      { emails: ['a@example.com'] },
      { phones: ['555 0100'] },
      { addresses: [{ street: '1 Main St' }] },
      { price: 5 },
      { background: 'x' },
      { assignedTo: 'Ada Agent' },
      { assignedUserId: 4 },
      { assignedLenderName: 'Len Lender' },
      { assignedLenderId: null },
      { contacted: true },
      { stage: 'Nurture' },
      { stageId: '6' },
      { tags: ['b'] },
    ];
    for (const change of changes) {
      await owner.updatePerson(id, change);
      await owner.updatePerson(id, change);
    }
    await owner.updatePerson(id, {});
    // The same value again, in other clothes; a visit moves lastActivity alone.
    await owner.updatePerson(id, { emails: [{ value: 'a@example.com', type: 'home', isPrimary: true }] });
    const visit = await owner.send({ type: 'Visited Website', source: 'site', person: { id } });
    expect(visit.status).toBe(200);
    await eventually(() => expect(suite.heard.webhooks(accountId)).toContain('eventsCreated'));
    // The visit filled in the missing source, which is one of the eighteen.
    expect(visit.person['source']).toBe('site');
    await owner.send({ type: 'Visited Website', source: 'site', person: { id } });
    await eventually(() =>
      expect(suite.heard.webhooks(accountId).filter((n) => n === 'eventsCreated')).toHaveLength(2),
    );
    expect(updates() - before).toBe(changes.length + 1);
  });
});

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

  it('leave people in Trash out, totals included, unless they are asked for', async () => {
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

  it('show agents and lenders theirs alone, in lists, totals, get, update and delete', async () => {
    const { owner, broker, agent, agent2, lender } = await suite.newAccount();
    const { person } = await owner.createPerson({ name: 'Ours', assignedUserId: 3, assignedLenderId: 5 });
    const id = person['id'];
    for (const who of [owner, broker, agent, lender]) {
      expect((await who.listPeople()).total).toBe(1);
      expect((await who.getPerson(id))['name']).toBe('Ours');
    }
    expect(await agent2.listPeople()).toEqual({ total: 0, next: '', people: [] });
    const refusals = [agent2.getPerson(id), agent2.updatePerson(id, { price: 1 }), agent2.deletePerson(id)];
    for (const refused of refusals) await expect(refused).rejects.toMatchObject({ reason: 'NOT_FOUND' });
    await expect(lender.deletePerson(id)).rejects.toMatchObject({ reason: 'FORBIDDEN' });
    await agent.updatePerson(id, { assignedUserId: 4 });
    expect([(await agent.listPeople()).total, (await agent2.listPeople()).total]).toEqual([0, 1]);
    await agent2.deletePerson(id);
    expect([(await owner.listPeople()).total, (await agent2.listPeople()).total]).toEqual([0, 0]);
  });

  it('follow a user who is renamed', async () => {
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
  it('takes their events along, without events of their own', async () => {
    const { owner, accountId } = await suite.newAccount();
    const { person } = await owner.send({ person: { emails: ['jo@example.com'] } });
    await owner.send({ person: { emails: ['jo@example.com'] } });
    const other = await owner.send({ person: { emails: ['other@example.com'] } });
    await owner.deletePerson(person['id']);
    await expect(owner.getPerson(person['id'])).rejects.toMatchObject({ reason: 'NOT_FOUND' });
    await eventually(async () => expect((await owner.listEvents(`personId=${person['id']}`)).total).toBe(0));
    expect((await owner.listEvents()).events.map((event) => event['id'])).toEqual([other.eventId]);
    await eventually(() => expect(suite.heard.webhooks(accountId)).toContain('peopleDeleted'));
    expect(suite.heard.webhooks(accountId).some((name) => name.startsWith('events') && name !== 'eventsCreated')).toBe(
      false,
    );
  });

  it('makes room for the same person again', async () => {
    const { owner } = await suite.newAccount();
    const lead = { person: { emails: ['jo@example.com'] } };
    const first = await owner.send(lead);
    await owner.deletePerson(first.person['id']);
    const second = await owner.send(lead);
    expect(second.status).toBe(201);
    expect(second.person['id']).not.toBe(first.person['id']);
  });
});
