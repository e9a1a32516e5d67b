import type { Clock } from '@porchlight/runtime';
import { LIMITS } from '@porchlight/limits';
import type { ObjectStore } from '@porchlight/objects';
import type { AccountLock, StoreCall } from '@porchlight/store';
import { memoize } from '@porchlight/idempotency';
import { randomUUID } from 'node:crypto';
import { listKeys, requireObjects, type ContentJobs } from './attachment-contents';
import type { FileLinks } from './file-links';
import { checkSpace, type FileSpace } from './stored-bytes';

/** What uploads of a resource work with. */
export interface UploadParts extends FileSpace {
  readonly service: string;
  readonly objects: ObjectStore | undefined;
  readonly jobs: Pick<ContentJobs, 'add' | 'find' | 'sum'>;
  /** Held while the bytes of an account's files are compared with the limit and change. */
  readonly spaceLock: Pick<AccountLock, 'run'>;
  readonly links: FileLinks;
  readonly clock: Clock;
  /** Throws INVALID_BODY unless the caller may see the person or deal. */
  readonly checkParent: (call: StoreCall, id: number) => Promise<void>;
}

/** The announcement of a file. */
interface UploadRequest {
  readonly parentId: number;
  readonly fileName: string;
  readonly fileSize: number;
  readonly mimeType: string;
}

/** Time after the end of an upload until its objects are deleted: calls that complete it have ended, ms. */
export const AFTER_END_MS = 300_000;

/**
 * Announces the file of an attachment (D12.2). The job that deletes it is stored before any byte can arrive; its bytes
 * count as long as it exists, so that nothing is released by hand. Throws UPLOADS_OFF, INVALID_BODY, LIMIT_REACHED.
 */
export const createUpload =
  (parts: UploadParts) =>
  async ({ parentId, fileName, fileSize, mimeType }: UploadRequest, call: StoreCall) => {
    const objects = requireObjects(parts.objects);
    await parts.checkParent(call, parentId);
    const { accountId, userId } = call.actor;
    const upload = await memoize(call, 'upload', randomUUID);
    const expires = parts.clock.now() + LIMITS.uploadMs.value;
    const data = { parentId, userId, fileName, fileSize, declaredType: mimeType, expires };
    await parts.spaceLock.run(accountId, call.signal, async () => {
      // A repeated request finds its own announcement, which counts already.
      if (!(await parts.jobs.find(accountId, { upload })))
        await checkSpace(parts, accountId, { fileSize, isAnnounced: false });
      await parts.jobs.add(accountId, { upload }, data, new Date(expires + AFTER_END_MS));
    });
    const { incoming } = listKeys(parts.service, accountId, upload);
    const url =
      (await objects.signedUrl(incoming, fileSize, LIMITS.uploadMs.value / 1_000)) ??
      parts.links.create({ kind: 'write', accountId, id: 0, upload });
    return { upload, url, expires: new Date(expires), object: incoming };
  };
