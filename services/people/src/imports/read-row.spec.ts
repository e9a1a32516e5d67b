import { measureCpu } from '@porchlight/testkit';
import { type ImportRow, readRow } from './read-row';
import { mapColumns } from './table-fields';

const read = (headers: readonly string[], cells: readonly string[]): ImportRow =>
  readRow({ line: 2, cells: [...cells] }, 1, { columns: mapColumns(headers, []), customFields: [], country: 'US' });
const bodyOf = (headers: readonly string[], cells: readonly string[]): unknown => {
  const { body } = read(headers, cells);
  return body === '' ? undefined : JSON.parse(body);
};

describe('N1 rows with many values', () => {
  it.each([40_000, 65_000])(
    'given a cell of %d tags, when it is read, then it takes less than 250 ms and is named',
    async (size) => {
      const cell = Array.from({ length: size / 5 }, (_, nth) => `t${nth}`).join('|');
      let row: ImportRow | undefined;
      expect(await measureCpu(() => (row = read(['Tags', 'Email'], [cell, 'a@x.example'])))).toBeLessThan(250);
      expect(row).toMatchObject({ body: '', problems: [{ column: 'Tags', imported: false }] });
    },
  );

  it('given the same tag many times, when it is read, then it is one tag', () => {
    expect(bodyOf(['Tags'], ['a|'.repeat(20_000)])).toEqual({ tags: ['a'] });
  });

  it('given 200 columns of emails, when 200 rows are read, then it takes less than 2 s and each is named', async () => {
    const headers = Array.from({ length: 200 }, () => 'Email');
    const cells = headers.map((_, nth) => `a${nth}@x.example`);
    const columns = mapColumns(headers, []);
    const rows: ImportRow[] = [];
    const ms = await measureCpu(() => {
      for (let row = 1; row <= 200; row++)
        rows.push(readRow({ line: row, cells }, row, { columns, customFields: [], country: 'US' }));
    });
    expect(ms).toBeLessThan(2_000);
    expect(rows.every(({ body, problems }) => body === '' && problems[0]?.message.includes('at most 50'))).toBe(true);
  });
});

describe('D13.6 cells of a row', () => {
  it.each([
    [['Vorname', 'Name'], ['Hans', 'Groß'], { firstName: 'Hans', lastName: 'Groß' }],
    [['First name', 'Full name'], ['Jos\u00e9', 'Jose\u0301 Ruiz'], { firstName: 'Jos\u00e9', lastName: 'Ruiz' }],
    [['First name', 'Name'], ['Ann', 'Ann Ford'], { firstName: 'Ann', lastName: 'Ford' }],
    [['Name'], ['Smith Jr., John'], { firstName: 'John', lastName: 'Smith Jr.' }],
    [['Name'], ['O&#039;Brien, Pat'], { firstName: 'Pat', lastName: "O'Brien" }],
    [
      ['First Name', 'Middle Name', 'Last Name', 'Suffix'],
      ['Ann', 'Marie', 'Ford', 'III'],
      { firstName: 'Ann Marie', lastName: 'Ford III' },
    ],
  ])('given the columns %j with %j, when the row is read, then its names are split', (headers, cells, names) => {
    expect(bodyOf(headers, cells)).toEqual(names);
  });

  it('given several values in one cell, when the row is read, then each is an entry', () => {
    expect(
      bodyOf(['Email', 'Phone'], ['Ann <ann@x.example>; b@x.example', '512-555-0134 / 512-555-0135']),
    ).toMatchObject({
      emails: [{ value: 'ann@x.example' }, { value: 'b@x.example' }],
      phones: [{ value: '512-555-0134' }, { value: '512-555-0135' }],
      firstName: 'Ann',
    });
  });

  it.each([
    ['* Work', 'work'],
    ['Home Fax', 'fax'],
    ['Mobile', 'mobile'],
    ['Pager', 'other'],
    ['', 'home'],
  ])('given the label %s of a phone, when the row is read, then its type is %s', (label, type) => {
    expect(bodyOf(['Phone 1 - Label', 'Phone 1 - Value'], [label, '512-555-0134'])).toEqual({
      phones: [{ value: '512-555-0134', type }],
    });
  });

  it('given the quote that protects a formula, when the row is read, then it is removed', () => {
    expect(bodyOf(['Notes'], ["'=cmd|calc"])).toEqual({ background: '=cmd|calc' });
  });

  it.each([
    [['Price'], ['much'], "'price'"],
    [['Email'], ['not an address'], 'no email address'],
    [['Shoe size'], ['41'], 'no value'],
  ])(
    'given the column %j with %j, when the row is read, then it is not imported and named',
    (headers, cells, message) => {
      expect(read(headers, cells)).toMatchObject({
        body: '',
        problems: [{ imported: false, message: expect.stringContaining(message) }],
      });
    },
  );
});
