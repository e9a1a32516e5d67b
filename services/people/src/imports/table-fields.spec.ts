import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mapColumns } from './table-fields';

const PAGE = join(__dirname, '..', '..', '..', '..', 'samples', 'tables', 'headers.md');
const SECTIONS = readFileSync(PAGE, 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const [program = '', ...lines] = section.split('\n');
    const rows = lines.flatMap((line) => {
      const [, header, field] = /^\| `(.+)` \| (?:`(.+)`|-) \|$/.exec(line) ?? [];
      return header === undefined ? [] : [[header, field ?? ''] as const];
    });
    return [program, rows] as const;
  });

const mapHeaders = (headers: readonly string[]): string[] => mapColumns(headers, []).map(({ field }) => field);

describe('D13.6 headers of known programs', () => {
  it.each(SECTIONS)('given an export of %s, when its columns are mapped, then each has its field', (_, rows) => {
    const headers = rows.map(([header]) => header);
    const found = mapHeaders(headers).map((field, nth) => [headers[nth], field]);
    expect(found).toEqual(rows.map(([header, field]) => [header, field]));
  });

  it('given the name of a field that a preview shows, when it is sent as mapping, then it is the same field', () => {
    for (const [, rows] of SECTIONS)
      for (const [header, field] of rows) {
        const [column] = mapColumns([header], [], { [header]: field });
        expect(column?.field).toBe(field);
      }
  });

  it('given custom fields, when a header is their label or name, then it is mapped to them', () => {
    const field = { id: 1, orderWeight: 1, label: 'Shoe size', name: 'customShoeSize', type: 'number', choices: [] };
    expect(mapColumns(['SHOE SIZE', 'customShoeSize'], [field]).map((column) => column.field)).toEqual([
      'customShoeSize',
      'customShoeSize',
    ]);
  });

  it.each(['Email of the assistant', 'Phone call', 'Street view', 'City of birth', 'Name of the dog', 'Last seen'])(
    'given the header %s, when it is mapped, then it is offered and not guessed',
    (header) => expect(mapHeaders([header])).toEqual(['']),
  );
});
