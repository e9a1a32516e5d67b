import { parseAccountId } from '../document-key';
import type { Document, OutboxEntry } from '../contract/document';
import type { DocumentCollection } from '../contract/document-collection';
import type { LeftEntry } from './relay-counts';

/** An entry in a document, as the relay takes it. */
export interface Left extends LeftEntry {
  readonly _id: number;
  readonly entry: OutboxEntry;
}

/** The fields that show whether an entry is left; its change is not read. */
export type EntryHead = Pick<OutboxEntry, 'eventId' | 'instance'> & { readonly at?: Date; readonly size?: number };

/** A document with pending entries, without its fields and its changes. */
export interface PendingDocument extends Pick<Document, '_id' | 'pendingSince' | 'deletedAt'> {
  readonly outbox?: readonly EntryHead[];
}

/** Fields of a document that the relay looks at before it reads the changes. */
export const PENDING_HEAD = {
  pendingSince: 1,
  deletedAt: 1,
  'outbox.eventId': 1,
  'outbox.instance': 1,
  'outbox.at': 1,
  'outbox.size': 1,
} as const;

/** Bytes of changes in memory at once. */
const CHUNK_BYTES = 4_194_304;
/** Assumed size of an entry of an older version, bytes. */
const UNKNOWN_SIZE = 65_536;

/** Splits documents into chunks whose changes fit into memory together; a chunk has at least one document. */
export const splitIntoChunks = (documents: readonly PendingDocument[]): PendingDocument[][] => {
  const chunks: PendingDocument[][] = [];
  let bytes = Infinity;
  for (const document of documents) {
    const size = (document.outbox ?? []).reduce((sum, entry) => sum + (entry.size ?? UNKNOWN_SIZE), 0);
    if (bytes + size > CHUNK_BYTES) {
      chunks.push([]);
      bytes = 0;
    }
    chunks.at(-1)!.push(document);
    bytes += size;
  }
  return chunks;
};

/** Reads the entries of documents that are left, in the order of the documents and of their outboxes. */
export const loadLeft = async (
  collection: DocumentCollection<Document>,
  documents: readonly PendingDocument[],
  isLeft: (document: PendingDocument, entry: EntryHead) => boolean,
): Promise<Left[]> => {
  const _id = { $in: documents.map((document) => document._id) };
  const withOutbox = await collection.find({ _id }, { limit: documents.length, projection: { outbox: 1 } });
  const outboxes = new Map(withOutbox.map((document) => [document._id, document.outbox ?? []]));
  return documents.flatMap((document) =>
    (outboxes.get(document._id) ?? [])
      .filter((entry) => isLeft(document, entry))
      .map((entry) => ({ _id: document._id, accountId: parseAccountId(document._id), entry })),
  );
};
