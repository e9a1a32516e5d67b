import { checkLink } from '@porchlight/egress';
import { invalidBody } from '@porchlight/errors';
import type { StoreCall, Strategy } from '@porchlight/store';
import type { Row } from '@porchlight/resource';
import type { AttachmentDocument } from './attachment-document';
import type { FileLinks } from './file-links';
import { countStored } from './stored-bytes';

/** Options by which the service itself creates the attachment of an upload; no route passes them on. */
export const UPLOAD_OPTIONS = { upload: 'upload', mimeType: 'mimeType' } as const;

/** Throws INVALID_BODY for a link to a private address, which only some users could open. */
const checkAddress = (uri: string): void => {
  const why = checkLink(uri);
  if (why !== undefined) throw invalidBody(`Field 'uri' is refused: ${why}.`);
};

const FIXED = 'of an uploaded file cannot be changed. Create another attachment instead.';

/** The rules of attachments (D12.2): links lead to public addresses, the file of an upload stays as it is. */
export const createAttachmentStrategy = <R extends Row, D extends AttachmentDocument>(
  links: FileLinks,
): Required<Pick<Strategy<R, D>, 'prepare' | 'render' | 'counts'>> => ({
  counts: countStored,
  async prepare(_call: StoreCall, { before, options, mask }, declared) {
    const attachment = await declared();
    const upload = before ? before.upload : options[UPLOAD_OPTIONS.upload];
    if (upload === undefined) {
      if (attachment.uri !== undefined && attachment.uri !== before?.uri) checkAddress(attachment.uri);
      return attachment;
    }
    if (before && mask.has('fileSize') && attachment.fileSize !== before.fileSize)
      throw invalidBody(`Field 'fileSize' ${FIXED}`);
    const mimeType = before?.mimeType ?? options[UPLOAD_OPTIONS.mimeType];
    // The address of a former response may be sent back: a file has a new one in each.
    return { ...attachment, uri: undefined, upload, mimeType };
  },
  render({ accountId, id, upload, uri }) {
    const link = upload === undefined ? uri : links.create({ kind: 'read', accountId, id, upload });
    return { uri: link } as Partial<Row> as Partial<R>;
  },
});
