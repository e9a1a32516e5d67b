import { people } from '@porchlight/contracts';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { useSuite } from './suite';

const suite = useSuite();

describe('a person', () => {
  it('stores the time at which another service created it, and lists sort by it', async () => {
    const { owner } = await suite.newAccount();
    const names = async (query: string) =>
      (await owner.listPeople(query)).people.map(({ firstName }) => firstName as string);
    for (const [firstName, createdAt] of [
      ['Second', '2020-01-02T00:00:00Z'],
      ['First', '2019-05-06T07:08:09Z'],
      ['Fourth', undefined],
      ['Third', '2021-01-01'],
    ] as const)
      await owner.createPerson({ firstName, ...(createdAt && { createdAt }) });
    expect(await names('sort=created')).toEqual(['First', 'Second', 'Third', 'Fourth']);
    expect(await names('sort=-created&limit=2')).toEqual(['Fourth', 'Third']);
    // Also page by page, with several people of the same time.
    await owner.createPerson({ firstName: 'Twin', createdAt: '2020-01-02T00:00:00Z' });
    const paged: string[] = [];
    for (let next = ''; paged.length < 5;) {
      const page = await owner.listPeople(
        `sort=created&limit=1${next === '' ? '' : `&next=${encodeURIComponent(next)}`}`,
      );
      paged.push(page.people[0]!['firstName']);
      next = page.next;
    }
    expect(paged).toEqual(['First', 'Twin', 'Second', 'Third', 'Fourth']);
    await owner.deletePerson((await owner.listPeople('firstName=Twin')).people[0]!['id']);
    expect(await names('createdBefore=2020-06-01T00:00:00Z&sort=created')).toEqual(['First', 'Second']);
    const [first] = (await owner.listPeople('sort=created&limit=1')).people;
    expect(first).toMatchObject({ created: '2019-05-06T07:08:09Z' });
    // Only a POST reads it, and no GET shows it: it would be thrown away (D13.10).
    const update = { createdAt: '2000-01-01T00:00:00Z' };
    await expect(async () => owner.updatePerson(first!['id'], update)).rejects.toThrow("Unknown fields: 'createdAt'.");
    const future = new Date(Date.now() + 3_600_000).toISOString();
    await expectRefusal(owner.createPerson({ firstName: 'Later', createdAt: future }), 'INVALID_BODY', 'createdAt');
  });

  it('D4.4 is created with given and derived values', async () => {
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
      { value: '+1 (555) 123-4567', type: 'home', isPrimary: 1, normalized: '5551234567', status: '' },
    ]);
    expect(await owner.getPerson(person['id'])).toEqual(person);
  });

  it.each([
    [{ emails: ['a@example.com'], phones: ['555'] }, 'a@example.com'],
    [{ phones: ['555 0100'] }, '555 0100'],
    [{}, 'Unnamed'],
  ])('without a name is shown by email, phone or Unnamed: %j', async (body, name) => {
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
    await expectRefusal(owner.createPerson(body), reason);
    expect((await owner.listPeople()).total).toBe(0);
  });

  it('D4.3 is assigned by name or id, and by default to the agent or lender who creates it', async () => {
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

  it('D1.12 round-trips: a record sent back with one change changes only that field', async () => {
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
      expect(suite.collected.webhooks(accountId).filter((n) => n === 'peopleUpdated')).toHaveLength(1),
    );
  });

  it('replaces lists, adds tags with mergeTags, and retains unsubscribed emails', async () => {
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

  it('D11.7 has a status of phones, the state of its timeframe, and whether it is prequalified', async () => {
    const { owner } = await suite.newAccount();
    const phones = [{ value: '5550100100', type: 'mobile', status: 'Valid' }];
    const { person } = await owner.createPerson({
      phones,
      timeframeId: 2,
      timeframeStatus: 'Active',
      prequalified: true,
    });
    expect(person['phones']).toMatchObject([{ status: 'Valid' }]);
    const shown = () => owner.on(people).get(person['id'], 'fields=timeframeStatus,timeframeUpdated,prequalified');
    expect(await shown()).toMatchObject({
      timeframeStatus: 'Active',
      timeframeUpdated: expect.stringMatching(/Z$/),
      prequalified: true,
    });
    await owner.updatePerson(person['id'], { prequalified: false, timeframeStatus: null });
    expect(await shown()).toMatchObject({ timeframeStatus: null, prequalified: false });
    expect((await owner.listPeople('includeUnclaimed=true')).total).toBe(1);
  });

  it('with deduplicate is returned unchanged if it exists and is visible', async () => {
    const { owner, agent, agent2 } = await suite.newAccount();
    const { person } = await owner.createPerson({ name: 'Jo', phones: ['555 010 0100'], assignedUserId: 3 });
    expect(await agent.createPerson({ name: 'Other', phones: ['(555) 010-0100'] }, 'deduplicate=true')).toEqual({
      status: 200,
      person,
    });
    await expectRefusal(agent2.createPerson({ phones: ['5550100100'] }, 'deduplicate=true'), 'CONFLICT');
    expect((await owner.createPerson({ phones: ['5550100100'] })).status).toBe(201);
  });

  it('D7.5 fires peopleUpdated for the 18 fields only', async () => {
    const { owner, accountId } = await suite.newAccount();
    const { person } = await owner.createPerson({ name: 'Jo Bell', tags: ['a'] });
    const id = person['id'];
    const updates = () => suite.collected.webhooks(accountId).filter((name) => name === 'peopleUpdated').length;
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
    // The same value in another form; a visit changes lastActivity only.
    await owner.updatePerson(id, { emails: [{ value: 'a@example.com', type: 'home', isPrimary: true }] });
    const visit = await owner.send({ type: 'Visited Website', source: 'site', person: { id } });
    expect(visit.status).toBe(200);
    await eventually(() => expect(suite.collected.webhooks(accountId)).toContain('eventsCreated'));
    // The visit filled the missing source, which is one of the 18 fields.
    expect(visit.person['source']).toBe('site');
    await owner.send({ type: 'Visited Website', source: 'site', person: { id } });
    await eventually(() =>
      expect(suite.collected.webhooks(accountId).filter((n) => n === 'eventsCreated')).toHaveLength(2),
    );
    expect(updates() - before).toBe(changes.length + 1);
  });
});
