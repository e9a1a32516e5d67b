import { type CustomDefinition, fieldKey } from '@porchlight/custom-fields';
import { refuse } from '@porchlight/errors';
import { CsvError, parse } from 'csv-parse/sync';

/** Maximum number of rows of one table without the header (decisions section 10). */
export const MAX_ROWS = 10_000;
const MAX_COLUMNS = 200;
const MAX_CELL = 65_536;

/** A column of the table and its field; empty: ignored. */
export interface Column {
  readonly header: string;
  readonly field: string;
}

/** A CSV text, read. */
export interface Table {
  readonly columns: readonly Column[];
  /** Bodies as `POST /people` takes them. */
  readonly bodies: ReadonlyArray<Record<string, unknown>>;
}

/** Column headers of other systems, normalized without spaces, punctuation and digits. */
const KNOWN: Readonly<Record<string, string>> = {
  name: 'name',
  fullname: 'name',
  firstname: 'firstName',
  first: 'firstName',
  lastname: 'lastName',
  last: 'lastName',
  surname: 'lastName',
  email: 'emails.home',
  emails: 'emails.home',
  emailaddress: 'emails.home',
  homeemail: 'emails.home',
  workemail: 'emails.work',
  phone: 'phones.home',
  phones: 'phones.home',
  phonenumber: 'phones.home',
  homephone: 'phones.home',
  workphone: 'phones.work',
  mobile: 'phones.mobile',
  mobilephone: 'phones.mobile',
  cell: 'phones.mobile',
  cellphone: 'phones.mobile',
  fax: 'phones.fax',
  street: 'address.street',
  address: 'address.street',
  streetaddress: 'address.street',
  city: 'address.city',
  state: 'address.state',
  zip: 'address.code',
  zipcode: 'address.code',
  postalcode: 'address.code',
  postcode: 'address.code',
  code: 'address.code',
  country: 'address.country',
  stage: 'stage',
  source: 'source',
  leadsource: 'source',
  sourceurl: 'sourceUrl',
  price: 'price',
  budget: 'price',
  tags: 'tags',
  tag: 'tags',
  background: 'background',
  notes: 'background',
  assignedto: 'assignedTo',
  agent: 'assignedTo',
  lender: 'assignedLenderName',
};

const resolveColumn = (header: string, customFields: readonly CustomDefinition[]): Column => {
  const custom = customFields.find(({ label, name }) => fieldKey(label) === fieldKey(header) || name === header);
  const field = custom?.name ?? KNOWN[header.toLowerCase().replace(/[^a-z]/g, '')] ?? '';
  return { header, field };
};

/** Parses CSV with a header. Throws INVALID_BODY with the problem and its row. */
export const parseTable = (csv: string, customFields: readonly CustomDefinition[]): Table => {
  const [headers = [], ...rows] = parseCells(csv);
  if (headers.length > MAX_COLUMNS) throw wrong(`has more than ${MAX_COLUMNS} columns`);
  if (rows.length > MAX_ROWS) throw wrong(`has more than ${MAX_ROWS} rows; send it in parts`);
  const columns = headers.map((header) => resolveColumn(header, customFields));
  if (columns.every(({ field }) => field === ''))
    throw wrong("has no column that is known; its first row must name them, such as 'First name', 'Email', 'Phone'");
  return { columns, bodies: rows.map((cells) => buildBody(columns, cells)) };
};

const wrong = (what: string): Error => refuse('INVALID_BODY', { problems: `The table ${what}.` });

const parseCells = (csv: string): string[][] => {
  try {
    return parse(csv, {
      bom: true,
      delimiter: [',', ';', '\t'],
      trim: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      relax_column_count: true,
      max_record_size: 4 * MAX_CELL,
      to: MAX_ROWS + 2,
    }) as string[][];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw wrong(`cannot be read: ${error.message.slice(0, 200)}`);
  }
};

const FORMULA_QUOTE = /^'(?=[=+\-@])/;

/** Removes the quote with which spreadsheets escape formulas. */
const plain = (cell: string): string => cell.replace(FORMULA_QUOTE, '');

const buildBody = (columns: readonly Column[], cells: readonly string[]): Record<string, unknown> => {
  const body: Record<string, unknown> = {};
  const address: Record<string, string> = {};
  const add = (list: string, entry: unknown): void =>
    void (body[list] = [...((body[list] as unknown[] | undefined) ?? []), entry]);
  for (const [nth, { field }] of columns.entries()) {
    const value = plain(cells[nth] ?? '');
    if (field === '' || value === '') continue;
    const [head = '', tail] = field.split('.');
    if (head === 'address') address[tail as string] = value;
    else if (tail !== undefined) add(head, { value, type: tail });
    else if (field === 'tags')
      for (const tag of value.split(/[;,|]/)) {
        if (tag.trim() !== '') add('tags', tag.trim());
      }
    else if (field === 'price') body[field] = parsePrice(value);
    else body[field] = value;
  }
  if (Object.keys(address).length > 0) body['addresses'] = [address];
  return body;
};

/** 350000 for `$350,000.00`; other texts are unchanged and refused by the field. */
const parsePrice = (text: string): number | string => {
  const digits = text.replace(/[\s$\u20ac\u00a3,]/g, '');
  return /^\d+(\.\d+)?$/.test(digits) ? Math.round(Number(digits)) : text;
};
