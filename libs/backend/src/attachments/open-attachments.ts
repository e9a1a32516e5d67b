import {
  createClamdScanner,
  openObjectStore,
  type ObjectStore,
  type ObjectStoreConfig,
  type Scanner,
} from '@porchlight/objects';
import type { Clock } from '@porchlight/runtime';
import { createAccountLock, type AccountLock, type Store } from '@porchlight/store';
import type { OpenJobs } from '../jobs/open-jobs';
import { openContentJobs, type ContentJobs } from './attachment-contents';
import { createFileLinks, type FileLinks } from './file-links';

/** Configuration of a service with uploaded files: objectStoreFields and scannerFields of libs/objects. */
export interface AttachmentConfig extends ObjectStoreConfig {
  readonly CLAMD_ADDRESS?: string | undefined;
  readonly PUBLIC_BASE_URL: string;
  readonly NEXT_TOKEN_KEY_FILE: Buffer;
  readonly LIMIT_STORED_FILE_BYTES: number;
}

/** What the attachments of a service work with. */
export interface AttachmentParts {
  readonly service: string;
  readonly objects: ObjectStore | undefined;
  readonly scanner: Scanner | undefined;
  readonly links: FileLinks;
  readonly jobs: ContentJobs;
  /** Held while the bytes of an account's files are compared with the limit and change. */
  readonly spaceLock: AccountLock;
  /** Bytes that the files of an account may have. */
  readonly maxStoredBytes: number;
  /** Deletes the files of an account that is erased; returns no collection to skip. */
  readonly forgetAccount: (accountId: number, signal: AbortSignal) => Promise<readonly string[]>;
}

/** Objects that one deletion handles. */
const PAGE = 100;

/** Opens the object store, the scanner, the links and the jobs of the attachments of a service. */
export const openAttachmentParts = (
  {
    config,
    clock,
    openJobs,
    store,
  }: {
    readonly config: AttachmentConfig;
    readonly clock: Clock;
    readonly openJobs: OpenJobs;
    readonly store: Pick<Store, 'lease'>;
  },
  { service, resource, jobs }: { readonly service: string; readonly resource: string; readonly jobs: string },
): AttachmentParts => {
  const objects = openObjectStore(config, clock);
  return {
    service,
    objects,
    scanner: config.CLAMD_ADDRESS === undefined ? undefined : createClamdScanner(config.CLAMD_ADDRESS),
    links: createFileLinks(config.NEXT_TOKEN_KEY_FILE, { baseUrl: config.PUBLIC_BASE_URL, resource, clock }),
    jobs: openContentJobs(openJobs, jobs),
    spaceLock: createAccountLock(`${resource}.space`, (name, ttlMs) => store.lease(name, ttlMs)),
    maxStoredBytes: config.LIMIT_STORED_FILE_BYTES,
    async forgetAccount(accountId, signal) {
      let more = objects !== undefined;
      while (objects && more) more = (await objects.deleteAll(`${service}/${accountId}/`, PAGE, signal)).more;
      return [];
    },
  };
};
