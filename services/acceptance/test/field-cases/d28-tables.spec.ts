import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { eventually } from '@porchlight/testkit';
import { createSampleRun } from '@porchlight/testkit/src/samples';
import { loadTables, sendTable, type TableOutcome } from '@porchlight/testkit/src/table-samples';
import { account, as, unique } from '../../src/client';
import { readConnection, samplesFolder, type RoleName } from '../../src/stack-connection';

const owner = () => as('owner', 2);

interface ImportOptions {
  readonly query?: string;
  readonly type?: string;
}

const send = (bytes: Buffer | string, { query = '', type = 'text/csv' }: ImportOptions = {}) =>
  owner().call('POST', `/v1/people/import${query}`, {
    headers: { 'content-type': type },
    body: Buffer.from(bytes as string),
  });
const preview = async (table: Buffer | string) => (await send(table, { query: '?preview=true' })).body;

/** Imports a table and waits for its end. */
const run = async (table: Buffer | string, query = '') => {
  const begun = await send(table, { query });
  expect(begun.status).toBe(202);
  return eventually(async () => {
    const { body } = await owner().get(`/v1/people/imports/${begun.body.id}`);
    expect(body.status).not.toBe('Running');
    return body;
  });
};
const find = async (email: string) => (await owner().get(`/v1/people?email=${encodeURIComponent(email)}`)).body.people;
const email = (name: string): string => `${name}.${unique()}@mail.example`;

describe('A2 a table only adds to known people', () => {
  it.each([
    ['Email,Tags', 'newtag'],
    ['Email;Tags', 'newtag'],
    ['E-mail Address,Categories', 'newtag'],
    ['Primary Email\tLabels', 'newtag'],
  ])(
    'A2 given the columns %s, when a row has one email and one tag, then both emails, their types and all tags stay',
    async (header, tag) => {
      const [work, home] = [email('work'), email('home')];
      const { body: known } = await owner().post('/v1/people', {
        firstName: 'Ann',
        emails: [
          { value: work, type: 'work' },
          { value: home, type: 'home' },
        ],
        tags: ['vip', 'buyer'],
      });
      const separator = /[,;\t]/.exec(header)![0];
      await run(`${header}\n${work}${separator}${tag}`);
      const { body } = await owner().get(`/v1/people/${known.id}`);
      expect(body.tags).toEqual(['vip', 'buyer', tag]);
      expect(body.emails).toMatchObject([
        { value: work, type: 'work' },
        { value: home, type: 'home' },
      ]);
    },
  );
});

describe('A3 phones that a spreadsheet shortened', () => {
  it.each(['7.12345E+09', '7,12345E+09', '5.1E9', '1.23457E+10'])(
    'A3 given %s in three rows, when they are imported, then they are three people and the preview warns',
    async (phone) => {
      const rows = ['Ann', 'Bob', 'Cyd'].map((name) => `${name};${email(name)};${phone}`);
      const table = `Name;Email;Phone\n${rows.join('\n')}`;
      expect((await preview(table)).problems).toHaveLength(3);
      expect(await run(table)).toMatchObject({ created: 3, updated: 0, failed: 0 });
    },
  );
});

describe('A6 prices of tables', () => {
  it.each([
    ['350.000 €', 350_000],
    ['"350.000,00"', 350_000],
    ['450k', 450_000],
    ['"1.250.000"', 1_250_000],
    ["1'200'000", 1_200_000],
    ['"$2,5 million"', 2_500_000],
  ])('A6 given the price %s, when it is imported, then it is %d', async (price, expected) => {
    const address = email('price');
    await run(`Email,Price\n${address},${price}`);
    expect(await find(address)).toMatchObject([{ price: expected }]);
  });
});

describe('A7 one separator for a table', () => {
  it.each([
    ['a comma', ',', 'buyer;hot', ['buyer', 'hot']],
    ['a semicolon', ';', 'buyer,hot', ['buyer', 'hot']],
    ['a tab', '\t', 'buyer;hot,new', ['buyer', 'hot', 'new']],
    ['a bar', '|', 'buyer,hot', ['buyer', 'hot']],
  ])(
    'A7 given %s in the header, when a cell has another separator, then no column shifts',
    async (_, separator, tags, expected) => {
      const address = email('shift');
      const rows = [
        ['First name', 'Last name', 'Email', 'Tags', 'Background'],
        ['Ann', 'Ford', address, tags, 'Likes gardens'],
      ];
      await run(rows.map((cells) => cells.join(separator)).join('\n'));
      expect(await find(address)).toMatchObject([{ tags: expected, background: 'Likes gardens' }]);
    },
  );

  it('A7 given a row with another number of cells, when it is previewed, then it is named by its line and the others are read', async () => {
    const [one, other] = [email('one'), email('other')];
    const result = await run(`Name,Email\n${'Ann'},${one},extra\nBob,${other}\nCyd`);
    expect(result).toMatchObject({ created: 2, failed: 1, problems: [{ line: 2, imported: false }] });
    expect(await find(one)).toHaveLength(0);
    expect(await find(other)).toHaveLength(1);
  });
});

describe('D28 stray quotes', () => {
  it.each([
    ['Tom "Tommy"', 'Tom "Tommy"'],
    ['likes 12" tiles', 'likes 12" tiles'],
    ['"Tommy', '"Tommy'],
    ['"Tom" Lee', '"Tom" Lee'],
    ['5\' 11" tall', '5\' 11" tall'],
  ])(
    'D28 given the cell %s, when it is imported, then it is read as it stands and other rows are read',
    async (cell, expected) => {
      const [one, other] = [email('quote'), email('next')];
      expect(await run(`Email,Background\n${one},${cell}\n${other},x`)).toMatchObject({ created: 2, failed: 0 });
      expect(await find(one)).toMatchObject([{ background: expected }]);
    },
  );
});

describe('D29 a first line sep=', () => {
  it.each(['sep=;', '"sep=;"', 'SEP=;', 'sep=;\r'])(
    'D29 given %j, when a table is imported, then it is used and skipped',
    async (line) => {
      const address = email('sep');
      await run(`${line}\nName;Email\nAnn, Ford;${address}`);
      expect(await find(address)).toHaveLength(1);
    },
  );
});

describe('D30 headers of address books, mail programs and CRMs', () => {
  it('D30 given the tables of samples/tables, when each is previewed and imported, then its result is the expected one', async () => {
    const samples = await loadTables(resolve(samplesFolder, '..', 'tables'));
    expect(samples.length).toBeGreaterThanOrEqual(25);
    const sampleRun = createSampleRun(randomBytes(12), {
      startedAt: Date.now(),
      system: readConnection().system.name,
      users: account(2).users,
    });
    const outcomes: TableOutcome[] = [];
    for (const sample of samples)
      outcomes.push(
        await sendTable(sample, sampleRun, async ({ method, path, as: role, system, headers, body, encoding }) => {
          const reply = await as(role as RoleName, 2, { system }).call(method, path, {
            headers,
            ...(body !== undefined && { body: Buffer.from(body, encoding) }),
          });
          return { status: reply.status, headers: {}, body: reply.body };
        }),
      );
    expect(
      outcomes
        .filter(({ problems }) => problems.length > 0)
        .map(({ sample, problems }) => ({ [sample.file]: problems })),
    ).toEqual([]);
  });

  it('D30 given an import, when it is undone, then created people are gone and known ones are as before', async () => {
    const [known, created] = [email('known'), email('created')];
    await owner().post('/v1/people', { firstName: 'Ann', emails: [known], tags: ['vip'] });
    const result = await run(`Name,Email,Tags\nAnn Ford,${known},hot\nBob Stone,${created},new`);
    const undone = await owner().post(`/v1/people/imports/${result.id}/undo`);
    expect(undone).toMatchObject({ status: 200, body: { undo: { status: 'Completed', kept: 0, keptItems: [] } } });
    expect(await find(created)).toHaveLength(0);
    expect(await find(known)).toMatchObject([{ tags: ['vip'] }]);
  });
});
