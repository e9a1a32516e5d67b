import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import type { ByteBudget } from '@porchlight/runtime';
import type { Document } from '../contract/document';
import type { DocumentSizes } from './document-sizes';
import { approximateSize } from './value-size';

/** Bounds the memory of one page while it is loaded. */
export interface PageLoad<D extends Document> {
  /** The caller's signal; ends its queries. */
  readonly signal: AbortSignal;
  /** Number of documents that the next query may read, of those that are wanted; at least 1. */
  chunk(wanted: number): number;
  /** Notes what a query returned. Throws UNAVAILABLE (503) if this process is loading too much already. */
  read(documents: readonly D[]): void;
  /** The document as it is held in the page: those before the offset are reduced to their position. */
  take(document: D): D;
  /** True when the page has reached its byte limit; it ends there. */
  full(): boolean;
  /**
   * Number of the next documents to turn into records at once, and reserves their memory: a record may be much larger
   * than its document. Throws UNAVAILABLE (503) if this process is loading too much already.
   */
  nextRecords(remaining: number): number;
  /** Notes a record of the page; false if it does not fit into the page. The first one always fits. */
  addRecord(record: object): boolean;
  /** Returns the reserved memory. */
  release(): void;
}

/** What a page is. */
export interface PageLoadOptions {
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
}

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
}: PageLoadOptions): PageLoad<D> => {
  const most = LIMITS.pageBytes.value;
  const expected = Math.ceil((sizes.average(accountId) ?? UNKNOWN_SIZE) * need);
  let reserved = Math.min(expected, most + CHUNK_BYTES);
  const lease = budget.reserve(reserved);
  if (!lease) throw refuse('UNAVAILABLE');
  const documentBytes = new Map<D, number>();
  let taken = 0;
  let loadedBytes = 0;
  let records = 0;
  let recordBytes = 0;
  /** Reserves what the page needs in all. */
  const reserve = (bytes: number): void => {
    const missing = Math.ceil(bytes) - reserved;
    if (missing <= 0) return;
    if (!lease.grow(missing)) throw refuse('UNAVAILABLE');
    reserved += missing;
  };

  return {
    signal,
    chunk: (wanted) => {
      const average = sizes.average(accountId);
      return Math.max(1, Math.min(wanted, average === undefined ? FIRST_CHUNK : Math.floor(CHUNK_BYTES / average)));
    },
    read: (documents) => {
      let bytes = 0;
      for (const document of documents) {
        const size = approximateSize(document);
        documentBytes.set(document, size);
        bytes += size;
      }
      sizes.note(accountId, bytes, documents.length);
      reserve(loadedBytes + bytes);
    },
    take: (document) => {
      taken += 1;
      if (taken <= skip) {
        const position = { ...document };
        for (const name of Object.keys(position)) if (name !== 'id' && name !== field) delete position[name as keyof D];
        return position;
      }
      loadedBytes += documentBytes.get(document) ?? 0;
      return document;
    },
    full: () => loadedBytes >= most,
    nextRecords: (remaining) => {
      if (!recordSizes) return remaining;
      const average = records > 0 ? recordBytes / records : recordSizes.average(accountId);
      const fitting = average === undefined ? FIRST_RECORDS : Math.floor((most - recordBytes) / average);
      const count = Math.max(1, Math.min(remaining, fitting));
      reserve(loadedBytes + recordBytes + count * (average ?? UNKNOWN_SIZE));
      return count;
    },
    addRecord: (record) => {
      const size = approximateSize(record);
      if (records > 0 && recordBytes + size > most) return false;
      records += 1;
      recordBytes += size;
      return true;
    },
    release: () => {
      recordSizes?.note(accountId, recordBytes, records);
      lease.release();
    },
  };
};
