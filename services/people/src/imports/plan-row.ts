import { doNamesAgree, isEmail } from '@porchlight/contact';
import type { ImportAddition, ImportChange, Person, PersonItem } from '@porchlight/contracts';
import { isRefusal } from '@porchlight/errors';
import type { StoreCall } from '@porchlight/store';
import { findKnownPeople, prepareChangedPerson, prepareNewPerson, type PreparationRules } from '../people';
import {
  type Contacts,
  derive,
  type PersonCore,
  type PersonDocument,
  prepareContacts,
  prepareNewNames,
  UNSPECIFIED,
} from '../person';
import { type AccountSettings, ASSIGNED_LENDER, ASSIGNED_USER, resolveReference, STAGE } from '../settings';
import type { RowProblem } from './read-row';
import type { Column } from './table-fields';

/** What an import does with people who are known (D13.2). */
export type ExistingMode = 'fill' | 'overwrite' | 'skip';

/** A row that can be imported, without the references that are left out. */
export interface CheckedRow {
  readonly record: Person;
  readonly mask: ReadonlySet<string>;
  /** Emails, phones and name as they are compared. */
  readonly contacts: Contacts;
}

const ROW_REFERENCES = [
  { kind: ASSIGNED_USER, name: 'assignedTo', id: 'assignedUserId' },
  { kind: ASSIGNED_LENDER, name: 'assignedLenderName', id: 'assignedLenderId' },
] as const;

/** The column that an error message names by its field: `Field 'emails[0].value' …`. */
export const findColumn = (message: string, columns: readonly Column[]): string => {
  const [, name = ''] = /'([a-zA-Z0-9]+)/.exec(message) ?? [];
  const matches = ({ field }: Column): boolean =>
    field === name || field.startsWith(`${name}.`) || (name === 'addresses' && field.startsWith('address.'));
  return name === '' ? '' : (columns.find(matches)?.header ?? '');
};

/**
 * Checks stage and users of a row. An unknown one is a problem of the row; a user who is disabled is left out and named
 * (D13.3).
 */
export const checkRow = (
  { record, mask = [], problems }: PersonItem,
  settings: AccountSettings,
  columns: readonly Column[],
): { readonly row?: CheckedRow; readonly problems: RowProblem[] } => {
  if (!record) return { problems: [{ column: findColumn(problems, columns), message: problems, imported: false }] };
  const names = new Set(mask);
  const rowProblems: RowProblem[] = [];
  const attempt = (work: () => unknown, field: string): void => {
    try {
      work();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const imported = error.reason === 'USER_NOT_ACTIVE';
      if (imported) names.delete(field);
      const column = columns.find((one) => one.field === field)?.header ?? '';
      rowProblems.push({ column, message: error.message, imported });
    }
  };
  attempt(() => resolveReference(STAGE, settings, { name: record.stage ?? '', mask: names }), 'stage');
  for (const { kind, name } of ROW_REFERENCES)
    attempt(() => resolveReference(kind, settings, { name: record[name] ?? '', mask: names }), name);
  if (rowProblems.some(({ imported }) => !imported)) return { problems: rowProblems };
  const contacts = prepareContacts({ ...record, ...prepareNewNames(record) }, settings.country);
  return { row: { record: withoutUnnamed(record, names), mask: names, contacts }, problems: rowProblems };
};

/** A name that the mask does not contain must not be resolved. */
const withoutUnnamed = (record: Person, mask: ReadonlySet<string>): Person => {
  const copy: Partial<Person> & Pick<Person, keyof Person> = { ...record };
  for (const { name } of ROW_REFERENCES) if (!mask.has(name)) delete copy[name];
  return copy;
};

const isMissing = (name: string): boolean => name === '' || isEmail(name) || /^[\d\s()+.-]+$/.test(name);

/** Names after the row: `fill` completes a name only if the other part agrees or is missing (D13.2). */
const chooseNames = (before: PersonDocument, row: CheckedRow, mode: ExistingMode) => {
  const names = prepareNewNames(row.record);
  const { firstName, lastName } = before;
  if (mode === 'overwrite') return { firstName: names.firstName || firstName, lastName: names.lastName || lastName };
  const [noFirst, noLast] = [isMissing(firstName), isMissing(lastName)];
  if (noFirst && noLast) return names.firstName || names.lastName ? names : { firstName, lastName };
  if (noLast && names.lastName && doNamesAgree(firstName, names.firstName))
    return { firstName, lastName: names.lastName };
  if (noFirst && names.firstName && doNamesAgree(lastName, names.lastName))
    return { firstName: names.firstName, lastName };
  return { firstName, lastName };
};

const behind = <T extends { readonly isPrimary: boolean }>(entries: readonly T[], others: readonly T[]): T[] => [
  ...entries,
  ...others.map((entry) => ({ ...entry, isPrimary: false })),
];

/** Single values of the body and the field of the document that is empty before `fill` sets them. */
const FILLED: readonly (readonly [keyof Person & string, (before: PersonDocument) => boolean])[] = [
  ['price', ({ price }) => price === undefined],
  ['background', ({ background = '' }) => background === ''],
  ['assignedTo', ({ assignedUserId, claimed }) => assignedUserId === undefined && claimed !== false],
  ['assignedLenderName', ({ assignedLenderId }) => assignedLenderId === undefined],
];

/**
 * The known person after the row: lists grow, single values fill empty fields or, with `overwrite`, replace others;
 * types of entries stay, empty cells change nothing (D13.2). Throws what a PUT throws.
 */
export const applyRow = async (
  rules: PreparationRules,
  call: StoreCall,
  before: PersonDocument,
  row: CheckedRow,
  mode: ExistingMode,
): Promise<PersonDocument> => {
  const { record, mask: sentFields } = row;
  const mask = new Set(['firstName', 'lastName']);
  const input: Person = { ...record, ...chooseNames(before, row, mode), customFields: {} };
  for (const [name, isEmpty] of FILLED)
    if (sentFields.has(name) && (mode === 'overwrite' || isEmpty(before))) mask.add(name);
  if (sentFields.has('stage') && mode === 'overwrite') mask.add('stage');
  for (const name of ['emails', 'phones', 'addresses', 'tags'] as const) if (record[name].length > 0) mask.add(name);
  input.emails = behind(before.emails, record.emails);
  input.phones = behind(before.phones, record.phones);
  input.addresses = [...before.addresses, ...record.addresses];
  const settings = await rules.settingsCache.load(call.actor.accountId);
  for (const [name, value] of Object.entries(record.customFields)) {
    const id = settings.customFields.find((one) => one.name === name)?.id;
    if (mode === 'overwrite' || id === undefined || before.custom?.[id] === undefined) input.customFields[name] = value;
  }
  const after = await prepareChangedPerson(rules, call, before, input, mask, { mergeTags: 'true' });
  // Not writable with PUT, and never replaced by a table.
  const { source = '', sourceUrl = '' } = record;
  if (source !== '' && (before.source === UNSPECIFIED || before.source === '')) after.source = source;
  if (sourceUrl !== '' && !before.sourceUrl) after.sourceUrl = sourceUrl;
  return derive(after);
};

/** A person that a row would create. */
export const createFromRow = (
  rules: PreparationRules,
  call: StoreCall,
  { record, mask }: CheckedRow,
  claiming: boolean,
) => prepareNewPerson(rules, call, record, mask, claiming ? { claims: 'true' } : {});

/** The known person of a row: the best match of its emails and phones. */
export const findKnown = async (
  people: Parameters<typeof findKnownPeople>[0],
  call: StoreCall,
  { contacts }: CheckedRow,
) => (await findKnownPeople(people, call, contacts))[0];

/** Differences of a person as a preview shows them. */
export interface PersonDifference {
  readonly adds: ImportAddition[];
  readonly changes: ImportChange[];
}

const formatAddress = ({ street, city, state, code, country }: PersonCore['addresses'][number]): string =>
  [street, city, [state, code].filter(Boolean).join(' '), country].filter(Boolean).join(', ');

/** Lists as texts, by field. */
const listEntries = (person: PersonCore): Readonly<Record<string, readonly string[]>> => ({
  emails: person.emails.map(({ value }) => value),
  phones: person.phones.map(({ value }) => value),
  addresses: person.addresses.map(formatAddress),
  tags: person.tags,
});

/** Single values as texts, by field; '' for none. */
const listSingles = (person: PersonCore, settings: AccountSettings): Readonly<Record<string, string>> => ({
  firstName: person.firstName,
  lastName: person.lastName,
  stage: settings.stageShown(person.stageId).name,
  source: person.source === UNSPECIFIED ? '' : person.source,
  sourceUrl: person.sourceUrl ?? '',
  price: person.price === undefined ? '' : String(person.price),
  background: person.background ?? '',
  assignedTo: nameMember(settings, person.assignedUserId),
  assignedLenderName: nameMember(settings, person.assignedLenderId),
  ...Object.fromEntries(settings.customFields.map(({ id, name }) => [name, String(person.custom?.[id] ?? '')])),
});

const nameMember = (settings: AccountSettings, id: number | undefined): string =>
  id === undefined ? '' : (settings.member(id)?.name ?? String(id));

const MAX_SHOWN = 500;
const cut = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

/** What differs: values that are new or fill an empty field, and values that are replaced. */
export const comparePeople = (
  before: PersonCore | undefined,
  after: PersonCore,
  settings: AccountSettings,
): PersonDifference => {
  const lists = before ? listEntries(before) : {};
  const adds = Object.entries(listEntries(after)).flatMap(([field, values]) => {
    const earlier = new Set(lists[field]);
    return values.filter((value) => !earlier.has(value)).map((value) => ({ field, value: cut(value) }));
  });
  const singles = before ? listSingles(before, settings) : {};
  const changes: ImportChange[] = [];
  for (const [field, value] of Object.entries(listSingles(after, settings))) {
    const earlier = singles[field] ?? '';
    if (earlier === value) continue;
    if (earlier === '') adds.push({ field, value: cut(value) });
    else changes.push({ field, before: cut(earlier), after: cut(value) });
  }
  return { adds, changes };
};
