import type { Readable } from 'node:stream';

/** The content of an object. */
export interface ObjectContent {
  /** Must be read to its end or destroyed. */
  readonly body: Readable;
  /** Bytes. */
  readonly size: number;
}

/** A page of the deletion of many objects. */
export interface Deletion {
  readonly deleted: number;
  /** True if others may remain. */
  readonly more: boolean;
}

/**
 * Stores the content of files by key (D12.2): over the S3 protocol in production, in a folder in the local profile. An
 * object appears as a whole or not at all. Keys have letters, digits, hyphens and slashes. Each call has a deadline by
 * its signal.
 */
export interface ObjectStore {
  /** Writes an object; a stream that ends early or has more than `size` bytes leaves none. */
  put(key: string, body: Readable, size: number, signal: AbortSignal): Promise<void>;
  /** The content of an object, or its first `first` bytes; undefined if there is no such object. */
  get(key: string, signal: AbortSignal, first?: number): Promise<ObjectContent | undefined>;
  /** Size in bytes; undefined: there is no such object. */
  size(key: string, signal: AbortSignal): Promise<number | undefined>;
  copy(from: string, to: string, signal: AbortSignal): Promise<void>;
  /** Idempotent. */
  delete(key: string, signal: AbortSignal): Promise<void>;
  /** Deletes at most `limit` objects whose keys begin with the prefix, which ends with a slash. */
  deleteAll(prefix: string, limit: number, signal: AbortSignal): Promise<Deletion>;
  /**
   * An address to which a client may PUT exactly `size` bytes within the time; undefined if the store serves no
   * clients: then the gateway receives the bytes.
   */
  signedUrl(key: string, size: number, seconds: number): Promise<string | undefined>;
  close(): void;
}

const KEY = /^[A-Za-z0-9-]+(\/[A-Za-z0-9-]+)*$/;

/** Throws for a key that could leave the folder of a store: keys come from this system only. */
export const checkKey = (key: string): void => {
  if (!KEY.test(key) || key.length > 255) throw new Error('A key has letters, digits, hyphens and slashes only.');
};

/** Throws for a prefix that does not end with a slash: `1/` must not include `12/`. */
export const checkPrefix = (prefix: string): void => {
  if (!prefix.endsWith('/')) throw new Error('A prefix ends with a slash.');
  checkKey(prefix.slice(0, -1));
};
