import { customFields, people, ponds, timeframes } from '@porchlight/contracts';
import { expectRefusal, eventually } from '@porchlight/testkit';
import fc from 'fast-check';
import { startPeopleService, type Account } from './people-service';
import { useSuite } from './suite';

const suite = useSuite();

const withFields = async (): Promise<Account> => {
  const account = await suite.newAccount();
  const fields = account.owner.on(customFields);
  await fields.create({ label: 'Budget', type: 'number' });
  await fields.create({ label: 'Move date', type: 'date', isRecurring: true });
  await fields.create({ label: 'Colour', type: 'dropdown', choices: ['Red', 'Dark Blue'] });
  await fields.create({ label: 'Notes', type: 'text' });
  return account;
};

describe('custom fields', () => {
  it('D6.5 can be created, read, changed and deleted; the name is derived from the first label and stays', async () => {
    const { owner, agent, accountId } = await suite.newAccount();
    const fields = owner.on(customFields);
    const made = await fields.create({ label: 'Move-in date', type: 'date', isRecurring: true });
    expect(made).toMatchObject({
      label: 'Move-in date',
      name: 'customMoveInDate',
      type: 'date',
      isRecurring: true,
      choices: [],
      orderWeight: 1000,
    });
    const colour = await fields.create({ label: 'Colour', type: 'dropdown', choices: ['Red', 'Blue'] });
    expect(colour).toMatchObject({ choices: ['Red', 'Blue'], isRecurring: false, orderWeight: 2000 });
    expect(await agent.on(customFields).get(colour['id'])).toEqual(colour);
    // A record can be sent back as it was read; the label may change, the name stays.
    expect(await fields.update(colour['id'], { ...colour, label: 'Paint' })).toEqual({ ...colour, label: 'Paint' });
    expect(await fields.update(colour['id'], { orderWeight: 5, choices: ['Green'] })).toMatchObject({
      orderWeight: 5,
      choices: ['Green'],
      name: 'customColour',
    });
    expect((await fields.list('label=PAINT')).ids).toEqual([colour['id']]);
    expect((await fields.list('label=Pai')).total).toBe(0);
    expect((await fields.list('sort=orderWeight')).ids).toEqual([colour['id'], made['id']]);
    await fields.remove(made['id']);
    await expectRefusal(fields.get(made['id']), 'NOT_FOUND');
    expect((await fields.list()).ids).toEqual([colour['id']]);
    // The name can be used again.
    expect((await fields.create({ label: 'move in DATE', type: 'text' }))['name']).toBe('customMoveInDATE');
    await eventually(() =>
      expect(suite.collected.webhooks(accountId)).toEqual(
        expect.arrayContaining(['customFieldsCreated', 'customFieldsUpdated', 'customFieldsDeleted']),
      ),
    );
  });

  it('sort people, numbers by size and days by date; people without a value are lowest', async () => {
    const { owner, agent } = await withFields();
    const values: object[] = [
      { customBudget: 1000, customNotes: `${'n'.repeat(5_000)}1` },
      { customBudget: 90, customMoveDate: '2026-03-01' },
      {},
      { customBudget: 1000, customMoveDate: '2025-12-31', customNotes: `${'n'.repeat(5_000)}2` },
    ];
    const ids: number[] = [];
    for (const value of values)
      ids.push((await owner.on(people).create({ firstName: 'P', assignedUserId: 3, ...value }))['id']);
    const [a, b, c, d] = ids;
    const sorted = async (user: typeof owner, sort: string): Promise<number[]> => {
      const all = (await user.on(people).list(`sort=${sort}`)).ids;
      // Page by page, it is the same list.
      const paged: number[] = [];
      for (let next = ''; paged.length < values.length;) {
        const page = await user
          .on(people)
          .list(`sort=${sort}&limit=1${next === '' ? '' : `&next=${encodeURIComponent(next)}`}`);
        paged.push(...page.ids);
        next = page.next;
      }
      expect(paged).toEqual(all);
      return all;
    };
    expect(await sorted(owner, 'customBudget')).toEqual([c, b, d, a]);
    expect(await sorted(agent, '-customBudget')).toEqual([d, a, b, c]);
    expect(await sorted(owner, '-customMoveDate')).toEqual([b, d, c, a]);
    // Texts that exceed the length of a page token.
    expect(await sorted(owner, 'customNotes')).toEqual([c, b, a, d]);
    expect((await owner.on(people).list('sort=-customBudget&customColour=Red')).ids).toEqual([]);
    await expectRefusal(owner.on(people).list('sort=customNothing'), 'INVALID_QUERY');
  });

  it('are refused with a duplicate name, another type, or above the limit', async () => {
    const { owner, agent, lender } = await withFields();
    const fields = owner.on(customFields);
    for (const label of ['budget', 'BUDGET', 'Budget!'])
      await expectRefusal(fields.create({ label, type: 'text' }), 'NAME_TAKEN');
    const { records } = await fields.list('label=budget');
    await expectRefusal(fields.update(records[0]!['id'], { label: 'notes' }), 'NAME_TAKEN');
    await expectRefusal(fields.update(records[0]!['id'], { type: 'text' }), 'INVALID_BODY');
    for (const body of [
      { label: '?!', type: 'text' },
      { label: 'Fields', type: 'text' },
      { label: 'A', type: 'dropdown' },
      { label: 'A', type: 'text', isRecurring: true },
    ])
      await expectRefusal(fields.create(body), 'INVALID_BODY');
    for (const who of [agent, lender])
      await expectRefusal(who.on(customFields).create({ label: 'Mine', type: 'text' }), 'FORBIDDEN');
    // Of two concurrent creates one succeeds.
    const twins = await Promise.allSettled(
      ['Twin', 'twin', 'TWIN'].map((label) => fields.create({ label, type: 'text' })),
    );
    expect(twins.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await fields.list()).total).toBe(5);
  });
});

describe('custom values', () => {
  it('D4.1 are shown on request only, by name or all, and stored until cleared with null', async () => {
    const { owner } = await withFields();
    const all = 'fields=name,allCustom';
    const given = {
      customBudget: '250000',
      customMoveDate: '2026-02-28',
      customColour: 'dark blue',
      customNotes: 'x,y',
    };
    const values = { ...given, customBudget: 250000, customColour: 'Dark Blue' };
    const made = await owner.on(people).create({ name: 'Jo', ...given }, all);
    expect(made).toEqual({ id: made['id'], name: 'Jo', ...values });
    const { id } = made as { id: number };
    expect(Object.keys(await owner.getPerson(id)).some((name) => name.startsWith('custom'))).toBe(false);
    expect(await owner.on(people).get(id, all)).toEqual(made);
    expect(await owner.on(people).get(id, 'fields=customBudget')).toEqual({ id, customBudget: 250000 });
    expect(await owner.on(people).get(id, 'fields=allFields')).toMatchObject(values);
    expect((await owner.on(people).list(all)).records).toEqual([made]);
    expect(await owner.on(people).update(id, { customBudget: null, customNotes: 'z' }, all)).toEqual({
      ...made,
      customBudget: null,
      customNotes: 'z',
    });
    expect(await owner.on(people).update(id, { price: 5 }, 'fields=customColour,customMoveDate')).toEqual({
      id,
      customColour: 'Dark Blue',
      customMoveDate: '2026-02-28',
    });
    const unknown = 'fields=customBudget,customElse';
    await Promise.all(
      [
        owner.on(people).get(id, unknown),
        owner.on(people).list(unknown),
        owner.on(people).create({ name: 'New' }, unknown),
        owner.on(people).update(id, { name: 'New' }, unknown),
      ].map((asked) =>
        expect(asked).rejects.toMatchObject({
          reason: 'INVALID_QUERY',
          message: "Unknown names in 'fields': 'customElse'.",
        }),
      ),
    );
    expect((await owner.on(people).list('name=new')).total).toBe(0);
  });

  it('are refused together if one is unknown or of the wrong type, without changes', async () => {
    const { owner } = await withFields();
    const { person } = await owner.createPerson({ name: 'Jo', customBudget: 5 });
    const wrong = { name: 'Other', customBudget: 'much', customColour: 'Green', customA: 1, customB: 2 };
    const sentence =
      "Field 'customBudget' must be a number. Field 'customColour' must be one of Red, Dark Blue. Unknown fields: 'customA', 'customB'.";
    for (const refused of [owner.createPerson(wrong), owner.updatePerson(person['id'], wrong)])
      await expect(refused).rejects.toMatchObject({ reason: 'INVALID_BODY', message: sentence });
    expect(await owner.on(people).get(person['id'], 'fields=name,customBudget')).toMatchObject({
      name: 'Jo',
      customBudget: 5,
    });
    expect((await owner.listPeople()).total).toBe(1);
  });

  it('match exactly, case-insensitively; several values mean any, several fields mean all', async () => {
    const { owner, agent } = await withFields();
    const ids: number[] = [];
    for (const values of [
      { customBudget: 5, customColour: 'Red', assignedUserId: 3 },
      { customBudget: 7, customColour: 'Red', customNotes: 'Ask Ann' },
      { customBudget: 55, customColour: 'Dark Blue', customNotes: 'ask anna', customMoveDate: '2026-02-28' },
    ])
      ids.push((await owner.createPerson(values)).person['id']);
    const [a, b, c] = ids;
    const found = async (query: string) => {
      const page = await owner.on(people).list(query);
      expect(page.total).toBe(page.ids.length);
      return page.ids;
    };
    expect(await found('customBudget=5')).toEqual([a]);
    expect(await found('customBudget=5,7.0')).toEqual([b, a]);
    expect(await found('customColour=RED')).toEqual([b, a]);
    expect(await found('customColour=Red&customBudget=7,55')).toEqual([b]);
    expect(await found('customColour=Red,dark%20blue&customBudget=7,55')).toEqual([c, b]);
    expect(await found('customNotes=ASK%20ANN')).toEqual([b]);
    expect(await found('customMoveDate=2026-02-28')).toEqual([c]);
    expect(await found('customNotes=nobody')).toEqual([]);
    expect((await agent.on(people).list('customColour=Red')).ids).toEqual([a]);
    for (const query of ['customElse=1', 'customBudget=much', 'customMoveDate=May'])
      await expectRefusal(owner.on(people).list(query), 'INVALID_QUERY');
    await owner.updatePerson(b!, { customColour: null });
    expect(await found('customColour=Red')).toEqual([a]);
  });

  it('of a deleted field are hidden at once, removed with the next write, and never return', async () => {
    const { owner } = await withFields();
    const fields = owner.on(customFields);
    const { person } = await owner.createPerson({ name: 'Jo', customBudget: 5, customNotes: 'x' });
    const { ids } = await fields.list('label=Budget');
    await fields.remove(ids[0]!);
    const shown = () => owner.on(people).get(person['id'], 'fields=allCustom');
    expect(await shown()).not.toHaveProperty('customBudget');
    await expectRefusal(owner.on(people).list('customBudget=5'), 'INVALID_QUERY');
    await expectRefusal(owner.updatePerson(person['id'], { customBudget: 6 }), 'INVALID_BODY');
    // A new field with the old name has no values.
    await fields.create({ label: 'Budget', type: 'text' });
    expect(await shown()).toMatchObject({ customBudget: null, customNotes: 'x' });
    expect((await owner.on(people).list('customBudget=5')).total).toBe(0);
    await owner.updatePerson(person['id'], { customBudget: 'lots' });
    expect((await owner.on(people).list('customBudget=LOTS')).ids).toEqual([person['id']]);
  });

  it('of a field just created on another replica are accepted, and other writes retain them', async () => {
    const { owner, actor } = await withFields();
    const { person } = await owner.createPerson({ name: 'Jo' });
    const id = person['id'];
    const replica = await startPeopleService(suite);
    try {
      const there = replica.as(actor(1));
      for (const [label, act] of [
        ['One', (name: string) => there.updatePerson(id, { [name]: 'x' })],
        ['Two', (name: string) => there.createPerson({ [name]: 'x' })],
        ['Three', (name: string) => there.send({ person: { id, [name]: 'x' } })],
        ['Four', (name: string) => there.on(people).list(`${name}=x`)],
        ['Five', (name: string) => there.on(people).get(id, `fields=${name}`)],
        [
          'Six',
          (name: string) => owner.updatePerson(id, { [name]: 'x' }).then(() => there.updatePerson(id, { price: 1 })),
        ],
      ] as const) {
        // The replica caches the settings before the field is created.
        await there.getPerson(id);
        await owner.on(customFields).create({ label, type: 'text' });
        await act(`custom${label}`);
      }
      const kept = await owner.on(people).get(id, 'fields=customOne,customThree,customSix,price');
      expect(kept).toEqual({ id, customOne: 'x', customThree: 'x', customSix: 'x', price: 1 });
    } finally {
      await replica.stop();
    }
  });

  it('after any sequence of updates the last values are stored', async () => {
    const { owner } = await withFields();
    const { person } = await owner.createPerson({});
    const names = ['customBudget', 'customMoveDate', 'customColour', 'customNotes'];
    const expected: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, null]));
    const update = fc.record(
      {
        customBudget: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0)),
        customMoveDate: fc.option(fc.constantFrom('1999-12-31', '2024-02-29')),
        customColour: fc.option(fc.constantFrom('Red', 'Dark Blue')),
        customNotes: fc.option(fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' })),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(update, async (body) => {
        Object.assign(expected, body);
        const { id, ...kept } = await owner.on(people).update(person['id'], body, 'fields=allCustom');
        expect({ id, ...kept }).toEqual({ id: person['id'], ...expected });
      }),
      { numRuns: 40, endOnFailure: true },
    );
  });
});

describe('other fields of a person', () => {
  it('D4.14 collaborators see the person; they are active users, each once', async () => {
    const { owner, agent, agent2, lender } = await suite.newAccount();
    const { person } = await owner.createPerson({ name: 'Jo', assignedUserId: 3, collaborators: [4, { id: 5 }, 4] });
    const id = person['id'];
    expect(person['collaborators']).toEqual([
      { id: 4, name: 'Axel Agent', assigned: false, role: 'Agent' },
      { id: 5, name: 'Len Lender', assigned: false, role: 'Lender' },
    ]);
    for (const who of [agent, agent2, lender]) expect((await who.on(people).list()).ids).toEqual([id]);
    expect(await owner.updatePerson(id, person)).toEqual(person);
    await owner.updatePerson(id, { collaborators: [5] });
    expect((await agent2.on(people).list()).ids).toEqual([]);
    await expectRefusal(agent2.getPerson(id), 'NOT_FOUND');
    for (const collaborators of [[99], [{ id: 4 }, { id: 77 }]])
      await expectRefusal(owner.updatePerson(id, { collaborators }), 'UNKNOWN_REFERENCE');
    await owner.updatePerson(id, { collaborators: null });
    expect((await owner.getPerson(id))['collaborators']).toEqual([]);
  });

  it('D11.10 a timeframe of a fixed list', async () => {
    const { owner, agent } = await suite.newAccount();
    const { records, total } = await agent.on(timeframes).list('sort=id&limit=2');
    expect([records, total]).toEqual([
      [
        { id: 1, timeframe: '0-3 Months', name: '0-3 Months' },
        { id: 2, timeframe: '3-6 Months', name: '3-6 Months' },
      ],
      5,
    ]);
    expect((await agent.on(timeframes).list()).ids).toEqual([1, 2, 3, 4, 5]);
    expect((await agent.on(timeframes).list('offset=3')).ids).toEqual([4, 5]);
    expect((await agent.on(timeframes).list('ids=2,4,9')).ids).toEqual([2, 4]);
    const { next } = await agent.on(timeframes).list('limit=3');
    expect((await agent.on(timeframes).list(`limit=3&next=${next}`)).ids).toEqual([4, 5]);
    expect((await agent.on(timeframes).get(4))['name']).toBe('12+ Months');
    await expectRefusal(agent.on(timeframes).get(6), 'NOT_FOUND');
    const { person } = await owner.createPerson({ timeframeId: 3 });
    await owner.createPerson({ timeframeId: 2 });
    expect(person['timeframeId']).toBe(3);
    expect((await owner.on(people).list('timeframeId=3')).ids).toEqual([person['id']]);
    await expectRefusal(owner.updatePerson(person['id'], { timeframeId: 6 }), 'UNKNOWN_REFERENCE');
    expect((await owner.updatePerson(person['id'], { timeframeId: null }))['timeframeId']).toBeNull();
    expect((await owner.on(people).list('timeframeId=3')).total).toBe(0);
  });

  it('a pond that exists, whose members see the person', async () => {
    const { owner, agent, agent2 } = await suite.newAccount();
    const pond = await owner.on(ponds).create({ name: 'Lake', userIds: [4] });
    const { person } = await owner.createPerson({ assignedPondId: pond['id'], timeframeId: 1 });
    await owner.createPerson({});
    const id = person['id'];
    expect(person).toMatchObject({ assignedPondId: pond['id'], assignedUserId: null, claimed: true });
    expect([(await agent2.on(people).list()).ids, (await agent.on(people).list()).ids]).toEqual([[id], []]);
    expect((await owner.on(people).list(`assignedPondId=${pond['id']}`)).ids).toEqual([id]);
    expect(await owner.updatePerson(id, person)).toEqual(person);
    expect((await owner.updatePerson(id, { assignedPondId: null }))['assignedPondId']).toBeNull();
    await expectRefusal(agent2.getPerson(id), 'NOT_FOUND');
    await expectRefusal(owner.createPerson({ assignedPondId: 7 }), 'UNKNOWN_REFERENCE');
  });

  it('none of it fires peopleUpdated', async () => {
    const { owner, accountId } = await withFields();
    const { person } = await owner.createPerson({ name: 'Jo' });
    await owner.updatePerson(person['id'], { collaborators: [3] });
    await owner.updatePerson(person['id'], { timeframeId: 1 });
    await owner.on(people).update(person['id'], { customBudget: 5 }, 'fields=allCustom');
    await owner.updatePerson(person['id'], { customBudget: 6 });
    await owner.deletePerson(person['id']);
    await eventually(() => expect(suite.collected.webhooks(accountId)).toContain('peopleDeleted'));
    expect(suite.collected.webhooks(accountId)).not.toContain('peopleUpdated');
  });
});
