import { isRefusal, refuse } from '@porchlight/errors';
import { detectType, readStart, TYPE_BYTES, type ObjectStore, type Scanner } from '@porchlight/objects';
import type { Row } from '@porchlight/resource';
import type { Logger } from '@porchlight/runtime';
import { isUniqueConflict, type ResourceStore, type StoreCall } from '@porchlight/store';
import { listKeys, requireObjects, type Upload } from './attachment-contents';
import type { AttachmentDocument } from './attachment-document';
import { UPLOAD_OPTIONS } from './attachment-strategy';
import { AFTER_END_MS, type UploadParts } from './create-upload';
import { checkSpace } from './stored-bytes';

/** What completes uploads. */
export interface CompletingParts<R extends Row, D extends AttachmentDocument> extends UploadParts {
  readonly attachments: Pick<ResourceStore<R, D>, 'count' | 'create' | 'findBy' | 'load' | 'render'>;
  /** Undefined: files are not scanned. */
  readonly scanner: Scanner | undefined;
  readonly logger: Logger;
  /** The record that a create stores, with its person or deal. */
  readonly toRecord: (upload: Pick<Upload, 'parentId' | 'fileName' | 'fileSize'>) => R;
}

type Completing = CompletingParts<Row, AttachmentDocument>;

const RENAME = 'Send it with the name and type of its content.';
const NO_OTHER = 'Send another file.';

/** The content of a file, after it was copied to where no sender reaches it. Throws FILE_REFUSED, UNAVAILABLE. */
const inspect = async (
  { scanner, logger }: Pick<Completing, 'scanner' | 'logger'>,
  objects: ObjectStore,
  content: string,
  { fileName, declaredType }: Upload,
  signal: AbortSignal,
): Promise<string> => {
  const read = async (first?: number) => {
    const object = await objects.get(content, signal, first);
    if (!object) throw refuse('UPLOAD_INCOMPLETE');
    return object.body;
  };
  const detected = await detectType(await readStart(await read(TYPE_BYTES)), { fileName, declaredType });
  if ('problem' in detected) throw refuse('FILE_REFUSED', { problem: detected.problem, remedy: RENAME });
  if (!scanner) return detected.mimeType;
  try {
    const verdict = await scanner.scan(await read(), signal);
    if (verdict.clean) return detected.mimeType;
    const problem = `The scanner found malware in the file: ${verdict.signature}.`;
    throw refuse('FILE_REFUSED', { problem, remedy: NO_OTHER });
  } catch (error) {
    if (isRefusal(error)) throw error;
    logger.error({ event: 'attachment.scan_failed', err: error }, 'a file could not be scanned and was not stored');
    throw refuse('UNAVAILABLE');
  }
};

/** The announced upload, if the caller announced it and it has not expired. Throws NOT_FOUND. */
const findUpload = async (
  { jobs, clock }: Pick<UploadParts, 'jobs' | 'clock'>,
  { actor }: StoreCall,
  upload: string,
): Promise<Upload> => {
  const job = await jobs.find(actor.accountId, { upload });
  if (!job || job.data.userId !== actor.userId || job.data.expires < clock.now())
    throw refuse('NOT_FOUND', { what: 'upload' });
  return job.data;
};

/** The record counts the bytes of the file now. The job stays: the sender can write until the end of the upload. */
const releaseSpace = (
  { jobs }: Pick<UploadParts, 'jobs'>,
  accountId: number,
  upload: string,
  announced: Upload,
): Promise<void> =>
  jobs.add(accountId, { upload }, { ...announced, fileSize: 0 }, new Date(announced.expires + AFTER_END_MS));

/**
 * Creates the attachment of an upload whose file has arrived (D12.2). May be repeated: an upload becomes one
 * attachment. A refused file is deleted at once; after a crash the job of the upload deletes it. Throws NOT_FOUND,
 * UPLOAD_INCOMPLETE, FILE_REFUSED, INVALID_BODY, LIMIT_REACHED.
 */
export const completeUpload = <R extends Row, D extends AttachmentDocument>(parts: CompletingParts<R, D>) => {
  const findRecord = async (call: StoreCall, upload: string): Promise<R | undefined> => {
    const [record] = await parts.attachments.findBy(call, 'upload', upload, 1);
    const visible = record && (await parts.attachments.load(call, record.id));
    return visible && parts.attachments.render(visible, call);
  };
  const create = async (call: StoreCall, upload: string, announced: Upload, mimeType: string): Promise<R> => {
    const record = parts.toRecord(announced);
    try {
      const options = { [UPLOAD_OPTIONS.upload]: upload, [UPLOAD_OPTIONS.mimeType]: mimeType };
      return (await parts.attachments.create(call, record, Object.keys(record), options)).record;
    } catch (error) {
      const existing = isUniqueConflict(error) ? await findRecord(call, upload) : undefined;
      if (!existing) throw error;
      return existing;
    }
  };

  /** The bytes count as stored instead of announced before another file is compared with the limit. */
  const store = (call: StoreCall, upload: string, announced: Upload, mimeType: string): Promise<R> => {
    const { accountId } = call.actor;
    return parts.spaceLock.run(accountId, call.signal, async () => {
      // A call at the same moment may have stored it: its bytes must not count twice, and its content must stay.
      const existing = await findRecord(call, upload);
      if (existing) return existing;
      await checkSpace(parts, accountId, { fileSize: announced.fileSize, isAnnounced: true });
      const record = await create(call, upload, announced, mimeType);
      await releaseSpace(parts, accountId, upload, announced);
      return record;
    });
  };

  return async ({ upload }: { readonly upload: string }, call: StoreCall): Promise<{ record: R }> => {
    const objects = requireObjects(parts.objects);
    const existing = await findRecord(call, upload);
    if (existing) return { record: existing };
    const announced = await findUpload(parts, call, upload);
    const { incoming, content } = listKeys(parts.service, call.actor.accountId, upload);
    if ((await objects.size(incoming, call.signal)) !== announced.fileSize) throw refuse('UPLOAD_INCOMPLETE');
    // The sender can write the incoming object until its address expires, so a copy is inspected and stored.
    await objects.copy(incoming, content, call.signal);
    if ((await objects.size(content, call.signal)) !== announced.fileSize) throw refuse('UPLOAD_INCOMPLETE');
    try {
      const mimeType = await inspect(parts, objects, content, announced, call.signal);
      const record = await store(call, upload, announced, mimeType);
      await objects.delete(incoming, call.signal);
      return { record };
    } catch (error) {
      if (isRefusal(error) && ['FILE_REFUSED', 'LIMIT_REACHED'].includes(error.reason)) {
        await objects.delete(incoming, call.signal);
        await objects.delete(content, call.signal);
      }
      throw error;
    }
  };
};
