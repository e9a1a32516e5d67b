import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import type { ByteBudget } from '@porchlight/runtime';
import type { Document } from '../contract/document';
import type { DocumentSizes } from './document-sizes';
import type { Position } from './next-token';
import type { Selection } from './selection';
import type { Order } from './sort-documents';
import { approximateSize } from './value-size';

/** One page of a list. */
export interface ListPage<D extends Document> {
  readonly accountId: number;
  readonly selection: Selection;
  readonly order: Order;
  /** Where the page before ended. */
  readonly position: Position | undefined;
  /** Number of documents to read. */
  readonly need: number;
  readonly load: PageLoad<D>;
}

/** Bounds the memory of one page while it is loaded. */
export type PageLoad<D extends Document> = ReturnType<typeof beginPageLoad<D>>;

/** Bytes of the documents of one query. */
const CHUNK_BYTES = 524_288;
/** Documents of the first query for an account whose sizes are unknown. */
const FIRST_CHUNK = 16;
/** Records that are made at once for an account whose record sizes are unknown. */
const FIRST_RECORDS = 4;
/** Assumed until a document was read, bytes. */
const UNKNOWN_SIZE = 4_096;

/** Begins to load a page. Throws UNAVAILABLE (503) if this process is loading too much already. */
export const beginPageLoad = <D extends Document>({
  accountId,
  skip,
  need,
  field,
  sizes,
  recordSizes,
  budget,
  signal,
}: {
  readonly accountId: number;
  /** Documents before the page. */
  readonly skip: number;
  readonly need: number;
  /** Field that the list is sorted by. */
  readonly field: string;
  readonly sizes: DocumentSizes;
  /** Sizes of records; absent if a record needs nothing besides its document. */
  readonly recordSizes: DocumentSizes | undefined;
  readonly budget: ByteBudget;
  readonly signal: AbortSignal;
}) => {
  const most = LIMITS.pageBytes.value;
  const expected = Math.ceil((sizes.average(accountId) ?? UNKNOWN_SIZE) * need);
  let reserved = Math.min(expected, most + CHUNK_BYTES);
  const lease = budget.reserve(reserved);
  if (!lease) throw refuse('UNAVAILABLE');
  const documentBytes = new Map<D, number>();
  let takenCount = 0;
  let loadedBytes = 0;
  let records = 0;
  let recordBytes = 0;
  /** Reserves the bytes of the whole page. */
  const reserve = (bytes: number): void => {
    const missing = Math.ceil(bytes) - reserved;
    if (missing <= 0) return;
    if (!lease.grow(missing)) throw refuse('UNAVAILABLE');
    reserved += missing;
  };

  return {
    /** The caller's signal; ends its queries. */
    signal,
    /** Number of documents that the next query may read, of those that are wanted; at least 1. */
    chunk: (count: number): number => {
      const average = sizes.average(accountId);
      return Math.max(1, Math.min(count, average === undefined ? FIRST_CHUNK : Math.floor(CHUNK_BYTES / average)));
    },
    /** Notes the documents of a query. Throws UNAVAILABLE (503) if this process is loading too much already. */
    read: (documents: readonly D[]): void => {
      let bytes = 0;
      for (const document of documents) {
        const size = approximateSize(document);
        documentBytes.set(document, size);
        bytes += size;
      }
      sizes.note(accountId, bytes, documents.length);
      reserve(loadedBytes + bytes);
    },
    /** The document as it is held in the page: those before the offset are reduced to their position. */
    take: (document: D): D => {
      takenCount += 1;
      if (takenCount <= skip) {
        const position = { ...document };
        for (const name of Object.keys(position)) if (name !== 'id' && name !== field) delete position[name as keyof D];
        return position;
      }
      loadedBytes += documentBytes.get(document) ?? 0;
      return document;
    },
    /** True when the page has reached its byte limit; it ends there. */
    full: () => loadedBytes >= most,
    /**
     * Number of the next documents to turn into records at once, and reserves their memory: a record may be much larger
     * than its document. Throws UNAVAILABLE (503) if this process is loading too much already.
     */
    nextRecords: (remaining: number): number => {
      if (!recordSizes) return remaining;
      const average = records > 0 ? recordBytes / records : recordSizes.average(accountId);
      const fitting = average === undefined ? FIRST_RECORDS : Math.floor((most - recordBytes) / average);
      const count = Math.max(1, Math.min(remaining, fitting));
      reserve(loadedBytes + recordBytes + count * (average ?? UNKNOWN_SIZE));
      return count;
    },
    /** Notes a record of the page; false if it does not fit into the page. The first one always fits. */
    addRecord: (record: object): boolean => {
      const size = approximateSize(record);
      if (records > 0 && recordBytes + size > most) return false;
      records += 1;
      recordBytes += size;
      return true;
    },
    /** Returns the reserved memory. */
    release: (): void => {
      recordSizes?.note(accountId, recordBytes, records);
      lease.release();
    },
  };
};
