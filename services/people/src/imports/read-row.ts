import type { ImportProblem } from '@porchlight/contracts';
import type { CustomDefinition } from '@porchlight/custom-fields';
import {
  afterFirstName,
  isShortened,
  normalizeEmail,
  readEmails,
  readPhone,
  splitFullName,
  splitPhones,
} from '@porchlight/contact';
import { LIMITS } from '@porchlight/limits';
import { decodeText, groupSignOf, readAmount, readTime } from '@porchlight/resource';
import { foldText } from '@porchlight/text';
import type { Column, EntryList } from './table-fields';
import type { RawRow } from './read-table';

/** A problem of a row; `imported`: the row is imported without the value, or as it stands. */
export type RowProblem = Pick<ImportProblem, 'column' | 'message' | 'imported'>;

/** A row as a body of `POST /people`. */
export interface ImportRow {
  /** Number of the row, from 1 without the header. */
  readonly row: number;
  /** Line of the file on which it begins. */
  readonly line: number;
  /** JSON; empty if the row cannot be imported. */
  readonly body: string;
  readonly problems: readonly RowProblem[];
  /** Emails, phones and name of the row: an erasure of its person removes the problems (N9). */
  readonly keys: readonly string[];
}

/** What the account decides about reading. */
export interface RowReading {
  readonly columns: readonly Column[];
  readonly customFields: readonly CustomDefinition[];
  /** ISO 3166. */
  readonly country: string;
}

/** Cells that say that there is no value. */
const NO_VALUE = /^(?:none|n\/?a|null|unknown|no ?e?-?mail|-+)$/i;
/** Address books separate several values of a cell. */
const SEVERAL = ':::';
const TAG_SEPARATORS = /[;,|]|:::/;
/** Groups of address books that every contact has. */
const SYSTEM_GROUP = /^\*\s*(?:my ?contacts|starred)$/i;
const FORMULA_QUOTE = /^'(?=[=+\-@])/;
const MAX_SHOWN = 60;

/** A value in a message. */
const quote = (value: string): string => `'${value.slice(0, MAX_SHOWN)}'`;

interface Entry {
  readonly type: string;
  readonly value: string;
}

/** The parts of a row while it is read. */
interface Draft {
  readonly body: Record<string, unknown>;
  readonly problems: RowProblem[];
  readonly singles: Map<string, string>;
  readonly backgrounds: string[];
  readonly tags: Set<string>;
  /** Columns of entries that are read after all others, because their type is in another column. */
  readonly entries: {
    readonly column: Column;
    readonly list: EntryList;
    readonly group: string;
    readonly value: string;
  }[];
  /** Types by list and group, as the table has them. */
  readonly types: Map<string, string>;
  readonly addresses: Map<string, Record<string, string>>;
}

/** Reads the cells of a row with the mapping of its columns. Linear in its size; each problem names its column. */
export const readRow = (raw: RawRow, row: number, reading: RowReading): ImportRow => {
  const { line, problem } = raw;
  const draft: Draft = {
    body: {},
    problems: [],
    singles: new Map(),
    backgrounds: [],
    tags: new Set(),
    entries: [],
    types: new Map(),
    addresses: new Map(),
  };
  for (const [nth, column] of reading.columns.entries()) readCell(draft, column, raw.cells[nth] ?? '', reading);
  readEntries(draft, reading);
  readAddresses(draft);
  readNames(draft);
  if (draft.backgrounds.length > 0) draft.body['background'] = draft.backgrounds.join('\n');
  readTags(draft, reading);
  const { body, problems } = draft;
  if (problem) {
    const column = reading.columns[problem.cell]?.header ?? '';
    const message = `Cell ${problem.cell + 1} ${problem.message}. Check the separators and quotes of this line.`;
    problems.splice(0, problems.length, { column, message, imported: false });
  }
  if (Object.keys(body).length === 0 && problems.length === 0)
    problems.push({ column: '', message: 'The row has no value that is imported.', imported: false });
  const isImported = problems.every(({ imported }) => imported);
  const keys = problems.length > 0 ? listRowKeys(readKeyValues(draft)) : [];
  return { row, line, body: isImported ? JSON.stringify(body) : '', problems, keys };
};

interface KeyValues {
  readonly emails: readonly { readonly value: string }[];
  readonly phones: readonly { readonly value: string }[];
  readonly name: string;
}

const readKeyValues = ({ body, entries }: Draft): KeyValues => ({
  emails: entries.filter(({ list }) => list === 'emails'),
  phones: entries.filter(({ list }) => list === 'phones'),
  name: [body['firstName'], body['lastName']].filter(Boolean).join(' '),
});

/** Keys by which problems of a person's rows are found again. */
export const listRowKeys = ({ emails, phones, name }: KeyValues): string[] => [
  ...emails.map(({ value }) => `e:${normalizeEmail(value)}`),
  ...phones.map(({ value }) => `p:${value.replace(/\D/g, '')}`),
  ...(name.trim() === '' ? [] : [`n:${foldText(name)}`]),
];

/** The keys of a row that is stored as JSON. */
export const listBodyKeys = (body: string): string[] => {
  const {
    emails = [],
    phones = [],
    firstName,
    lastName,
  } = JSON.parse(body) as Partial<KeyValues> & {
    readonly firstName?: string;
    readonly lastName?: string;
  };
  return listRowKeys({ emails, phones, name: [firstName, lastName].filter(Boolean).join(' ') });
};

const readCell = (draft: Draft, column: Column, cell: string, reading: RowReading): void => {
  const { target, header } = column;
  const value = decodeText(cell.replace(FORMULA_QUOTE, '')).trim();
  if (!target || value === '') return;
  const refuse = (message: string): void => void draft.problems.push({ column: header, message, imported: false });
  if (target.kind === 'custom') draft.body[target.name] = readCustom(reading, target.name, value);
  else if (target.kind === 'entry') {
    const { list, group, part } = target;
    if (part === 'type') draft.types.set(`${list}.${group}`, value);
    else if (list === 'addresses') addAddressPart(draft, group, part, value);
    else draft.entries.push({ column, list, group, value });
  } else if (target.name === 'tags') addTags(draft, value);
  else if (target.name === 'background') draft.backgrounds.push(labelled(header, value));
  else if (target.name === 'price') {
    const amount = readAmount(value);
    if (amount === undefined) refuse(`Field 'price' takes an amount such as 350000, and ${quote(value)} is none.`);
    else draft.body['price'] = Math.round(amount);
  } else if (!draft.singles.has(target.name)) draft.singles.set(target.name, value);
};

/** A note keeps the name of its column, unless that says nothing. */
const labelled = (header: string, value: string): string =>
  /note|background|description|comment|bemerk|notiz|remarque|nota|observ/i.test(header) ? value : `${header}: ${value}`;

const readCustom = ({ customFields, country }: RowReading, name: string, value: string): unknown => {
  const type = customFields.find((one) => one.name === name)?.type;
  if (type === 'number') return readAmount(value, { groupSign: groupSignOf(country) }) ?? value;
  if (type === 'date') return readTime(value)?.toISOString().slice(0, 10) ?? value;
  return value;
};

const addTags = (draft: Draft, value: string): void => {
  for (const part of value.split(TAG_SEPARATORS)) {
    const tag = part.trim();
    if (tag !== '' && !SYSTEM_GROUP.test(tag)) draft.tags.add(tag.replace(/^\*\s*/, ''));
  }
};

const readTags = ({ body, tags, problems }: Draft, { columns }: RowReading): void => {
  if (tags.size === 0) return;
  const { value: limit } = LIMITS.personTags;
  const column = columns.find(({ field }) => field === 'tags')?.header ?? '';
  if (tags.size > limit)
    problems.push({ column, message: `It has ${tags.size} tags, and a person has at most ${limit}.`, imported: false });
  else body['tags'] = [...tags];
};

const addAddressPart = ({ addresses }: Draft, group: string, part: string, value: string): void => {
  const address = addresses.get(group) ?? {};
  addresses.set(group, address);
  // `Street` and `Street 2` are lines of one street.
  address[part] = part === 'street' && address[part] !== undefined ? `${address[part]}, ${value}` : value;
};

const readAddresses = ({ addresses, body, types }: Draft): void => {
  const read = [...addresses].flatMap(([group, { formatted, ...parts }]) => {
    const type = readType('addresses', types.get(`addresses.${group}`) ?? group);
    if (Object.keys(parts).length > 0) return [{ ...parts, ...(type && { type }) }];
    return formatted === undefined ? [] : [{ street: formatted.replace(/\s*\n\s*/g, ', '), ...(type && { type }) }];
  });
  if (read.length > 0) body['addresses'] = read;
};

const TYPE_WORDS: readonly (readonly [string, RegExp])[] = [
  ['fax', /fax/i],
  ['mobile', /mobile|cell|handy/i],
  ['work', /work|business|office|company/i],
  ['home', /home|private|personal/i],
  ['mailing', /mailing/i],
];
const TYPES_OF: Readonly<Record<EntryList, readonly string[]>> = {
  emails: ['home', 'work'],
  phones: ['home', 'work', 'mobile', 'fax'],
  addresses: ['home', 'work', 'mailing', 'investment'],
};

/** The type that a label such as `* Work` or `Home Fax` means; '' for none, `other` for another one. */
const readType = (list: EntryList, label: string): string => {
  if (label === '' || /^\d+$/.test(label)) return '';
  if (TYPES_OF[list].includes(label)) return label;
  const entry = TYPE_WORDS.find(([type, words]) => TYPES_OF[list].includes(type) && words.test(label));
  if (entry) return entry[0];
  return list === 'addresses' ? 'mailing' : 'other';
};

const readEntries = (draft: Draft, { country }: RowReading): void => {
  for (const list of ['emails', 'phones'] as const) {
    const { value: limit } = LIMITS.personContacts;
    const cells = draft.entries.filter((entry) => entry.list === list);
    const entries: Entry[] = [];
    // More cells than a person may have are not read.
    for (const { column, group, value } of cells.length > limit ? [] : cells) {
      const type = readType(list, draft.types.get(`${list}.${group}`) ?? group) || 'home';
      const add = (text: string): void => void entries.push({ value: text, type });
      for (const part of value.split(SEVERAL))
        if (list === 'emails') readEmailCell(draft, column, part, add);
        else readPhoneCell(draft, column, part, country, add);
    }
    const count = Math.max(entries.length, cells.length);
    if (count > limit) {
      const message = `It has ${count} ${list}, and a person has at most ${limit}.`;
      draft.problems.push({ column: cells[0]!.column.header, message, imported: false });
    } else if (entries.length > 0) draft.body[list] = entries;
  }
};

const readEmailCell = (draft: Draft, { header }: Column, text: string, add: (value: string) => void): void => {
  if (NO_VALUE.test(text.trim())) {
    draft.problems.push({
      column: header,
      message: `${quote(text)} is no email address. It is left out.`,
      imported: true,
    });
    return;
  }
  for (const { value, isEmail, displayName } of readEmails(text)) {
    if (!isEmail)
      draft.problems.push({ column: header, message: `${quote(value)} is no email address.`, imported: false });
    else add(value);
    if (displayName !== undefined && !draft.singles.has('displayName')) draft.singles.set('displayName', displayName);
  }
};

const readPhoneCell = (
  draft: Draft,
  { header }: Column,
  text: string,
  country: string,
  add: (value: string) => void,
): void => {
  const warn = (message: string): void => void draft.problems.push({ column: header, message, imported: true });
  for (const value of splitPhones(text)) {
    if (NO_VALUE.test(value.trim())) {
      warn(`${quote(value)} is no phone number. It is left out.`);
      continue;
    }
    add(value);
    if (isShortened(value))
      warn(
        `A spreadsheet shortened the number to ${quote(value)}. It identifies no person. Format the column as text.`,
      );
    else if (readPhone(value, country).identity === undefined)
      warn(`${quote(value)} is no complete phone number, so it identifies no person.`);
  }
};

/** Names of one row: parts first; a name beside a first name is the last name (`Vorname;Name`). */
const readNames = ({ singles, body }: Draft): void => {
  const { middleName = '', nameSuffix = '', displayName, ...others } = Object.fromEntries(singles);
  for (const [field, value] of Object.entries(others))
    if (!/^(?:name|firstName|lastName)$/.test(field)) body[field] = value;
  let { firstName = '', lastName = '' } = others;
  const name = others['name'] ?? (firstName === '' && lastName === '' ? displayName : undefined) ?? '';
  if (name !== '' && (firstName === '' || lastName === '')) {
    const whole = splitFullName(name);
    const isLast = firstName !== '' && !foldText(name).includes(foldText(firstName));
    if (firstName === '' && lastName === '') ({ firstName, lastName } = whole);
    else if (firstName === '') firstName = whole.lastName === lastName ? whole.firstName : '';
    else lastName = isLast ? name : afterFirstName(name, firstName) || whole.lastName;
  }
  const join = (...parts: string[]): string => parts.filter((part) => part !== '').join(' ');
  if (join(firstName, middleName) !== '') body['firstName'] = join(firstName, middleName);
  if (join(lastName, nameSuffix) !== '') body['lastName'] = join(lastName, nameSuffix);
};
