import { allActions, notes } from '@porchlight/contracts';
import { eventually, expectRefusal } from '@porchlight/testkit';
import { publishChange } from './publish-facts';
import { useSuite } from './suite';

const suite = useSuite();
const action = (name: string) => allActions.find(({ rpc }) => rpc === name)!;
const [send, look, undo] = [action('importPeopleCsv'), action('getPeopleImport'), action('undoPeopleImport')];

type User = Awaited<ReturnType<typeof suite.newAccount>>['owner'];

const run = async (user: User, csv: string, query = '') => {
  const begun = await user.act(send, { query, body: { csv } });
  return eventually(async () => {
    const result = (await user.act(look, { id: begun.body.id })).body;
    expect(result.status).toBe('Completed');
    return result;
  });
};
const createKnown = async (user: User, body: object): Promise<number> =>
  (await user.createPerson(body)).person['id'] as number;

describe('D13.2 undo of an import', () => {
  it('given people without later changes, when it is undone, then everything is as before', async () => {
    const { owner } = await suite.newAccount();
    const id = await createKnown(owner, {
      ...{ firstName: 'Ann', emails: [{ value: 'ann@x.example', type: 'work' }], tags: ['vip'], price: 320_000 },
    });
    const before = await owner.getPerson(id);
    const csv = [
      'First name,Last name,Email,Phone,Tags,Price,Street,Background',
      'Ann,Ford,ann@x.example,512-555-0134,buyer,450000,12 Elm St,Likes gardens',
      'Bob,Stone,bob@x.example,,,,,',
      'Bob,Stone,bob@x.example,512-555-0177,hot,,,',
    ].join('\n');
    const { id: importId, undoUntil, undo: none } = await run(owner, csv, 'existing=overwrite');
    expect([typeof undoUntil, none]).toEqual(['string', null]);

    const { status, body } = await owner.act(undo, { id: importId });
    expect(status).toBe(200);
    // Ann: last name, price, background; phone, address, tag. Bob: phone and tag, then the person.
    expect(body.undo).toEqual({ status: 'Completed', undone: 9, kept: 0, keptItems: [] });
    const { updated: _then, ...rest } = await owner.getPerson(id);
    const { updated: _earlier, ...expected } = before;
    expect(rest).toEqual(expected);
    expect((await owner.listPeople('')).total).toBe(1);
  });

  it('given values and entries that were changed since, when it is undone, then they stay and are listed with the reason', async () => {
    const { owner } = await suite.newAccount();
    const id = await createKnown(owner, { firstName: 'Ann', emails: ['ann@x.example'], price: 320_000, tags: ['vip'] });
    const csv = 'Email,Price,Background,Tags\nann@x.example,450000,Likes gardens,"hot,buyer"';
    const { id: importId } = await run(owner, csv, 'existing=overwrite');
    await owner.updatePerson(id, { price: 500_000, tags: ['vip', 'buyer', 'own'] });
    const { body } = await owner.act(undo, { id: importId });
    expect(body.undo).toEqual({
      status: 'Completed',
      undone: 3,
      kept: 1,
      keptItems: [{ row: 1, line: 2, personId: id, field: 'price', reason: 'Changed since.' }],
    });
    const person = await owner.getPerson(id);
    expect(person).toMatchObject({ price: 500_000, tags: ['vip', 'own'] });
    expect(person['background']).toBeNull();
  });

  it('given created people with later records or changes, when it is undone, then only they stay', async () => {
    const { owner, accountId } = await suite.newAccount();
    const csv = ['Name,Email', 'A One,a@x.example', 'B Two,b@x.example', 'C Three,c@x.example', 'D Four,d@x.example'];
    const { id: importId } = await run(owner, csv.join('\n'));
    const idOf = async (email: string): Promise<number> =>
      ((await owner.listPeople(`email=${email}`)).people as { id: number }[])[0]!.id;
    const [a, b] = [await idOf('a@x.example'), await idOf('b@x.example')];
    const [c, d] = [await idOf('c@x.example'), await idOf('d@x.example')];
    await owner.on(notes).create({ personId: a, body: 'Called' });
    await owner.updatePerson(b, { tags: ['mine'] });
    await owner.updatePerson(c, { collaborators: [3] });
    const { body } = await owner.act(undo, { id: importId });
    expect(body.undo).toMatchObject({ undone: 1, kept: 3 });
    expect(body.undo.keptItems).toEqual([
      { row: 3, line: 4, personId: c, field: null, reason: 'Changed since: collaboratorIds.' },
      { row: 2, line: 3, personId: b, field: null, reason: 'Changed since: tags.' },
      { row: 1, line: 2, personId: a, field: null, reason: 'Added since: notes.' },
    ]);
    await expectRefusal(owner.getPerson(d), 'NOT_FOUND');
    await eventually(() => expect(suite.collected.webhooks(accountId)).toContain('peopleDeleted'));
  });

  it.each([
    ['a deal', { service: 'deals', resource: 'deals', verb: 'linked' }, (id: number) => ({ people: [id] }), 'deals'],
    [
      'an action plan',
      { service: 'marketing', resource: 'actionPlansPeople', verb: 'applied' },
      (id: number) => ({ personId: id }),
      'action plans',
    ],
  ] as const)(
    'given a created person with %s, when it is undone, then the person stays',
    async (_, fact, data, reason) => {
      const { owner, accountId } = await suite.newAccount();
      const { id: importId } = await run(owner, 'Name,Email\nAnn Ford,ann@x.example');
      const [created] = (await owner.listPeople('')).people as { id: number }[];
      await publishChange(suite.bus, { accountId, ...fact, data: data(created!.id) });
      const { body } = await owner.act(undo, { id: importId });
      expect(body.undo).toMatchObject({ undone: 0, kept: 1, keptItems: [{ reason: `Added since: ${reason}.` }] });
    },
  );

  it('given a merged person, when it is undone, then the survivor stays as it is', async () => {
    const { owner } = await suite.newAccount();
    const survivor = await createKnown(owner, { firstName: 'Ann', emails: ['ann@x.example'] });
    const { id: importId } = await run(owner, 'Name,Email\nAnn Ford,ford@x.example');
    const [created] = (await owner.listPeople('email=ford@x.example')).people as { id: number }[];
    await owner.act(action('mergePeople'), { id: survivor, body: { otherId: created!.id } });
    const { body } = await owner.act(undo, { id: importId });
    expect(body.undo).toMatchObject({
      kept: 1,
      keptItems: [{ personId: created!.id, reason: `Merged into person ${survivor} since.` }],
    });
  });

  it('given an undo, when it is sent again, then the result is the same and nothing else changes', async () => {
    const { owner } = await suite.newAccount();
    const { id: importId } = await run(owner, 'Name,Email\nAnn Ford,ann@x.example');
    const first = (await owner.act(undo, { id: importId })).body;
    await owner.createPerson({ firstName: 'Ann', lastName: 'Ford', emails: ['ann@x.example'] });
    expect((await owner.act(undo, { id: importId })).body).toEqual(first);
    expect((await owner.listPeople('')).total).toBe(1);
  });

  it('given an agent or another account, when they undo, then it is refused', async () => {
    const { owner, agent } = await suite.newAccount();
    const { id: importId } = await run(owner, 'Name,Email\nAnn Ford,ann@x.example');
    const other = await suite.newAccount();
    await expectRefusal(agent.act(undo, { id: importId }), 'FORBIDDEN');
    await expectRefusal(other.owner.act(undo, { id: importId }), 'NOT_FOUND');
  });
});

describe('N9 an erasure and imports', () => {
  it('given problems of rows of a person, when the person is erased, then they are removed and others stay', async () => {
    const { owner } = await suite.newAccount();
    const csv = [
      'Name,Email,Phone,Price',
      'Ann Ford,ann@x.example,,much',
      'Bob Stone,bob@x.example,7.1E+09,',
      'Ann Ford,,,some',
      'Cyd Lee,cyd@x.example,,little',
    ].join('\n');
    const { id: importId, problems } = await run(owner, csv);
    expect(problems).toHaveLength(4);
    const id = await createKnown(owner, { firstName: 'Ann', lastName: 'Ford', emails: ['ANN@x.example'] });
    await owner.act(action('erasePerson'), { id });
    const after = (await owner.act(look, { id: importId })).body.problems;
    expect(after.map(({ line }: { line: number }) => line)).toEqual([3, 5]);
  });

  it('given problems that were found when rows were saved, when the person is erased, then they are removed too', async () => {
    const { owner } = await suite.newAccount();
    const csv = 'Name,Email,Stage\nAnn Ford,ann@x.example,Nowhere\nBob Stone,bob@x.example,Nowhere';
    const { id: importId, problems } = await run(owner, csv);
    expect(problems).toHaveLength(2);
    const id = await createKnown(owner, { firstName: 'Anna', emails: ['ann@x.example'] });
    await owner.act(action('erasePerson'), { id });
    const after = (await owner.act(look, { id: importId })).body.problems;
    expect(after.map(({ line }: { line: number }) => line)).toEqual([3]);
  });
});
