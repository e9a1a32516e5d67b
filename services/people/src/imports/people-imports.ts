import { column, defineDocument, type DocumentCollection, type DocumentOf, inAllAccounts } from '@porchlight/store';
import { AUTHENTICATION_METHODS, ROLES } from '@porchlight/access';
import { people as descriptor, type PersonItem } from '@porchlight/contracts';
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

/** Retention of imports, s. */
const KEPT_S = 30 * 86_400;

/** An import of people from a table, in the background. */
export const peopleImportJobSchema = defineDocument(
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
    problems: column.listOf(column.nested({ row: column.number, message: column.text })),
  },
  [
    { keys: { created: 1 }, global: true, expireAfterSeconds: KEPT_S },
    { keys: { status: 1 }, global: true },
    { keys: { status: 1 } },
  ],
);
export type PeopleImportJob = DocumentOf<typeof peopleImportJobSchema>;

/** An import that is not done. */
export type OpenImport = Pick<PeopleImportJob, '_id' | 'accountId' | 'id' | 'created'>;

/** Chunks hold people's data; they go when they are done, and these ones in any case. */
const CHUNK_KEPT_S = 7 * 86_400;

/** Up to 100 rows of an import, as bodies of people. */
export const importChunkSchema = defineDocument(
  {
    /** `<accountId>:<import id>:<n>` */
    _id: column.text,
    created: column.date,
    /** JSON texts; their first one is row `from`, counted from 1. */
    bodies: column.listOf(column.text),
    from: column.number,
  },
  [{ keys: { created: 1 }, global: true, expireAfterSeconds: CHUNK_KEPT_S }],
);
export type ImportChunk = DocumentOf<typeof importChunkSchema>;

/** Each account has a few at most. */
const MAX_OPEN = 1_000;

/** Imports in the database: a job, and its rows in chunks that are deleted one by one. */
export const createPeopleImports = (
  jobs: DocumentCollection<PeopleImportJob>,
  chunks: DocumentCollection<ImportChunk>,
) => ({
  /** Returns false if the id exists. */
  async add(job: PeopleImportJob, parts: readonly ImportChunk[]) {
    // The job is inserted last, so that its chunks exist.
    if ((await chunks.insertMany(parts)).length > 0) return false;
    return (await jobs.insertMany([job])).length === 0;
  },
  find: async (accountId: number, id: number) => (await jobs.findOne({ _id: `${accountId}:${id}` })) ?? undefined,
  /** Unfinished imports of all accounts, bounded in count. */
  open: () =>
    jobs.find(inAllAccounts({ status: 'Running' }), {
      limit: MAX_OPEN,
      projection: { accountId: 1, id: 1, created: 1 },
    }),
  countOpen: (accountId: number) => jobs.count({ accountId, status: 'Running' }),
  chunk: async (id: string) => (await chunks.findOne({ _id: id })) ?? undefined,
  /** Stores the progress, then deletes the finished chunk. */
  async settle(job: PeopleImportJob, chunkId?: string) {
    const { _id, ...fields } = job;
    await jobs.updateOne({ _id }, { $set: fields });
    if (chunkId !== undefined) await chunks.deleteOne({ _id: chunkId });
  },
});
