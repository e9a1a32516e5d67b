import {
  createIdempotencyStore,
  RETENTION_SECONDS,
  type JournalRow,
  type IdempotencyStore,
  type JournalRows,
} from '@porchlight/idempotency';
import type { Clock, Logger } from '@porchlight/runtime';
import {
  column,
  createStoreBatcher,
  defineDocument,
  type DocumentCollection,
  type DocumentSchema,
  type Store,
  inAccounts,
} from '@porchlight/store';
import { createHmac } from 'node:crypto';

const MAX_BATCH = 100;

/** Rows of the journal (libs/idempotency). */
const journalSchema: DocumentSchema<JournalRow> = defineDocument(
  {
    _id: column.text,
    accountId: column.optional(column.number),
    at: column.date,
    nonce: column.optional(column.text),
    fingerprint: column.optional(column.text),
    until: column.optional(column.date),
    sealed: column.optional(column.binary),
  },
  [{ keys: { at: 1 }, global: true, expireAfterSeconds: RETENTION_SECONDS }],
  'byField',
);

/** Concurrent inserts are sent in one batch: a commit costs the database more than the rows in it. */
const createInserts = (collection: DocumentCollection<JournalRow>): ((row: JournalRow) => Promise<boolean>) => {
  const batcher = createStoreBatcher<JournalRow, boolean>({
    maxItems: MAX_BATCH,
    run: async (rows) => {
      // Two entries of a batch with the same id: the first one wins.
      const refused = new Set(await collection.insertMany(unlike(rows)));
      const seen = new Set<string>();
      return rows.map(({ _id }) => !refused.has(_id) && !seen.has(_id) && seen.add(_id) !== undefined);
    },
  });
  return (row) => batcher.add(row);
};

const unlike = (rows: readonly JournalRow[]): JournalRow[] => [
  ...new Map(rows.toReversed().map((row) => [row._id, row])).values(),
];

/** Stores responses of calls with an idempotency key in the database of the service for a day (docs/adr/0013). */
export const openIdempotencyStore = (
  store: Pick<Store, 'collection'>,
  { clock, logger, key }: { readonly clock: Clock; readonly logger: Logger; readonly key: Buffer },
): IdempotencyStore => {
  const collection = store.collection('repeats', journalSchema);
  const secret = createHmac('sha256', key).update('idempotency').digest();
  const insert = createInserts(collection);
  const openRows = (accountId: number): JournalRows => {
    const inAccount = (filter: { _id: unknown }) => inAccounts(filter, [accountId]);
    return {
      insert: (row) => insert({ ...row, accountId }),
      findOne: (filter) => collection.findOne(inAccount(filter)),
      find: (filter, options) => collection.find(inAccount(filter), options),
      updateOne: (filter, update) => collection.updateOne(inAccount(filter), update),
      deleteOne: (filter) => collection.deleteOne(inAccount(filter)),
    };
  };
  return createIdempotencyStore({ openRows, clock, logger, secret });
};
