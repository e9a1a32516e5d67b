import { expectRefusal } from '@porchlight/testkit';
import { customFields, people, smartLists, stages } from '@porchlight/contracts';
import { useSuite } from './suite';

const suite = useSuite();

describe('smart lists', () => {
  it('D6.6 show id and name; filters, sort and skipped filters on request', async () => {
    const { owner, agent } = await suite.newAccount();
    const lists = owner.on(smartLists);
    const made = await lists.create({
      name: ' Hot ',
      filters: { stage: ['Lead', 'Pending'], contacted: false },
      sort: '-price',
    });
    expect(made).toEqual({ id: made['id'], name: 'Hot', description: null, isFub2: true, defaultSmartListId: null });
    expect((await owner.on(smartLists).list('fub2=true&all=1')).ids).toEqual([made['id']]);
    const { id } = made as { id: number };
    expect(await agent.on(smartLists).get(id)).toEqual(made);
    expect(await agent.on(smartLists).get(id, 'fields=allFields')).toMatchObject({
      id,
      name: 'Hot',
      filters: { stage: ['Lead', 'Pending'], contacted: false },
      sort: '-price',
      skipped: [],
    });
    expect((await agent.on(smartLists).list()).records).toEqual([made]);
    const shown = 'fields=name,filters,sort';
    expect(await lists.update(id, { sort: null }, shown)).toMatchObject({ sort: null, filters: { contacted: false } });
    expect(await lists.update(id, { name: 'HOT', filters: {} }, shown)).toMatchObject({ name: 'HOT', filters: {} });
    await lists.remove(id);
    await expectRefusal(lists.get(id), 'NOT_FOUND');
    // The name can be used again.
    await lists.create({ name: 'hot' });
  });

  it('D13.10 (5) given a smart list, then every response has defaultSmartListId and a PUT may return it', async () => {
    const { owner } = await suite.newAccount();
    const lists = owner.on(smartLists);
    const created = await lists.create({ name: 'Hot' });
    expect(created).toHaveProperty('defaultSmartListId', null);
    expect((await lists.list()).records).toEqual([created]);
    expect(await lists.update(created['id'] as number, created)).toEqual(created);
  });

  it('are refused with a duplicate name, invalid filters, or from agents', async () => {
    const { owner, agent } = await suite.newAccount();
    const lists = owner.on(smartLists);
    await lists.create({ name: 'Hot' });
    const { id } = (await lists.create({ name: 'Cold' })) as { id: number };
    await expectRefusal(lists.create({ name: 'hot' }), 'NAME_TAKEN');
    await expectRefusal(lists.update(id, { name: 'HOT' }), 'NAME_TAKEN');
    for (const [body, named] of [
      [{ filters: { beauty: 1 } }, 'beauty'],
      [{ filters: { priceAbove: 'much' } }, 'priceAbove'],
      [{ filters: { customNone: 'x' } }, 'customNone'],
      [{ filters: { limit: 5 } }, 'limit'],
      [{ filters: { smartListId: 1 } }, 'smartListId'],
      [{ sort: 'beauty' }, 'beauty'],
    ] as const) {
      const refused = expect.objectContaining({
        reason: 'INVALID_BODY',
        message: expect.stringContaining(`'${named}'`),
      });
      await expect(lists.create({ name: 'New', ...body })).rejects.toEqual(refused);
      await expect(lists.update(id, body)).rejects.toEqual(refused);
    }
    for (const call of [agent.on(smartLists).create({ name: 'Mine' }), agent.on(smartLists).remove(id)])
      await expectRefusal(call, 'FORBIDDEN');
    expect((await lists.list()).total).toBe(2);
  });

  it("select and sort people, page by page, combined with the caller's filters", async () => {
    const { owner, agent, lender } = await suite.newAccount();
    const ids: number[] = [];
    for (const given of [
      { name: 'A', price: 300, assignedUserId: 3, tags: ['x'] },
      { name: 'B', price: 100 },
      { name: 'C', price: 200, assignedUserId: 3 },
      { name: 'D', price: 250, stage: 'Pending' },
      { name: 'E' },
    ])
      ids.push((await owner.createPerson(given)).person['id']);
    const [a, b, c, d] = ids;
    const { id } = await owner
      .on(smartLists)
      .create({ name: 'Rich leads', filters: { stage: 'lead', priceAbove: 99 }, sort: 'price' });
    const list = async (who: typeof owner, query: string) => {
      const { ids: found, total } = await who.on(people).list(`smartListId=${id}&${query}`);
      return [found, total];
    };
    expect(await list(owner, '')).toEqual([[b, c, a], 3]);
    expect(await list(owner, 'sort=-price')).toEqual([[a, c, b], 3]);
    expect(await list(owner, 'sort=-id')).toEqual([[c, b, a], 3]);
    expect(await list(owner, 'tags=x')).toEqual([[a], 1]);
    expect(await list(owner, 'stage=Pending')).toEqual([[], 0]);
    // Agents and lenders find only their own people.
    expect(await list(agent, '')).toEqual([[c, a], 2]);
    expect(await list(lender, '')).toEqual([[], 0]);
    const found: number[] = [];
    for (let next = ''; ;) {
      const page = await owner.on(people).list(`smartListId=${id}&limit=1${next && `&next=${next}`}`);
      expect(page.total).toBe(3);
      found.push(...page.ids);
      if (page.next === '') break;
      next = page.next;
    }
    expect(found).toEqual([b, c, a]);
    // Names are resolved when the list is requested.
    await owner.on(stages).create({ name: 'New' });
    await owner
      .on(smartLists)
      .update(id as number, { filters: { stage: ['New', 'Pending'], assignedTo: '' }, sort: null });
    expect(await list(owner, '')).toEqual([[d], 1]);
    await expectRefusal(owner.on(people).list('smartListId=999'), 'UNKNOWN_REFERENCE');
  });

  it('A13 match no person while a filter names a deleted field, report it, and can be saved unchanged', async () => {
    const { owner } = await suite.newAccount();
    const field = await owner.on(customFields).create({ label: 'Budget', type: 'number' });
    await owner.createPerson({ customBudget: 5, tags: ['x'] });
    await owner.createPerson({ customBudget: 6, tags: ['x'] });
    const filters = { customBudget: 5, tags: 'x' };
    const { id } = (await owner.on(smartLists).create({ name: 'Five', filters })) as { id: number };
    const list = () => owner.on(people).list(`smartListId=${id}`);
    expect(await list()).toMatchObject({ total: 1, warnings: [] });
    await owner.on(customFields).remove(field['id']);
    const sentence = "Filter 'customBudget' of smart list 'Five' matches no person: Unknown parameter 'customBudget'.";
    expect(await list()).toMatchObject({ total: 0, ids: [], warnings: [sentence] });
    expect(await owner.on(smartLists).get(id, 'fields=skipped')).toEqual({ id, skipped: [sentence] });
    await owner.on(smartLists).update(id, { name: 'Was five', filters });
    await expectRefusal(owner.on(smartLists).update(id, { filters: { ...filters, tags: 'y' } }), 'INVALID_BODY');
  });
});

describe('searching people', () => {
  it('finds words in any order, emails and phones, and matches special characters literally', async () => {
    const { owner, agent } = await suite.newAccount();
    const { person } = await owner.createPerson({
      name: 'Zoë Ångström-Smith',
      emails: ['zoe@example.com'],
      phones: ['+1 555 010 0199'],
      assignedUserId: 3,
    });
    await owner.createPerson({ name: 'Joe Smith', emails: ['joe@example.com'] });
    await owner.createPerson({ name: '100% [a-z].* _under\\ (x|y)' });
    const found = async (query: string, who = owner) =>
      (await who.on(people).list(query)).records.map(({ name }) => name);
    const ours = [person['name']];
    for (const query of [
      'q=smith%20zoe',
      'q=ANGS',
      'q=zoe@EXAMPLE.com',
      'q=5550100199',
      'q=(555)%20010-0199',
      'q=ang%20zo',
      'q=zoe@ex',
      'q=0199',
      'q=5550',
    ])
      expect([query, await found(query)]).toEqual([query, ours]);
    expect(await found('q=smith')).toEqual(['Joe Smith', person['name']]);
    expect(await found('q=smith', agent)).toEqual(ours);
    for (const query of [
      'q=zoe%20joe',
      'q=oe@example.com',
      'q=55501009',
      'q=mith',
      'q=.*',
      'name=.*h',
      'firstName=zo%25',
      'lastName=_mith',
    ])
      expect([query, await found(query)]).toEqual([query, []]);
    const odd = ['100% [a-z].* _under\\ (x|y)'];
    for (const text of ['100%', '%', '_', '[a-z]', '.*', '\\', '(x|y)'])
      expect([text, await found(`name=${encodeURIComponent(text)}`)]).toEqual([text, odd]);
    for (const name of ['name', 'firstName', 'lastName', 'q'])
      await expectRefusal(owner.on(people).list(`${name}=${'x'.repeat(10_000)}`), 'INVALID_QUERY');
    expect(await found(`name=${'%'.repeat(1000)}`)).toEqual([]);
  });

  it('returns stored counts by tag, source, stage and user without Trash, also through smart lists', async () => {
    const { owner, agent } = await suite.newAccount();
    const total = async (query: string, who = owner) => (await who.on(people).list(query)).total;
    for (const given of [
      { tags: ['a.b', '$x', '7'], source: 'Zillow.com', assignedUserId: 3 },
      { tags: ['a.b'], source: 'Zillow.com' },
      { tags: ['$x'], source: '7' },
    ])
      await owner.createPerson(given);
    const { person } = await owner.createPerson({ tags: ['a.b'], source: 'Zillow.com', stage: 'Trash' });
    const { id } = await owner.on(smartLists).create({ name: 'Tagged', filters: { tags: 'a.b' } });
    const counts = async () =>
      Promise.all(
        ['tags=a.b', 'tags=$x', 'tags=7', 'source=Zillow.com', 'source=7', `smartListId=${id}`].map((query) =>
          total(query),
        ),
      );
    expect(await counts()).toEqual([2, 2, 1, 2, 1, 2]);
    expect(await total('tags=a.b&includeTrash=1')).toBe(3);
    expect(await total('source=Zillow.com&includeTrash=1')).toBe(3);
    expect(await total('tags=a.b,$x')).toBe(3);
    expect([await total('tags=a.b', agent), await total('source=Zillow.com', agent)]).toEqual([1, 1]);
    await owner.updatePerson(person['id'], { stage: 'Lead', tags: ['$x'] });
    expect(await counts()).toEqual([2, 3, 1, 3, 1, 2]);
    await owner.deletePerson(person['id']);
    expect(await counts()).toEqual([2, 2, 1, 2, 1, 2]);
  });
});

describe('sorting people', () => {
  it('supports all 36 sort names in both directions', async () => {
    const { owner } = await suite.newAccount();
    for (const name of ['B', 'A', 'C']) await owner.createPerson({ name, price: 5 });
    const names = Object.keys(people.sorts);
    expect(names).toHaveLength(36);
    for (const sort of names)
      for (const sign of ['', '-']) {
        const { total, ids } = await owner.on(people).list(`sort=${sign}${sort}`);
        expect([sort, total, new Set(ids).size]).toEqual([sort, 3, 3]);
      }
    const named = async (sort: string) => (await owner.on(people).list(`sort=${sort}`)).records.map(({ name }) => name);
    expect([await named('name'), await named('-firstName')]).toEqual([
      ['A', 'B', 'C'],
      ['C', 'B', 'A'],
    ]);
    // Equal values are sorted by descending id in both directions.
    expect([await named('price'), await named('-price'), await named('callsIncoming')]).toEqual(
      Array(3).fill(['C', 'A', 'B']),
    );
  });

  it('by stage uses stage names, newest first within a stage, page by page, including deleted stages', async () => {
    const { owner, agent } = await suite.newAccount();
    const zoo = await owner.on(stages).create({ name: 'Éclair' });
    for (const [name, stage] of [
      ['A', 'Pending'],
      ['B', 'Éclair'],
      ['C', 'Lead'],
      ['D', 'Éclair'],
      ['E', 'Active Client'],
    ])
      await owner.createPerson({ name, stage, assignedUserId: 3 });
    const walk = async (who: typeof owner, sort: string) => {
      const found: string[] = [];
      for (let next = ''; ;) {
        const page = await who.on(people).list(`sort=${sort}&limit=2${next && `&next=${next}`}`);
        expect(page.total).toBe(5);
        found.push(...page.records.map(({ name }) => name));
        if (page.next === '') return found.join('');
        next = page.next;
      }
    };
    for (const who of [owner, agent])
      expect([await walk(who, 'stage'), await walk(who, '-stage')]).toEqual(['EDBCA', 'ACDBE']);
    await owner.on(stages).update(zoo['id'], { name: 'Zoo' });
    expect(await walk(owner, 'stage')).toBe('ECADB');
    await owner.on(stages).remove(zoo['id'], 'assignStageId=1');
    expect(await walk(owner, 'stage')).toBe('EDCBA');
  });
});
