import { t } from '@lingui/core/macro';
import { PorchlightError } from '@porchlight/sdk';
import { porchlight } from '../api/porchlight';
import { sendFile, type Transfer } from '../api/send-file';
import { formatSize, MAX_FILE_BYTES } from './attachment-sizes';

/** A link to a file of another server. */
export interface NewLink {
  readonly uri: string;
  readonly fileName: string;
}

/** The attachments of one record: how they are added and deleted. */
export interface AttachmentStore {
  /** The subject of the cache. */
  readonly subject: 'personAttachments' | 'dealAttachments';
  createLink(link: NewLink): PromiseLike<unknown>;
  upload(file: File, transfer: Transfer): Promise<void>;
  delete(id: number): PromiseLike<unknown>;
}

interface AnnouncedFile {
  readonly fileName: string;
  readonly fileSize: number;
  readonly mimeType?: string;
}

interface UploadCalls {
  announce(file: AnnouncedFile): PromiseLike<{ readonly id?: string; readonly url?: string }>;
  complete(upload: string): PromiseLike<unknown>;
}

/**
 * Sends a file to the address of its upload, then creates the attachment. A session may not send forms, so small files
 * take this way too.
 */
const upload = async ({ announce, complete }: UploadCalls, file: File, transfer: Transfer): Promise<void> => {
  if (file.size > MAX_FILE_BYTES) {
    throw new PorchlightError(
      t`The file has ${formatSize(file.size)}; at most ${formatSize(MAX_FILE_BYTES)} are possible. Send a smaller file, or add a link to it.`,
      { reason: 'FILE_TOO_LARGE', status: 413 },
    );
  }
  const { id = '', url = '' } = await announce({
    fileName: file.name,
    fileSize: file.size,
    ...(file.type !== '' && { mimeType: file.type }),
  });
  await sendFile(url, file, transfer);
  await complete(id);
};

/** The attachments of a person. */
export const attachmentsOfPerson = (personId: number): AttachmentStore => {
  const { create, createUpload, completeUpload, delete: remove } = porchlight.personAttachments;
  const calls: UploadCalls = { announce: (file) => createUpload({ personId, ...file }), complete: completeUpload };
  return {
    subject: 'personAttachments',
    createLink: (link) => create({ personId, ...link }),
    upload: (file, transfer) => upload(calls, file, transfer),
    delete: (id) => remove(id),
  };
};

/** The attachments of a deal. */
export const attachmentsOfDeal = (dealId: number): AttachmentStore => {
  const { create, createUpload, completeUpload, delete: remove } = porchlight.dealAttachments;
  const calls: UploadCalls = { announce: (file) => createUpload({ dealId, ...file }), complete: completeUpload };
  return {
    subject: 'dealAttachments',
    createLink: (link) => create({ dealId, ...link }),
    upload: (file, transfer) => upload(calls, file, transfer),
    delete: (id) => remove(id),
  };
};
