import type { Schemas } from '@porchlight/sdk';
import { COLUMNS, NAME_COLUMN } from './people-columns';
import { toCsv } from '../components/csv';

const person = (fields: Partial<Schemas['Person']>) => fields as Schemas['Person'];
const columns = [NAME_COLUMN, ...COLUMNS.filter(({ title }) => title === 'Phone' || title === 'Tags')];

describe('the export of people', () => {
  test('given people, then there is a line for each in the columns that are shown', () => {
    const phone = { value: '+1 312 555 1204', type: 'mobile', isPrimary: 1, normalized: '13125551204' };
    const ada = person({ id: 3, name: 'Ada', phones: [phone], tags: ['VIP', 'Seller'] });
    expect(toCsv(columns, [ada]).split('\r\n')).toEqual(['Name,Phone,Tags', `Ada,'+1 312 555 1204,"VIP, Seller"`]);
  });

  test('given a quote or a line break in a value, then the cell is quoted', () => {
    expect(toCsv(columns, [person({ id: 3, name: 'Ada "A"\nL' })])).toContain('"Ada ""A""\nL"');
  });

  test('given a value that a spreadsheet would compute, then it is a text', () => {
    expect(toCsv(columns, [person({ id: 3, name: '=HYPERLINK("x")' })])).toContain(`"'=HYPERLINK(""x"")"`);
  });
});
