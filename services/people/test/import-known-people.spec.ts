import { allActions } from '@porchlight/contracts';
import { eventually } from '@porchlight/testkit';
import { publishUser } from './publish-facts';
import { useSuite } from './suite';

const suite = useSuite();
const action = (name: string) => allActions.find(({ rpc }) => rpc === name)!;
const [send, look] = [action('importPeopleCsv'), action('getPeopleImport')];

type User = Awaited<ReturnType<typeof suite.newAccount>>['owner'];

const preview = async (user: User, csv: string, query = '', body: object = {}) =>
  (await user.act(send, { query: `preview=true${query}`, body: { csv, ...body } })).body;

/** Imports a table and waits for its end. */
const run = async (user: User, csv: string, query = '', body: object = {}) => {
  const begun = await user.act(send, { query, body: { csv, ...body } });
  return eventually(async () => {
    const result = (await user.act(look, { id: begun.body.id })).body;
    expect(result.status).not.toBe('Running');
    return result;
  });
};

const KNOWN = {
  firstName: 'Ann',
  lastName: 'Ford',
  emails: [
    { value: 'ann@work.example', type: 'work', isPrimary: true },
    { value: 'ann@home.example', type: 'home' },
  ],
  tags: ['vip', 'buyer'],
  price: 320_000,
};
const createKnown = async (user: User, more: object = {}): Promise<number> =>
  (await user.createPerson({ ...KNOWN, ...more })).person['id'] as number;

describe('D13.2 a table only adds to known people', () => {
  it('A2 given fewer values than the person has, when a table is imported, then lists grow and types stay', async () => {
    const { owner } = await suite.newAccount();
    const id = await createKnown(owner);
    const csv = 'Email,Tags,Phone\nANN@work.example,newtag,512-555-0134';
    expect((await preview(owner, csv)).plan).toEqual([
      {
        row: 1,
        line: 2,
        action: 'add',
        person: { id, name: 'Ann Ford' },
        add: [
          { field: 'phones', value: '512-555-0134' },
          { field: 'tags', value: 'newtag' },
        ],
        change: [],
        reason: null,
      },
    ]);
    expect(await run(owner, csv)).toMatchObject({ created: 0, updated: 1, skipped: 0, failed: 0 });
    expect(await owner.getPerson(id)).toMatchObject({
      emails: [
        { value: 'ann@work.example', type: 'work', isPrimary: 1 },
        { value: 'ann@home.example', type: 'home', isPrimary: 0 },
      ],
      phones: [{ value: '512-555-0134' }],
      tags: ['vip', 'buyer', 'newtag'],
    });
  });

  it('given fill, when cells have other single values, then only empty fields are filled', async () => {
    const { owner } = await suite.newAccount();
    const id = await createKnown(owner, { assignedUserId: 1 });
    const csv = `First name,Last name,Email,Price,Background,Stage,Agent,Source\nBob,Stone,ann@work.example,1,Likes gardens,Trash,Ada Agent,Zed`;
    const [row] = (await preview(owner, csv)).plan;
    expect(row).toMatchObject({
      action: 'add',
      add: [
        { field: 'source', value: 'Zed' },
        { field: 'background', value: 'Likes gardens' },
      ],
    });
    await run(owner, csv);
    expect(await owner.getPerson(id)).toMatchObject({
      ...{ firstName: 'Ann', lastName: 'Ford', price: 320_000, background: 'Likes gardens', source: 'Zed' },
      ...{ stage: 'Lead', assignedUserId: 1 },
    });
  });

  it('given overwrite, when cells have other single values, then they replace, and lists, source and sourceUrl stay', async () => {
    const { owner } = await suite.newAccount();
    const id = await createKnown(owner, { source: 'Web', sourceUrl: 'https://a.example', assignedUserId: 1 });
    const csv = `First name,Email,Price,Agent,Source,Source URL,Tags\nAnna,ann@work.example,450.000,Ada Agent,Zed,https://b.example,`;
    const [row] = (await preview(owner, csv, '&existing=overwrite')).plan;
    expect(row).toMatchObject({
      action: 'change',
      add: [],
      change: [
        { field: 'firstName', before: 'Ann', after: 'Anna' },
        { field: 'price', before: '320000', after: '450000' },
        { field: 'assignedTo', after: 'Ada Agent' },
      ],
    });
    await run(owner, csv, 'existing=overwrite');
    expect(await owner.getPerson(id)).toMatchObject({
      ...{ firstName: 'Anna', lastName: 'Ford', price: 450_000, source: 'Web', sourceUrl: 'https://a.example' },
      tags: ['vip', 'buyer'],
      assignedUserId: 3,
    });
  });

  it('given skip, when a table is imported, then known people are not touched and count as skipped', async () => {
    const { owner } = await suite.newAccount();
    const id = await createKnown(owner);
    const before = await owner.getPerson(id);
    const csv = 'Name,Email,Tags\nAnn Ford,ann@work.example,x\nCyd Lee,cyd@x.example,y';
    expect(await preview(owner, csv, '', { existing: 'skip' })).toMatchObject({
      summary: { create: 1, add: 0, change: 0, skip: 1 },
      plan: [{ action: 'skip', reason: 'The person is known.' }, { action: 'create' }],
    });
    expect(await run(owner, csv, '', { existing: 'skip' })).toMatchObject({ created: 1, updated: 0, skipped: 1 });
    expect(await owner.getPerson(id)).toEqual(before);
  });

  it.each([
    ['the first names agree', 'Ann', 'A.', 'Lee', 'Lee'],
    ['the first names differ', 'Ann', 'Bob', 'Lee', ''],
  ])('given a missing last name, when %s, then it is filled accordingly', async (_, known, first, last, expected) => {
    const { owner } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: known, emails: ['ann@x.example'] });
    await run(owner, `First name,Last name,Email\n${first},${last},ann@x.example`);
    const found = await owner.getPerson(person['id'] as number);
    expect([found['firstName'], found['lastName'] ?? '']).toEqual([known, expected]);
  });

  it('given two rows of one new person, when they are previewed and imported, then the second one adds to the first', async () => {
    const { owner } = await suite.newAccount();
    const csv = 'Name,Email,Tags\nAnn Ford,ann@x.example,a\nAnn Ford,ANN@x.example,b';
    expect((await preview(owner, csv)).plan).toMatchObject([
      { action: 'create' },
      { action: 'add', person: { id: null, name: 'Ann Ford' }, add: [{ field: 'tags', value: 'b' }] },
    ]);
    expect(await run(owner, csv)).toMatchObject({ created: 1, updated: 1 });
    expect((await owner.listPeople('')).people).toMatchObject([{ tags: ['a', 'b'] }]);
  });
});

describe('D13.2 problems of a table', () => {
  it.each(['7.12345E+09', '5,13E+9', '1.5E10'])(
    'A3 given the phone %s, when rows have it, then each is a person and the preview warns',
    async (phone) => {
      const { owner } = await suite.newAccount();
      const csv = `Name;Phone\nAnn Ford;${phone}\nBob Stone;${phone}\nCyd Lee;${phone}`;
      const { problems, summary } = await preview(owner, csv);
      expect(summary).toMatchObject({ create: 3 });
      expect(problems).toHaveLength(3);
      expect(problems[0]).toMatchObject({ line: 2, column: 'Phone', imported: true });
      expect(problems[0].message).toContain('shortened');
      expect(await run(owner, csv)).toMatchObject({ created: 3, updated: 0, failed: 0 });
    },
  );

  it.each([
    ['350.000 €', 350_000],
    ['"350.000,00"', 350_000],
    ['450k', 450_000],
    ['"$1,250,000"', 1_250_000],
    ["1'200'000.-", 1_200_000],
    ['"1,5 million"', 1_500_000],
  ])('A6 given the price %s, when a table is imported, then it is the price of a home', async (cell, price) => {
    const { owner } = await suite.newAccount();
    const csv = `Email,Price\nann@x.example,${cell}`;
    expect((await preview(owner, csv)).samples).toMatchObject([{ price }]);
  });

  it.each([
    ['a semicolon in a cell', 'buyer;hot', ['buyer', 'hot']],
    ['a tab in a cell', 'buyer\thot', ['buyer\thot']],
    ['a bar in a cell', 'buyer|hot', ['buyer', 'hot']],
  ])('A7 given %s, when a table is imported, then columns do not shift', async (_, cell, tags) => {
    const { owner } = await suite.newAccount();
    const csv = `First name,Last name,Email,Tags,Background\nAnn,Ford,ann@x.example,${cell},Likes gardens`;
    expect(await run(owner, csv)).toMatchObject({ created: 1, problems: [] });
    expect((await owner.listPeople('')).people).toMatchObject([{ background: 'Likes gardens', tags }]);
  });

  it('A7 given a row with an extra cell, when a table is imported, then it is named by its line and the others are stored', async () => {
    const { owner } = await suite.newAccount();
    const csv = 'First name,Email\n\n"Ann\nMarie",ann@x.example\nBob,bob@x.example,hot\nCyd,cyd@x.example';
    const { problems } = await preview(owner, csv);
    expect(problems).toMatchObject([{ row: 2, line: 5, imported: false, message: expect.stringContaining("'hot'") }]);
    expect(await run(owner, csv)).toMatchObject({ created: 2, failed: 1, problems: [{ line: 5 }] });
  });

  it('given a disabled agent, when a table names them, then the row is imported without and named', async () => {
    const { owner, accountId } = await suite.newAccount();
    await publishUser(suite.bus, accountId, {
      id: 3,
      version: 9,
      name: 'Ada Agent',
      role: 'Agent',
      status: 'Disabled',
    });
    await eventually(async () =>
      expect((await preview(owner, 'Name,Agent\nX,Ada Agent')).problems).toMatchObject([{ imported: true }]),
    );
    const csv = `Name,Email,Agent\nAnn Ford,ann@x.example,Ada Agent`;
    const result = await run(owner, csv);
    expect(result).toMatchObject({ created: 1, problems: [{ line: 2, column: 'Agent', imported: true }] });
  });
});

describe('D13.6 mapping of columns', () => {
  it('U4 given headers in other words, when a table is previewed, then they are mapped or offered with samples', async () => {
    const { owner } = await suite.newAccount();
    const csv = 'Mail,Telephone,Owner of lead,Lead Stage,Shoe size\nann@x.example,512-555-0134,,Hot Stuff,41';
    const { columns, fields, problems } = await preview(owner, csv);
    expect(columns).toEqual([
      { header: 'Mail', field: 'emails.home', samples: ['ann@x.example'] },
      { header: 'Telephone', field: 'phones.home', samples: ['512-555-0134'] },
      { header: 'Owner of lead', field: 'assignedTo', samples: [] },
      { header: 'Lead Stage', field: 'stage', samples: ['Hot Stuff'] },
      { header: 'Shoe size', field: null, samples: ['41'] },
    ]);
    expect(fields).toContain('background');
    expect(problems).toEqual([
      { row: 1, line: 2, column: 'Lead Stage', message: expect.stringContaining('Hot Stuff'), imported: false },
    ]);
  });

  it('given a mapping, when a table is imported, then its columns follow it', async () => {
    const { owner } = await suite.newAccount();
    const csv = 'Email,Email,Shoe size,Stage\nann@x.example,work@x.example,41,Unknown';
    const mapping = { 'Email (2)': 'emails.work', 'Shoe size': 'background', Stage: null };
    expect(await run(owner, csv, '', { mapping })).toMatchObject({ created: 1, failed: 0 });
    expect((await owner.listPeople('')).people).toMatchObject([
      {
        emails: [
          { value: 'ann@x.example', type: 'home' },
          { value: 'work@x.example', type: 'work' },
        ],
        background: 'Shoe size: 41',
      },
    ]);
  });

  it.each([
    [{ Shoe: 'background' }, 'does not have'],
    [{ Email: 'shoe' }, 'unknown field'],
    [{ Email: 7 }, 'must be an object'],
  ])('given the wrong mapping %j, when a table is previewed, then it is refused', async (mapping, message) => {
    const { owner } = await suite.newAccount();
    await expect(preview(owner, 'Email\nann@x.example', '', { mapping })).rejects.toMatchObject({
      reason: 'INVALID_BODY',
      message: expect.stringContaining(message),
    });
  });

  it('given a long table, when it is previewed, then further rows follow from a line', async () => {
    const { owner } = await suite.newAccount();
    const rows = Array.from({ length: 2_500 }, (_, nth) => `P${nth},p${nth}@x.example,${'note '.repeat(90)}`);
    const csv = `Name,Email,Notes\n${rows.join('\n')}`;
    const first = await preview(owner, csv);
    expect(first.summary).toEqual({ create: 2_500, add: 0, change: 0, skip: 0 });
    const second = await preview(owner, csv, `&fromLine=${first.nextLine}`);
    expect(second.plan[0]).toMatchObject({ line: first.nextLine });
  });
});
