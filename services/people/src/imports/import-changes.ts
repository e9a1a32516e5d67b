import { normalizeEmail, readExtension } from '@porchlight/contact';
import { column, defineDocument, type DocumentCollection, type DocumentOf } from '@porchlight/store';
import { tagKey } from '@porchlight/text';
import { isDeepStrictEqual } from 'node:util';
import type { PersonCore } from '../person';

/** Longer than an import can be undone. */
const RETENTION_S = 3 * 86_400;

/** What a row of an import changed, written before the person, so that an undo knows each change. */
export const importChangeSchema = defineDocument(
  {
    /** `<accountId>:<import id>:<row>` */
    _id: column.text,
    accountId: column.number,
    importId: column.number,
    row: column.number,
    line: column.number,
    personId: column.number,
    created: column.date,
    /** The row created the person. */
    isNew: column.flag,
    /** The created person, to see whether it was changed; '' for others. JSON. */
    snapshot: column.text,
    /** Single values before and after, JSON; absent for none. */
    values: column.listOf(
      column.nested({ field: column.text, before: column.optional(column.text), after: column.optional(column.text) }),
    ),
    /** Keys of entries and tags that were added. */
    added: column.listOf(column.nested({ field: column.text, key: column.text })),
    /** What other services added to the person since. */
    touched: column.optional(column.listOf(column.text)),
  },
  [
    { keys: { importId: 1, row: 1 } },
    { keys: { personId: 1 } },
    { keys: { created: 1 }, global: true, expireAfterSeconds: RETENTION_S },
  ],
);
export type ImportChangeDocument = DocumentOf<typeof importChangeSchema>;

/** Single values that an import changes. */
const CHANGED_FIELDS = [
  'firstName',
  'lastName',
  'stageId',
  'source',
  'sourceUrl',
  'price',
  'background',
  'assignedUserId',
  'assignedLenderId',
] as const satisfies readonly (keyof PersonCore)[];
export type ChangedField = (typeof CHANGED_FIELDS)[number];

/** Lists that an import adds to. */
const ADDED_LISTS = ['emails', 'phones', 'addresses', 'tags'] as const;
export type AddedList = (typeof ADDED_LISTS)[number];

const formatAddress = ({ street, city, state, code, country }: PersonCore['addresses'][number]): string =>
  [street, city, state, code, country].map((part) => part.trim().toLowerCase()).join('\n');

/** The number with its extension; the text of an entry that is no number. */
const formatPhone = ({ value, normalized, status }: PersonCore['phones'][number]): string =>
  status === 'Invalid' || normalized === '' ? value.toLowerCase() : `${normalized};${readExtension(value) ?? ''}`;

/** Keys by which entries and tags are found again. */
export const listKeys = (person: PersonCore, list: AddedList): string[] => {
  if (list === 'emails') return person.emails.map(({ value }) => normalizeEmail(value));
  if (list === 'phones') return person.phones.map(formatPhone);
  return list === 'tags' ? person.tags.map(tagKey) : person.addresses.map(formatAddress);
};

/** Names of the values of a person: the fields, and `custom.<id>`. */
const listNames = (...people: readonly PersonCore[]): string[] => [
  ...CHANGED_FIELDS,
  ...new Set(people.flatMap(({ custom = {} }) => Object.keys(custom).map((id) => `custom.${id}`))),
];

/** A value by its name; undefined for none. */
export const readValue = (person: PersonCore, name: string): unknown =>
  name.startsWith('custom.') ? person.custom?.[name.slice('custom.'.length)] : person[name as ChangedField];

const toJson = (value: unknown): string | undefined => (value === undefined ? undefined : JSON.stringify(value));

/** What differs between a person before and after a row. */
export const describeChange = (
  before: PersonCore,
  after: PersonCore,
): Pick<ImportChangeDocument, 'values' | 'added'> => ({
  values: listNames(before, after).flatMap((field) => {
    const [was, is] = [toJson(readValue(before, field)), toJson(readValue(after, field))];
    if (was === is) return [];
    return [{ field, ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) }];
  }),
  added: ADDED_LISTS.flatMap((field) => {
    const earlier = new Set(listKeys(before, field));
    return listKeys(after, field).flatMap((key) => (earlier.has(key) ? [] : [{ field, key }]));
  }),
});

/** Fields whose change since the import protects a created person from its undo. */
const SNAPSHOT_FIELDS = [
  ...CHANGED_FIELDS,
  'contacted',
  'collaboratorIds',
  'timeframeId',
  'timeframeStatus',
  'prequalified',
  'assignedPondId',
  'claimed',
  'tags',
  'addresses',
  'custom',
] as const satisfies readonly (keyof PersonCore)[];

/** A created person as far as its changes matter; the status of an email is not a change of the person. */
const takeSnapshot = (person: PersonCore): Record<string, unknown> => ({
  ...Object.fromEntries(SNAPSHOT_FIELDS.flatMap((name) => (person[name] === undefined ? [] : [[name, person[name]]]))),
  emails: person.emails.map(({ value, type, isPrimary }) => ({ value, type, isPrimary })),
  phones: person.phones.map(({ value, type, isPrimary }) => ({ value, type, isPrimary })),
});

export const formatSnapshot = (person: PersonCore): string => JSON.stringify(takeSnapshot(person));

/** Names of the fields that differ from a snapshot. */
export const listDifferences = (snapshot: string, person: PersonCore): string[] => {
  const before = JSON.parse(snapshot) as Record<string, unknown>;
  const after = JSON.parse(formatSnapshot(person)) as Record<string, unknown>;
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  );
};

/** Key of the change of a row. */
const formatId = (accountId: number, importId: number, row: number): string => `${accountId}:${importId}:${row}`;

/** The changes of imports. */
export interface ImportChanges {
  find(accountId: number, importId: number, row: number): Promise<ImportChangeDocument | undefined>;
  /** Stores the change of a row, in place of the one of an earlier attempt. */
  put(change: Omit<ImportChangeDocument, '_id'>): Promise<void>;
  remove(change: ImportChangeDocument): Promise<void>;
  /** Changes of rows before `from`, the last one first. */
  before(accountId: number, importId: number, from: number, limit: number): Promise<ImportChangeDocument[]>;
  /** Records what another service added to created people. */
  touch(accountId: number, people: readonly number[], what: string): Promise<void>;
  /** Removes what is stored about a person. */
  forgetPerson(accountId: number, personId: number): Promise<void>;
}

/** Stores the changes of imports. */
export const createImportChanges = (collection: DocumentCollection<ImportChangeDocument>): ImportChanges => ({
  find: async (accountId, importId, row) =>
    (await collection.findOne({ _id: formatId(accountId, importId, row) })) ?? undefined,
  async put(change) {
    const _id = formatId(change.accountId, change.importId, change.row);
    if ((await collection.insertMany([{ ...change, _id }])).length > 0)
      await collection.updateOne({ _id }, { $set: change });
  },
  remove: async ({ _id }) => void (await collection.deleteOne({ _id })),
  before: (accountId, importId, from, limit) =>
    collection.find({ accountId, importId, row: { $gt: 0, $lt: from } }, { sort: { row: -1 }, limit }),
  touch: async (accountId, people, what) =>
    void (await collection.updateMany({ accountId, personId: { $in: people } }, { $addToSet: { touched: what } })),
  forgetPerson: async (accountId, personId) => void (await collection.deleteMany({ accountId, personId })),
});
