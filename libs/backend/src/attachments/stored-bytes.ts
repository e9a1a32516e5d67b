import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import type { Row } from '@porchlight/resource';
import { limitField } from '@porchlight/runtime';
import type { ResourceStore } from '@porchlight/store';
import type { ContentJobs } from './attachment-contents';
import type { AttachmentDocument } from './attachment-document';

/** Configuration of a service with uploaded files, besides where they are stored. */
export const attachmentFields = {
  LIMIT_STORED_FILE_BYTES: limitField(LIMITS.storedFileBytes),
};

const KIB = 1_024;
/** The counter of an account's stored files. KiB, because servers may add 32-bit numbers without promoting the sum. */
const STORED_KIB = 'storedKib';

const toKib = (bytes: number): number => Math.ceil(bytes / KIB);

/** The counters of an attachment: the size of an uploaded file, each rounded up to KiB. */
export const countStored = ({
  upload,
  fileSize = 0,
}: Pick<AttachmentDocument, 'upload' | 'fileSize'>): readonly (readonly [string, number])[] =>
  upload === undefined ? [] : [[STORED_KIB, toKib(fileSize)]];

/** What knows the files of an account. */
export interface FileSpace {
  readonly attachments: Pick<ResourceStore<Row, AttachmentDocument>, 'count'>;
  readonly jobs: Pick<ContentJobs, 'sum'>;
  /** Bytes that the files of an account may have. */
  readonly maxStoredBytes: number;
}

/**
 * Throws LIMIT_REACHED if the account's files would have too many bytes with another one. Announced files count until
 * they are stored or their time has ended. The caller holds the lock of the account's space until the file counts, so
 * that requests at the same moment see each other.
 */
export const checkSpace = async (
  { attachments, jobs, maxStoredBytes }: FileSpace,
  accountId: number,
  { fileSize, isAnnounced }: { readonly fileSize: number; readonly isAnnounced: boolean },
): Promise<void> => {
  const [storedKib, announced] = await Promise.all([
    attachments.count(accountId, STORED_KIB),
    isAnnounced ? 0 : jobs.sum(accountId, 'fileSize'),
  ]);
  const sent = storedKib * KIB + announced + fileSize;
  if (sent > maxStoredBytes)
    throw refuse('LIMIT_REACHED', { limit: maxStoredBytes, what: 'bytes of uploaded files', sent });
};
