import { randomInt } from 'node:crypto';
import { eventually } from '@porchlight/testkit';
import { account, as, unique } from '../../src/client';

/** Phones, emails, names, tags and days as people and programs write them (D13.1, D13.7). */
const owner = as('owner');

/** Seven random digits that are no row and no repetition. */
const digits = (): string => `2${String(randomInt(10_000, 99_999))}9`.padEnd(7, '4');
const send = async (person: object): Promise<any> => {
  const { status, body } = await owner.post('/v1/events', { source: 'Field', type: 'Registration', person });
  expect([200, 201]).toContain(status);
  return body;
};
const sendPhone = (value: string, name = `Ann ${unique()}`): Promise<any> => send({ name, phones: [{ value }] });
const find = async (query: string): Promise<any[]> => (await owner.get(`/v1/people?${query}`)).body.people;

describe('phones that identify no person', () => {
  it.each(['7.12345E+09', '7,12345E+09', '4.9157E+11', '5.12555e9'])(
    'A3 spreadsheets: given two leads with %s, they make two people, and the phone is not valid',
    async (value) => {
      const [one, other] = [await sendPhone(value), await sendPhone(value)];
      expect(other.id).not.toBe(one.id);
      expect(other.phones).toMatchObject([{ value, status: 'Invalid' }]);
    },
  );

  it.each(['555-555-5555', '1111111111', '(123) 456-7890', '+1 222 222 2222', '0123456789'])(
    'A4 placeholders: given two leads with %s, they make two people',
    async (value) => {
      const [one, other] = [
        await send({ name: 'Ann', emails: [{ value: `${unique()}@x.example` }], phones: [{ value }] }),
        await send({ name: 'Bob', emails: [{ value: `${unique()}@x.example` }], phones: [{ value }] }),
      ];
      expect(other.id).not.toBe(one.id);
      expect(one.emails).toHaveLength(1);
      expect(await find(`phone=${encodeURIComponent('5555555551')}`)).toEqual([]);
    },
  );

  it.each(['none', 'noreply', 'donotreply', 'na'])(
    'A4 placeholders: given two leads with %s@na.com, they make two people',
    async (local) => {
      const [one, other] = [
        await send({ name: `Ann ${unique()}`, emails: [{ value: `${local}@na.com` }] }),
        await send({ name: `Bob ${unique()}`, emails: [{ value: `${local}@na.com` }] }),
      ];
      expect(other.id).not.toBe(one.id);
    },
  );
});

describe('numbers of other countries', () => {
  const local = digits();
  it.each([
    ['+65 6', '656-'],
    ['+49 30 ', '493-0'],
    ['+33 1 4', '331-4'],
    ['0044 20 ', '442-0'],
  ])(
    'A5 countries: given %s… and the same digits without a country code, they are two people',
    async (abroad, home) => {
      const rest = local.slice(0, 10 - home.replace(/\D/g, '').length);
      const [one, other] = [await sendPhone(`${abroad}${rest}`), await sendPhone(`${home}${rest}`)];
      expect(other.id).not.toBe(one.id);
    },
  );

  it.each([['+44 20 '], ['+49 30 '], ['+61 2 '], ['+81 3 ']])(
    'C19 prefixes: given %s… with 00, 011 and (0), it is one person',
    async (start) => {
      const number = `7${digits()}`;
      const plus = await sendPhone(`${start}${number}`);
      const bare = start.slice(1);
      for (const value of [`00${bare}${number}`, `011 ${bare}${number}`, `${start.replace(/ /, ' (0)')}${number}`])
        expect([value, (await sendPhone(value)).id]).toEqual([value, plus.id]);
      expect(plus.phones[0].normalized).toBe(`${start}${number}`.replaceAll(' ', ''));
    },
  );
});

describe('extensions', () => {
  it.each([
    ['x12', 'ext. 7'],
    ['ext 3', 'x3'],
    ['#12', 'extension 9'],
    [';ext=7', 'Ext: 8'],
  ])('C18 extensions: given %s and %s and none for one name, it is one person', async (one, other) => {
    const number = `(512) ${digits().replace(/^(...)/, '$1-')}`;
    const name = `Ann ${unique()}`;
    const first = await sendPhone(`${number} ${one}`, name);
    expect(first.phones).toMatchObject([{ value: `${number} ${one}`, normalized: number.replace(/\D/g, '') }]);
    expect((await sendPhone(`${number} ${other}`, name)).id).toBe(first.id);
    expect((await sendPhone(number.replace(/\D/g, ''))).id).toBe(first.id);
  });
});

describe('emails as people and programs write them', () => {
  it.each<[string, (address: string) => string]>([
    ['a display name', (address) => `Ann Lee <${address}>`],
    ['a quoted display name', (address) => `"Lee, Ann" <${address}>`],
    ['a link', (address) => `mailto:${address}`],
    ['a comment', (address) => `${address} (Ann Lee)`],
    ['brackets', (address) => `<${address}>`],
  ])('C20 display names: given %s, the address is taken out', async (_form, write) => {
    const address = `${unique()}@x.example`;
    const known = await send({ emails: [{ value: address }] });
    const sent = await send({ emails: [{ value: write(address) }] });
    expect(sent.id).toBe(known.id);
    expect(sent.emails).toMatchObject([{ value: address, status: '' }]);
  });

  it('C20 display names: given no name, the display name is used', async () => {
    expect(await send({ emails: [{ value: `Ann Lee <${unique()}@x.example>` }] })).toMatchObject({
      firstName: 'Ann',
      lastName: 'Lee',
    });
  });

  it.each([', ', '; ', ' / ', '\n', ' or '])(
    'C21 several values: given two emails with %j between, both are stored',
    async (separator) => {
      const [one, other] = [`${unique()}@x.example`, `${unique()}@x.example`];
      const sent = await send({ name: 'Ann', emails: [{ value: `${one}${separator}${other}` }] });
      expect(sent.emails).toMatchObject([
        { value: one, isPrimary: 1 },
        { value: other, isPrimary: 0 },
      ]);
      expect((await send({ emails: [{ value: other }] })).id).toBe(sent.id);
    },
  );

  it.each([', ', '; ', ' / ', ' or '])(
    'C21 several values: given two phones with %j between, both are stored',
    async (separator) => {
      const [one, other] = [`512${digits()}`, `737${digits()}`];
      const sent = await sendPhone(`${one}${separator}${other}`);
      expect(sent.phones.map(({ normalized }: any) => normalized)).toEqual([one, other]);
    },
  );

  it.each<[string, (address: string) => string]>([
    ['a zero-width space', (address) => `\u200B${address}`],
    ['a soft hyphen', (address) => address.replace('@', '\u00AD@')],
    ['a byte order mark', (address) => `${address}\uFEFF`],
    ['a word joiner and a point', (address) => `${address}\u2060.`],
  ])('C22 invisible characters: given %s, it is removed', async (_which, write) => {
    const address = `${unique()}@x.example`;
    const known = await send({ emails: [{ value: address }] });
    const sent = await send({ emails: [{ value: write(address) }] });
    expect(sent.id).toBe(known.id);
    expect(sent.emails.map(({ value }: any) => value)).toEqual([address]);
  });
});

describe('search', () => {
  it.each([
    ['Łukasz', 'lukasz'],
    ['Øyvind', 'oyvind'],
    ['Đorđe', 'dorde'],
    ['Weiß', 'weiss'],
    ['Ægir', 'aegir'],
    ['Yıldız', 'yildiz'],
  ])('E31 letters: given %s, name=%s finds it', async (firstName, query) => {
    const lastName = unique();
    const { body } = await owner.post('/v1/people', { firstName, lastName });
    for (const filter of ['name', 'firstName', 'q'])
      expect([filter, await find(`${filter}=${query}&lastName=${lastName}`)]).toMatchObject([
        filter,
        [{ id: body.id }],
      ]);
  });

  it.each([
    ['O’Brien', "O'Brien"],
    ["D'Angelo", 'D’Angelo'],
    ['Smith–Jones', 'Smith-Jones'],
    ['OʼNeil', 'O`Neil'],
  ])('E32 apostrophes: given %s, lastName=%s finds it', async (lastName, query) => {
    const firstName = unique();
    const { body } = await owner.post('/v1/people', { firstName, lastName });
    expect(await find(`lastName=${encodeURIComponent(query)}&firstName=${firstName}`)).toMatchObject([{ id: body.id }]);
  });

  it.each([
    ['VIP', 'vip'],
    ['Caf\u00E9', 'CAFE\u0301'],
    ['Buyer, hot', 'buyer, HOT'],
  ])('D13.7 tags: given %s, tags[]=%s finds it', async (tag, query) => {
    const name = unique();
    await owner.post('/v1/people', { name, tags: [`${tag} ${name}`, `${tag.toUpperCase()} ${name}`] });
    const found = await find(`tags[]=${encodeURIComponent(`${query} ${name}`)}`);
    expect(found).toMatchObject([{ name, tags: [`${tag} ${name}`] }]);
  });
});

describe('days of tasks', () => {
  const zones = ['Pacific/Pago_Pago', 'Pacific/Kiritimati', 'Pacific/Chatham', 'Asia/Kathmandu'];
  const { id } = account(1).users.owner;
  let former: string;
  beforeAll(async () => void (former = (await owner.get(`/v1/users/${id}`)).body.timezone));
  afterAll(async () => void (await owner.put(`/v1/users/${id}`, { timezone: former })));

  it.each(zones)('E33 days: given a user in %s, today, yesterday and tomorrow are in their lists', async (timezone) => {
    await owner.put(`/v1/users/${id}`, { timezone });
    const { body: person } = await owner.post('/v1/people', { name: unique() });
    const day = (days: number): string =>
      new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(Date.now() + days * 86_400_000);
    const tasks = [-1, 0, 1].map((days) => ({ name: String(days), dueDate: day(days) }));
    for (const task of tasks)
      await owner.post('/v1/tasks', { personId: person.id, type: 'Call', assignedUserId: id, ...task });
    const list = async (due: string): Promise<string[]> =>
      (await owner.get(`/v1/tasks?personId=${person.id}&due=${due}`)).body.tasks.map(({ name }: any) => name);
    // The service reads the new time zone within two seconds.
    await eventually(async () =>
      expect([await list('overdue'), await list('today'), await list('upcoming')]).toEqual([['-1'], ['0'], ['1']]),
    );
  });
});
