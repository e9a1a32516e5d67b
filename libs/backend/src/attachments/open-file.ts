import { systemCall, type ResourceStore, type StoreCall } from '@porchlight/store';
import type { Row } from '@porchlight/resource';
import { listKeys } from './attachment-contents';
import type { AttachmentDocument } from './attachment-document';
import type { UploadParts } from './create-upload';

interface OpenedFile {
  object: string;
  fileName: string;
  mimeType: string;
  fileSize: number;
}

const NO_FILE: OpenedFile = { object: '', fileName: '', mimeType: '', fileSize: 0 };

/** What links are resolved with. */
interface LinkParts<R extends Row, D extends AttachmentDocument> extends Pick<
  UploadParts,
  'service' | 'links' | 'jobs' | 'clock'
> {
  readonly attachments: Pick<ResourceStore<R, D>, 'load'>;
}

/** The object that the holder of a link may read, or write for an upload; none after its record or time has ended. */
export const openFile =
  <R extends Row, D extends AttachmentDocument>({ service, links, jobs, clock, attachments }: LinkParts<R, D>) =>
  async (
    { token, writes }: { readonly token: string; readonly writes: boolean },
    { signal }: StoreCall,
  ): Promise<OpenedFile> => {
    const link = links.read(token);
    if (link?.kind !== (writes ? 'write' : 'read')) return NO_FILE;
    const { accountId, id, upload } = link;
    const { incoming, content } = listKeys(service, accountId, upload);
    if (writes) {
      const job = await jobs.find(accountId, { upload });
      if (!job || job.data.expires < clock.now()) return NO_FILE;
      return { object: incoming, fileName: job.data.fileName, mimeType: '', fileSize: job.data.fileSize };
    }
    const record = await attachments.load(systemCall(accountId, signal), id);
    if (record?.upload !== upload) return NO_FILE;
    const { fileName, mimeType = 'application/octet-stream', fileSize = 0 } = record;
    return { object: content, fileName, mimeType, fileSize };
  };
