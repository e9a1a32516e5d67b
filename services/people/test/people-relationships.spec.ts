import { allActions, peopleRelationships } from '@porchlight/contracts';
import { parseBody } from '@porchlight/resource';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { useSuite } from './suite';

const suite = useSuite();

/** An account with a person who has nothing but a name. */
const openPerson = async (fields = {}) => {
  const account = await suite.newAccount();
  const { person } = await account.owner.createPerson({ firstName: 'Jo', ...fields });
  return { ...account, personId: person.id as number, relationships: account.owner.on(peopleRelationships) };
};

// Merges, deletions and viewers of each record of a person: person-deleted.spec.ts.
describe('D12.4 people relationships', () => {
  it('given a create, then the record has exactly the keys that clients read', async () => {
    const { relationships, personId } = await openPerson();
    const record = await relationships.create({
      personId,
      firstName: 'Ann',
      lastName: 'Lee',
      phones: [{ value: '(512) 555-0100', type: 'Mobile', isPrimary: true }],
    });
    expect(record).toEqual({
      id: 1,
      created: expect.any(String),
      updated: expect.any(String),
      createdById: 1,
      updatedById: 1,
      personId,
      name: 'Ann Lee',
      firstName: 'Ann',
      lastName: 'Lee',
      type: '',
      isPriority: false,
      emails: [],
      phones: [{ value: '(512) 555-0100', type: 'mobile', status: '', isPrimary: 1, normalized: '5125550100' }],
      addresses: [],
      picture: null,
      socialData: [],
    });
  });

  it('given a create, change and deletion, then each fires its event', async () => {
    const { relationships, personId, accountId } = await openPerson();
    await relationships.create({ personId, firstName: 'Ann' });
    expect(await relationships.update(1, { type: 'Spouse' })).toMatchObject({ firstName: 'Ann', type: 'Spouse' });
    await relationships.remove(1);
    const fired = () => suite.collected.webhooks(accountId).filter((name) => name.startsWith('peopleRelationship'));
    await eventually(() =>
      expect(fired()).toEqual(['peopleRelationshipCreated', 'peopleRelationshipUpdated', 'peopleRelationshipDeleted']),
    );
  });

  it('given a PUT without keys, then nothing changes', async () => {
    const { relationships, personId } = await openPerson();
    const record = await relationships.create({ personId, firstName: 'Ann', emails: ['ann@x.io'], type: 'Spouse' });
    expect(await relationships.update(1, {})).toEqual(record);
  });

  it('given the record of a GET in a PUT, then nothing changes', async () => {
    const { relationships, personId } = await openPerson();
    const record = await relationships.create({
      personId,
      firstName: 'Ann',
      emails: ['ann@x.io'],
      phones: ['5125550100'],
    });
    expect(await relationships.update(1, record)).toEqual(record);
  });

  it('given an empty type, then it is cleared', async () => {
    const { relationships, personId } = await openPerson();
    await relationships.create({ personId, firstName: 'Ann', type: 'Spouse' });
    expect(await relationships.update(1, { type: '' })).toMatchObject({ type: '' });
  });

  it('given neither a name nor contacts, then it is Unnamed; with an email, it has that name', async () => {
    const { relationships, personId } = await openPerson();
    expect(await relationships.create({ personId })).toMatchObject({ name: 'Unnamed' });
    expect(await relationships.create({ personId, emails: ['ann@x.io'] })).toMatchObject({ name: 'ann@x.io' });
  });

  it('D13.5 given an open type of an email, then it is other and named in X-Ignored', () => {
    const body = { personId: 1, emails: [{ value: 'ann@x.io', type: 'Husband' }] };
    const { record, ignored } = parseBody(peopleRelationships, body, 'create');
    expect(record.emails).toMatchObject([{ type: 'other' }]);
    expect(ignored).toEqual(['emails.0.type']);
  });

  it('given an email without shape, then the create is refused as for people', async () => {
    const { relationships, personId } = await openPerson();
    await expect(relationships.create({ personId, emails: ['nowhere'] })).rejects.toThrow(
      "Field 'emails' has values that are no email addresses: 'nowhere'.",
    );
  });

  it('given filters and sorts, then they compare names as people do', async () => {
    const { relationships, personId } = await openPerson();
    for (const [firstName, lastName] of [
      ['Zoë', 'Adams'],
      ['Ben', 'Zimmer'],
      ['Cyd', 'Miller'],
    ])
      await relationships.create({ personId, firstName, lastName });
    expect((await relationships.list('name=oe')).ids).toEqual([1]);
    expect((await relationships.list('firstName=ben')).ids).toEqual([2]);
    expect((await relationships.list('lastName=mill')).ids).toEqual([3]);
    expect((await relationships.list('sort=name')).ids).toEqual([2, 3, 1]);
    expect((await relationships.list('sort=-firstName')).ids).toEqual([1, 3, 2]);
    expect((await relationships.list('sort=lastName')).ids).toEqual([1, 3, 2]);
    expect((await relationships.list(`personId=${personId}&sort=personId`)).total).toBe(3);
  });

  it('given a person whom the caller may not see, then the create is refused', async () => {
    const { agent2, relationships, personId } = await openPerson({ assignedUserId: 3 });
    await expectRefusal(agent2.on(peopleRelationships).create({ personId, firstName: 'x' }), 'INVALID_BODY');
    expect((await relationships.list()).total).toBe(0);
  });

  it('given more than 50 of one person, then 409', async () => {
    const { relationships, personId } = await openPerson();
    for (let nth = 0; nth < 50; nth++) await relationships.create({ personId, firstName: `A${nth}` });
    await expectRefusal(relationships.create({ personId, firstName: 'x' }), 'LIMIT_REACHED');
  });
});

describe('D12.4 relatedPersonId', () => {
  it('given a person whom the caller sees, then name, emails and phones are theirs', async () => {
    const { owner, relationships, personId } = await openPerson();
    const ann = await owner.createPerson({ name: 'Ann Lee', emails: ['ann@x.io'], phones: ['5125550100'] });
    const record = await relationships.create({ personId, relatedPersonId: ann.person.id, type: 'Spouse' });
    expect(record).toMatchObject({
      name: 'Ann Lee',
      type: 'Spouse',
      emails: [{ value: 'ann@x.io' }],
      phones: [{ normalized: '5125550100' }],
    });
    expect(record).not.toHaveProperty('relatedPersonId');
  });

  it('given values beside it, then they take precedence', async () => {
    const { owner, relationships, personId } = await openPerson();
    const ann = await owner.createPerson({ name: 'Ann Lee', emails: ['ann@x.io'] });
    const body = { personId, relatedPersonId: ann.person.id, firstName: 'Annie', emails: [] };
    expect(await relationships.create(body)).toMatchObject({ name: 'Annie', emails: [] });
  });

  it('given a person whom the caller may not see, then the write is refused', async () => {
    const { owner, agent, personId } = await openPerson({ assignedUserId: 3 });
    const hidden = await owner.createPerson({ name: 'Ann Lee', assignedUserId: 4 });
    await expect(agent.on(peopleRelationships).create({ personId, relatedPersonId: hidden.person.id })).rejects.toThrow(
      "Field 'relatedPersonId': no such person or no permission.",
    );
  });
});

describe('D12.4 search of people by their relationships', () => {
  it.each([
    ['a name', 'q=annab'],
    ['an email', 'q=ann@spouse'],
    ['a phone', 'q=5125550'],
    ['a name beside that of the person', 'q=jo%20annabel'],
  ])('given %s, then q finds the person', async (_what, query) => {
    const { owner, relationships, personId } = await openPerson();
    await owner.createPerson({ firstName: 'Other' });
    await relationships.create({
      personId,
      firstName: 'Annabel',
      emails: ['ann@spouse.example'],
      phones: ['(512) 555-0100'],
    });
    expect((await owner.listPeople(query)).people.map(({ id }) => id)).toEqual([personId]);
  });

  it('given a changed and a deleted relationship, then q no longer finds the former name', async () => {
    const { owner, relationships, personId } = await openPerson();
    await relationships.create({ personId, firstName: 'Annabel' });
    await relationships.update(1, { firstName: 'Barbara' });
    expect((await owner.listPeople('q=annabel')).total).toBe(0);
    expect((await owner.listPeople('q=barbara')).total).toBe(1);
    await relationships.remove(1);
    expect((await owner.listPeople('q=barbara')).total).toBe(0);
  });

  it('given a change of the person itself, then q still finds it by the relationship', async () => {
    const { owner, relationships, personId } = await openPerson();
    await relationships.create({ personId, firstName: 'Annabel' });
    await owner.updatePerson(personId, { lastName: 'Stone' });
    expect((await owner.listPeople('q=annabel')).total).toBe(1);
  });

  it('given a merge, then q finds the survivor by the relationships of both', async () => {
    const { owner, relationships, personId } = await openPerson();
    const { person } = await owner.createPerson({ firstName: 'Twin' });
    await relationships.create({ personId, firstName: 'Annabel' });
    await relationships.create({ personId: person.id, firstName: 'Barbara' });
    const merge = allActions.find(({ rpc }) => rpc === 'mergePeople')!;
    await owner.act(merge, { id: personId, body: { otherId: person.id } });
    for (const query of ['q=annabel', 'q=barbara'])
      expect((await owner.listPeople(query)).people.map(({ id }) => id)).toEqual([personId]);
    await relationships.remove(2);
    expect((await owner.listPeople('q=barbara')).total).toBe(0);
  });

  it('given the name of a relationship, then the filter name does not find the person', async () => {
    const { owner, relationships, personId } = await openPerson();
    await relationships.create({ personId, firstName: 'Annabel' });
    expect((await owner.listPeople('name=annabel')).total).toBe(0);
  });
});
