import { DAY_MS, hashText } from '@porchlight/runtime';
import { column, defineDocument, type DocumentCollection, type DocumentOf, inAccounts } from '@porchlight/store';
import { AUTHENTICATION_METHODS, ROLES } from '@porchlight/access';
import { EXISTING, people as descriptor, type PersonItem } from '@porchlight/contracts';
import { isRefusal } from '@porchlight/errors';
import { parseBody } from '@porchlight/resource';

/** Key of the nth chunk of an import. */
export const formatChunkId = ({ _id }: { readonly _id: string }, nth: number): string => `${_id}:${nth}`;

/** A row to save, or the problem of an invalid row. */
export const parseImportedItem = (json: string): PersonItem => {
  try {
    const { record, mask } = parseBody(descriptor, JSON.parse(json), 'create');
    return { record, mask, problems: '' };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { record: undefined, mask: undefined, problems: error.message };
  }
};

/** Time in which an import can be undone, ms after its end. */
export const UNDO_MS = DAY_MS;

/** Retention of imports, s. */
const IMPORT_RETENTION_S = 30 * 86_400;

const undoColumn = column.nested({
  status: column.word('Running', 'Completed'),
  /** Rows from this one on are finished. */
  from: column.number,
  undone: column.number,
  kept: column.number,
  items: column.listOf(
    column.nested({
      row: column.number,
      line: column.number,
      personId: column.number,
      field: column.text,
      reason: column.text,
    }),
  ),
});

/** An import of people from a table, in the background. Absent fields: imports of older versions. */
export const peopleImportSchema = defineDocument(
  {
    /** `<accountId>:<id>` */
    _id: column.text,
    accountId: column.number,
    id: column.number,
    created: column.date,
    /** The user who started the import. */
    actor: column.nested({
      accountId: column.number,
      userId: column.number,
      role: column.word(...ROLES),
      system: column.optional(column.text),
      systemId: column.optional(column.number),
      keyId: column.optional(column.number),
      userName: column.optional(column.text),
      authenticatedBy: column.optional(column.word(...AUTHENTICATION_METHODS)),
      scopes: column.optional(column.listOf(column.text)),
    }),
    status: column.word('Running', 'Completed', 'Failed'),
    rows: column.number,
    /** Number of finished rows; chunks before it are deleted. */
    done: column.number,
    made: column.number,
    updated: column.number,
    failed: column.number,
    skipped: column.optional(column.number),
    existing: column.optional(column.word(...EXISTING)),
    columns: column.optional(column.listOf(column.nested({ header: column.text, field: column.text }))),
    problems: column.listOf(
      column.nested({
        row: column.number,
        message: column.text,
        line: column.optional(column.number),
        column: column.optional(column.text),
        imported: column.optional(column.flag),
        /** Digests of the emails, phones and name of the row, to erase the problem with its person. */
        keys: column.optional(column.listOf(column.text)),
      }),
    ),
    /** When it was completed or failed. */
    ended: column.optional(column.date),
    undo: column.optional(undoColumn),
  },
  [
    { keys: { created: 1 }, global: true, expireAfterSeconds: IMPORT_RETENTION_S },
    { keys: { status: 1 }, global: true },
    { keys: { status: 1 } },
    { keys: { 'problems.keys': 1 } },
  ],
);
export type PeopleImportDocument = DocumentOf<typeof peopleImportSchema>;
export type ImportUndoState = NonNullable<PeopleImportDocument['undo']>;
export type StoredProblem = PeopleImportDocument['problems'][number];

/** Chunks hold people's data; they go when they are done, and these ones in any case. */
const CHUNK_RETENTION_S = 7 * 86_400;

/** Up to 100 rows of an import. */
export const importChunkSchema = defineDocument(
  {
    /** `<accountId>:<import id>:<n>` */
    _id: column.text,
    created: column.date,
    /** Bodies of people as JSON texts, '' for a row that is not imported; the first one is row `from`, from 1. */
    bodies: column.listOf(column.text),
    from: column.number,
    /** Lines of the file on which the rows begin; absent in chunks of older versions. */
    lines: column.optional(column.listOf(column.number)),
    /** Problems that were found when the table was read, by row. */
    problems: column.optional(
      column.listOf(
        column.nested({
          row: column.number,
          line: column.number,
          column: column.text,
          message: column.text,
          imported: column.flag,
          keys: column.listOf(column.text),
        }),
      ),
    ),
  },
  [{ keys: { created: 1 }, global: true, expireAfterSeconds: CHUNK_RETENTION_S }],
);
export type ImportChunk = DocumentOf<typeof importChunkSchema>;

/** A digest by which the problems of a person's rows are found for an erasure; the value itself is not stored. */
export const digestKey = (accountId: number, key: string): string => hashText(`${accountId}:${key}`).slice(0, 16);

/** Imports with problems of one person that are changed at once. */
const MAX_ERASED = 1_000;

/** Imports, and their rows in chunks that are deleted one by one. */
export interface PeopleImports {
  /** Returns false if the id exists. `start` stores the job. The import is stored last, so that its parts exist. */
  add(document: PeopleImportDocument, parts: readonly ImportChunk[], start: () => Promise<void>): Promise<boolean>;
  find(accountId: number, id: number): Promise<PeopleImportDocument | undefined>;
  /** Imports of the account that are not finished. */
  countOpen(accountId: number): Promise<number>;
  chunk(id: string): Promise<ImportChunk | undefined>;
  /** Stores the progress, then deletes the finished chunk. */
  settle(document: PeopleImportDocument, fields: Partial<PeopleImportDocument>, chunkId?: string): Promise<void>;
  /** Deletes the rows of an import that ended before them. */
  forgetChunks(document: PeopleImportDocument): Promise<void>;
  /** Removes the problems of rows with one of these keys, for an erasure. */
  forgetProblems(accountId: number, keys: readonly string[]): Promise<void>;
}

/** Stores imports and their rows. */
export const createPeopleImports = (
  imports: DocumentCollection<PeopleImportDocument>,
  chunks: DocumentCollection<ImportChunk>,
): PeopleImports => ({
  async add(document, parts, start) {
    if ((await chunks.insertMany(parts)).length > 0) return false;
    await start();
    return (await imports.insertMany([document])).length === 0;
  },
  find: async (accountId, id) => (await imports.findOne({ _id: `${accountId}:${id}` })) ?? undefined,
  countOpen: (accountId) => imports.count({ accountId, status: 'Running' }),
  chunk: async (id) => (await chunks.findOne({ _id: id })) ?? undefined,
  async settle({ _id }, fields, chunkId) {
    await imports.updateOne({ _id }, { $set: fields });
    if (chunkId !== undefined) await chunks.deleteOne({ _id: chunkId });
  },
  async forgetChunks({ _id, accountId }) {
    // `;` is the character after `:`.
    await chunks.deleteMany(inAccounts({ _id: { $gt: `${_id}:`, $lt: `${_id};` } }, [accountId]));
  },
  async forgetProblems(accountId, keys) {
    const digests = keys.map((key) => digestKey(accountId, key));
    const isOthers = ({ keys: stored = [] }: StoredProblem): boolean => !stored.some((key) => digests.includes(key));
    for (let page: PeopleImportDocument[] = [], isLast = false; !isLast; isLast = page.length < MAX_ERASED) {
      page = await imports.find({ accountId, 'problems.keys': { $in: digests } }, { limit: MAX_ERASED });
      for (const { _id, problems } of page)
        await imports.updateOne({ _id }, { $set: { problems: problems.filter(isOthers) } });
    }
  },
});
