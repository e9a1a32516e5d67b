import { formatCsv, printRecords, printResult } from './print';

describe('output of the command line', () => {
  let lines: unknown[];
  beforeEach(() => {
    lines = [];
    jest.spyOn(console, 'log').mockImplementation((line) => void lines.push(line));
  });
  afterEach(() => jest.restoreAllMocks());

  const records = [
    { id: 7, name: 'Ada "A", Byron', tags: ['x'] },
    { id: 8, name: null, stage: 'Lead\nHot' },
  ];

  it('given csv, then there is a header of all fields, and cells are quoted as RFC 4180 says', () => {
    expect(formatCsv(records)).toBe('id,name,tags,stage\r\n7,"Ada ""A"", Byron","[""x""]",\r\n8,,,"Lead\nHot"');
  });

  it.each([
    ['=HYPERLINK("https://x.example";"y")', `"'=HYPERLINK(""https://x.example"";""y"")"`],
    ['+1 (512) 555-0134', "'+1 (512) 555-0134"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['-12.5', '-12.5'],
    [-3, '-3'],
  ])('given the value %s, then a spreadsheet computes no formula from its csv', (name, cell) => {
    expect(formatCsv([{ name }])).toBe(`name\r\n${cell}`);
  });

  it('given a time, then csv has it without quotes', () => {
    expect(formatCsv([{ created: new Date(0) }])).toBe('created\r\n1970-01-01T00:00:00.000Z');
  });

  it('given quiet, then only the ids are printed', () => {
    printRecords(records, ['name'], 'quiet');
    expect(lines).toEqual(['7\n8']);
  });

  it('given quiet and a result without an id, then nothing is printed', () => {
    printResult({ restarted: 3 }, 'quiet', () => 'three');
    expect(lines).toEqual([]);
  });

  it('given json, then all fields are printed', () => {
    printRecords(records, ['name'], 'json');
    expect(JSON.parse(String(lines[0]))).toEqual(records);
  });

  it('given a table, then it has the named columns only', () => {
    printRecords(records, ['id'], undefined);
    expect(lines).toEqual([expect.not.stringContaining('Byron')]);
  });
});
