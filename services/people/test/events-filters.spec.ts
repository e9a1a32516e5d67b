import { customFields, notes, people } from '@porchlight/contracts';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { useSuite } from './suite';

const suite = useSuite();

describe('events in lists', () => {
  it('are found by each filter, and by several at once', async () => {
    const { owner } = await suite.newAccount();
    const property = { street: '12 São Paulo Street', city: 'Austin' };
    const ids: number[] = [];
    const send = async (body: object) => ids.push((await owner.send(body)).eventId) - 1;
    await send({ source: 'a.com', person: { name: 'A' }, property, occurredAt: '2020-01-02T03:04:05Z' });
    await send({ source: 'b.com', type: 'Registration', person: { name: 'B' } });
    await send({ source: 'a.com', type: 'Viewed Page', person: { name: 'C' }, property: { street: '9 Elm St' } });
    const { personId } = await owner.getEvent(ids[1]!);
    const found = async (query: string) =>
      (await owner.listEvents(query)).events.map(({ id }) => ids.indexOf(id)).sort();
    const cases: [string, number[]][] = [
      [`personId=${personId}`, [1]],
      ['type=Registration,Viewed Page', [1, 2]],
      ['type[]=Registration&type[]=Viewed Page', [1, 2]],
      ['source=a.com', [0, 2]],
      ['source=a.com,b.com', [0, 1, 2]],
      ['hasProperty=true', [0, 2]],
      ['hasProperty=false', [1]],
      ['propertyAddress=PAULO', [0]],
      ['propertyAddress=12 sao', [0]],
      ['propertyAddress=st', [0, 2]],
      ['propertyAddress=Oak', []],
      ['propertyAddress=%', []],
      ['propertyAddress=elm&type=Viewed Page', [2]],
      ['propertyAddress=elm&source=b.com', []],
      ['createdAfter=2020-01-02T03:04:04Z&createdBefore=2020-01-02T03:04:06Z', [0]],
      ['createdBefore=2020-01-02T03:04:05Z', []],
      [`ids=${ids[0]},${ids[2]}`, [0, 2]],
      ['source=a.com&hasProperty=true&type=Viewed Page', [2]],
    ];
    const answers = await Promise.all(cases.map(([query]) => found(query)));
    expect(Object.fromEntries(cases.map(([query], at) => [query, answers[at]]))).toEqual(Object.fromEntries(cases));
    expect((await owner.listEvents('propertyAddress=st')).total).toBe(2);
    await expect(owner.listEvents('type=Visit')).rejects.toThrow(/Viewed Property/);
  });
});

describe('an event', () => {
  it('accepts all fields of the specification and decisions', async () => {
    const { owner } = await suite.newAccount();
    const body = {
      source: 'site.com',
      system: 'Site',
      type: 'Property Search',
      description: 'Looked around',
      pageTitle: 'Search',
      pageUrl: 'https://site.com/search',
      pageReferrer: 'https://example.com/',
      pageDuration: 30,
      propertySearch: {
        type: 'House',
        neighborhood: 'Hyde Park',
        city: 'Austin',
        state: 'TX',
        code: '78751',
        minPrice: 1,
        maxPrice: 2,
        minBedrooms: 3,
        maxBedrooms: 4,
        minBathrooms: 1,
        maxBathrooms: 2,
      },
      campaign: { source: 'google', medium: 'cpc', term: 't', content: 'c', campaign: 'Spring' },
    };
    const { person, eventId } = await owner.send({
      ...body,
      person: { name: 'Jo', assignedUserId: 3, stage: 'Closed' },
    });
    expect(person).toMatchObject({ assignedUserId: 3, stage: 'Closed', source: 'site.com' });
    expect(await owner.getEvent(eventId)).toMatchObject({ ...body, noteId: null, personId: person['id'] });
    await expectRefusal(owner.getEvent(4711), 'NOT_FOUND');
    await expect(owner.send({ campaign: { medium: 'cpc' }, person: { name: 'Jo' } })).rejects.toThrow(
      /campaign\.source/,
    );
    await expect(owner.send({ type: 'Visit', person: { name: 'Jo' } })).rejects.toThrow(/Viewed Property/);
    expect(await owner.send({ person: { name: 'Jo', assignedUserId: 99 } })).toMatchObject({ status: 201 });
  });

  it('updates the activity of its person in the same write', async () => {
    const { owner } = await suite.newAccount();
    const send = (type: string) => owner.send({ type, person: { emails: ['jo@example.com'] } });
    const { person } = await send('Viewed Property');
    await send('Viewed Property');
    await send('Saved Property');
    const fields = 'fields=propertiesViewed,propertiesSaved,pagesViewed,lastLeadActivity,lastIdxVisit';
    const shown = await owner.on(people).get(person['id'], fields);
    expect(shown).toMatchObject({ propertiesViewed: 2, propertiesSaved: 1, pagesViewed: 0 });
    expect([shown['lastLeadActivity'], shown['lastIdxVisit']]).toEqual([expect.any(String), shown['lastLeadActivity']]);
    expect((await owner.listPeople('sort=-propertiesViewed')).people.map(({ id }) => id)).toEqual([person['id']]);
  });

  it('sets custom fields of a new person, and empty ones of a known person', async () => {
    const { owner } = await suite.newAccount();
    await owner.on(customFields).create({ label: 'Budget', type: 'number' });
    await owner.on(customFields).create({ label: 'Pet', type: 'dropdown', choices: ['Cat', 'Dog'] });
    const jo = { emails: ['jo@example.com'] };
    const { person } = await owner.send({ customBudget: 5, person: jo });
    await owner.send({ person: { ...jo, customBudget: 6, customPet: 'cat' } });
    expect(await owner.on(people).get(person['id'], 'fields=allCustom')).toMatchObject({
      customBudget: 5,
      customPet: 'Cat',
    });
    expect(await owner.send({ customNothing: 1, person: jo })).toMatchObject({ status: 200 });
    expect(await owner.send({ person: { ...jo, customPet: 'Cow' } })).toMatchObject({ status: 200 });
    expect((await owner.listEvents()).total).toBe(4);
  });

  it('with a message creates a note with the viewers of the person, otherwise none', async () => {
    const { owner, agent, agent2, accountId } = await suite.newAccount();
    const jo = { emails: ['jo@example.com'], assignedUserId: 3 };
    const first = await owner.send({ message: 'Is it <b>free</b>?', person: jo });
    const second = await owner.send({ message: 'Still?', person: jo });
    await owner.send({ message: '  ', person: jo });
    const list = await agent.on(notes).list(`personId=${first.person['id']}`);
    expect(list.records.map(({ body, isHtml, createdById }) => [body, isHtml, createdById])).toEqual([
      ['Still?', false, 1],
      ['Is it <b>free</b>?', false, 1],
    ]);
    expect((await owner.getEvent(first.eventId))['noteId']).toBe(list.records[1]!['id']);
    expect((await owner.getEvent(second.eventId))['noteId']).toBe(list.records[0]!['id']);
    expect((await agent2.on(notes).list()).total).toBe(0);
    await eventually(() =>
      expect(suite.collected.webhooks(accountId).filter((name) => name === 'notesCreated')).toHaveLength(2),
    );
  });
});
