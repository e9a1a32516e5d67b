import { attachmentColumns, checkAttachmentLink } from '@porchlight/backend';
import type { PersonAttachment } from '@porchlight/contracts';
import type { Columns, Stored, Strategy } from '@porchlight/store';
import { authoredColumns, type AuthoredDocument } from '../person';

export const personAttachmentColumns = { ...authoredColumns, ...attachmentColumns } satisfies Columns;

/** An attachment of a person as it is stored. */
export interface PersonAttachmentDocument extends AuthoredDocument, Stored<typeof personAttachmentColumns> {}

/** Links lead to public addresses (D12.2). */
export const personAttachmentsStrategy: Strategy<PersonAttachment, PersonAttachmentDocument> = {
  async prepare(_call, { before }, declared) {
    const attachment = await declared();
    if (attachment.uri !== before?.uri) checkAttachmentLink(attachment.uri);
    return attachment;
  },
};
