import { publishChanges } from '@porchlight/backend';
import type { Publisher } from '@porchlight/bus';
import { Change } from '@porchlight/contracts';
import { createPollLoop, type Logger, type PollLoop, type WakeSignal } from '@porchlight/runtime';
import { column, inAllAccounts, type DocumentCollection, type PendingChange } from '@porchlight/store';

/** A change of a document that is no record of a resource. */
export interface DocumentChange extends Pick<Change, 'eventId' | 'accountId' | 'resource' | 'verb' | 'ids'> {
  readonly occurred: Date;
  /** 0: the service itself. */
  readonly userId: number;
  readonly system: string;
  readonly changed?: readonly string[];
  /** Data of a fact. */
  readonly data?: object;
}

/** Columns of documents whose changes are published: the write of a document marks it too, and counts up `v`. */
export const publishedColumns = {
  /** Version for guarded updates. */
  v: column.optional(column.number),
  /** It has changes that are not yet published. */
  unpublished: column.optional(column.onlyTrue),
};

/** The index that finds documents with unpublished changes. */
export const UNPUBLISHED = { keys: { unpublished: 1 }, global: true } as const;

type Published = { readonly _id: string; readonly v?: number };

interface DocumentPublisherOptions<T extends Published> {
  /** For the log: what the documents are. */
  readonly name: string;
  readonly documents: DocumentCollection<T>;
  readonly bus: Publisher;
  readonly logger: Logger;
  /** The unpublished changes of a document. Their event ids are stable, so that consumers recognize repeats. */
  readonly toChanges: (document: T) => readonly DocumentChange[] | Promise<readonly DocumentChange[]>;
  /** Fields that only contain the unpublished changes. */
  readonly fields?: readonly string[];
  /** Notified of changes by code that is created before the publisher. */
  readonly wakeSignal?: WakeSignal;
}

/** Interval of the poll, ms; a write in this process is published at once. */
const INTERVAL_MS = 1_000;
const BATCH_SIZE = 100;

const toPending = ({ userId, changed = [], data, ...change }: DocumentChange): PendingChange => {
  const { accountId, eventId, occurred, resource, verb } = change;
  const value = Change.encode({
    ...change,
    ids: [...change.ids],
    service: 'auth',
    webhookEvents: [],
    actorUserId: userId,
    changed: [...changed],
    record: Buffer.alloc(0),
    suppressOwn: false,
    dataJson: data === undefined ? '' : JSON.stringify(data),
    batchId: '',
  }).finish();
  return { accountId, eventId, type: `auth.${resource}.${verb}`, occurred, value };
};

/**
 * Publishes the changes of documents, which their own writes record: a crash loses none. At least once; tried again
 * until it succeeds.
 */
export const createDocumentPublisher = <T extends Published>(options: DocumentPublisherOptions<T>): PollLoop => {
  const { name, documents, bus, logger, toChanges, fields = [], wakeSignal } = options;
  const publish = publishChanges('auth', bus);
  const cleared = Object.fromEntries(['unpublished', ...fields].map((field) => [field, 1]));
  return createPollLoop({
    look: async () => {
      const batch = await documents.find(inAllAccounts({ unpublished: true }), { limit: BATCH_SIZE });
      const listed = await Promise.all(batch.map(async (document) => toChanges(document)));
      const changes = listed.flat().map(toPending);
      if (changes.length > 0) await publish(changes);
      for (const document of batch) {
        // A document that was changed meanwhile is published again, with all of its changes.
        const { _id, v } = document;
        await documents.updateOne({ _id, v }, { $unset: cleared });
      }
      return batch.length === BATCH_SIZE;
    },
    intervalMs: INTERVAL_MS,
    ...(wakeSignal && { wakeSignal }),
    failed: (error) =>
      logger.warn(
        { event: `${name}.publish_failed`, err: error },
        `changes of ${name} could not be published; trying again`,
      ),
  });
};
