import { measureCpu } from '@porchlight/testkit';
import { createTableReader, type RawTable, type TableReaderOptions } from './read-table';

const NEVER = new AbortController().signal;
const read = (text: string, options: TableReaderOptions = {}, signal = NEVER): Promise<RawTable> =>
  createTableReader(options).read(1, text, signal);
const cells = async (text: string): Promise<readonly (readonly string[])[]> => {
  const { header, rows } = await read(text);
  return [header, ...rows.map((row) => row.cells)];
};

describe('D13.6 one separator for a table', () => {
  it.each([
    ['a comma', 'First,Tags\nAnn,buyer;hot', ['Ann', 'buyer;hot']],
    ['a semicolon', 'First;Tags\nAnn;buyer,hot', ['Ann', 'buyer,hot']],
    ['a tab', 'First\tTags\nAnn\tbuyer,hot;x', ['Ann', 'buyer,hot;x']],
    ['another one inside quotes of the header', '"Name, in full";Tags\nAnn;x', ['Ann', 'x']],
    ['that of a first line sep=', 'sep=;\r\nFirst;Tags\r\nAnn;x,y', ['Ann', 'x,y']],
    ['that of a first line in quotes', '"sep=|"\nFirst|Tags\nAnn|x;y', ['Ann', 'x;y']],
  ])('given %s, when a table is read, then only it separates', async (_, text, row) => {
    expect((await cells(text))[1]).toEqual(row);
  });
});

describe('D13.6 quotes', () => {
  it.each([
    ['inside a cell', 'Tom "Tommy" Lee', 'Tom "Tommy" Lee'],
    ['an inch sign', 'likes 12" tiles', 'likes 12" tiles'],
    ['at the beginning only', '"Tommy', '"Tommy'],
    ['around a part', '"Tom" Lee', '"Tom" Lee'],
    ['around the cell', '"Lee, Tom"', 'Lee, Tom'],
    ['doubled', '"Tom ""Tommy"" Lee"', 'Tom "Tommy" Lee'],
    ['of a formula', '="0123"', '0123'],
    ['of a formula in quotes', '"=""0123"""', '0123'],
  ])('given quotes %s, when a table is read, then the cell and the other rows are whole', async (_, text, value) => {
    expect(await cells(`Name,Email\n${text},a@x.example\nBob,b@x.example`)).toEqual([
      ['Name', 'Email'],
      [value, 'a@x.example'],
      ['Bob', 'b@x.example'],
    ]);
  });
});

describe('D13.6 rows and lines', () => {
  it('given quoted line breaks and empty lines, when rows are named, then by the line of the file', async () => {
    const { rows } = await read('Name,Notes\r\n"Ann","one\r\ntwo"\r\n\r\nBob,x\r\nCyd,y,z');
    expect(rows.map(({ line }) => line)).toEqual([2, 5, 6]);
    expect(rows[2]!.problem).toEqual({ cell: 2, message: expect.stringContaining("'z'") });
  });

  it('given fewer cells or empty extra ones, when a table is read, then the row is read', async () => {
    const { rows } = await read('A,B,C\n1\n1,2,3,,,');
    expect(rows).toMatchObject([{ cells: ['1'] }, { cells: ['1', '2', '3'] }]);
    expect(rows.map(({ problem }) => problem)).toEqual([undefined, undefined]);
  });

  it('given a cell over the limit, when a table is read, then its row is named and the others are read', async () => {
    const { rows } = await read(`A,B\n1,2\n3,${'x'.repeat(65_537)}\n5,6`);
    expect(rows.map(({ problem }) => problem?.message)).toEqual([
      undefined,
      expect.stringContaining('65536 characters'),
      undefined,
    ]);
  });

  it.each([
    ['too many columns', `${'a,'.repeat(201)}\n`, 'more than 200 columns'],
    ['too many rows', `A\n${'1\n'.repeat(10_001)}`, 'more than 10000 rows'],
  ])('given %s, when a table is read, then it is refused', async (_, text, message) => {
    await expect(read(text)).rejects.toMatchObject({
      reason: 'INVALID_BODY',
      message: expect.stringContaining(message),
    });
  });
});

describe('N1 hostile tables', () => {
  const MB = 1_048_576;
  it.each([
    ['only quotes', '"'.repeat(5 * MB)],
    ['quotes that open cells', `A\n${'"a,'.repeat(MB)}`],
    ['quotes that close nothing', `A\n${'"a b,"'.repeat(MB / 2)}`],
    ['only separators', `A\n${','.repeat(5 * MB)}`],
    ['blanks after a quote', `A\n"a"${' '.repeat(4 * MB)}x`],
    ['cells that begin as formulas', `A\n${'="'.repeat(2 * MB)}`],
  ])('given 5 MB of %s, when it is read, then it takes less than 5 s', async (_, text) => {
    const ms = await measureCpu(() =>
      read(text).catch((error: unknown) => expect(error).toMatchObject({ reason: 'INVALID_BODY' })),
    );
    expect(ms).toBeLessThan(5_000);
  });

  it('given a table over its budget of CPU, when it is read, then only it is refused', async () => {
    const text = `A\n${'"a",'.repeat(2 * MB)}`;
    await expect(read(text, { cpuMs: 0, limits: { rows: 1e9, columns: 1e9, cellChars: 10 } })).rejects.toMatchObject({
      message: expect.stringContaining('s to read'),
    });
    expect(await cells('A\n1')).toEqual([['A'], ['1']]);
  });

  it('given a table over its memory, when it is read, then only it is refused', async () => {
    const text = `A\n${'"a","b"\n'.repeat(500_000)}`;
    const options = {
      limits: { rows: 1e9, columns: 200, cellChars: 100 },
      resourceLimits: { maxOldGenerationSizeMb: 8 },
    };
    await expect(read(text, options)).rejects.toMatchObject({ message: expect.stringContaining('memory') });
    expect(await cells('A\n1')).toEqual([['A'], ['1']]);
  });

  it('given waiting tables that use all bytes, when another one arrives, then only it is refused with 503', async () => {
    const reader = createTableReader({ maxWaitingBytes: 6 });
    const readings = ['A\n1', 'A\n22', 'A\n333'].map((text, nth) => reader.read(nth, text, NEVER));
    expect((await Promise.allSettled(readings)).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
    ]);
    await expect(readings[2]).rejects.toMatchObject({ reason: 'OVERLOADED' });
  });

  it('given a request that is aborted, when its table is read, then the thread ends', async () => {
    const abort = new AbortController();
    const reading = read(`A\n${'a,'.repeat(2 * MB)}`, {}, abort.signal);
    abort.abort(new Error('gone'));
    await expect(reading).rejects.toThrow('gone');
  });
});

describe('D13.6 vCards', () => {
  const CARD = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:Ford;Ann;;;',
    'FN:Ann Ford',
    'item1.EMAIL;type=INTERNET;type=pref:ann@x.example',
    'item1.X-ABLabel:_$!<Work>!$_',
    'TEL;type=CELL;type=VOICE:+1 512 555 0134',
    'ADR;type=HOME:;;12 Elm St;Austin;TX;78701;USA',
    'NOTE:Likes gardens\\, porches\\nand',
    '  dogs',
    'CATEGORIES:buyer,hot',
    'END:VCARD',
  ].join('\r\n');

  it('given a card of version 3, when it is read, then each value has a column that names its kind', async () => {
    const { header, rows } = await read(CARD);
    expect(Object.fromEntries(header.map((name, nth) => [name, rows[0]!.cells[nth]]))).toMatchObject({
      'First name': 'Ann',
      'Last name': 'Ford',
      'Email (Work)': 'ann@x.example',
      'Phone (cell)': '+1 512 555 0134',
      'Address (home) - Street': '12 Elm St',
      'Address (home) - Postal code': '78701',
      Notes: 'Likes gardens, porches\nand dogs',
      Tags: 'buyer;hot',
    });
  });

  it('given semicolons in a text that are not escaped, when it is read, then they stay, and a company is joined', async () => {
    const card =
      'BEGIN:VCARD\nVERSION:4.0\nFN:Bob\nNOTE:After 5; ask for Ann\\; not Bo\nORG:Stone Homes;Sales;\nEND:VCARD\n';
    const { header, rows } = await read(card);
    expect(Object.fromEntries(header.map((name, nth) => [name, rows[0]!.cells[nth]]))).toMatchObject({
      Notes: 'After 5; ask for Ann; not Bo',
      Company: 'Stone Homes, Sales',
    });
  });

  it('given cards of version 4, when they are read, then each is a row with the line on which it begins', async () => {
    const second =
      'BEGIN:VCARD\nVERSION:4.0\nFN:Bob Stone\nTEL;VALUE=uri;TYPE="cell,voice":tel:+1-512-555-0135\nEND:VCARD\n';
    const { header, rows } = await read(`${CARD}\n${second}`);
    expect(rows.map(({ line }) => line)).toEqual([1, 13]);
    expect(rows[1]!.cells[header.indexOf('Name')]).toBe('Bob Stone');
    expect(rows[1]!.cells[header.indexOf('Phone (cell)')]).toBe('+1-512-555-0135');
  });
});
