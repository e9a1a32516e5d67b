import { column, type Columns, type Stored } from '@porchlight/store';

/** Declared fields of attachments that their rules read. */
export const attachmentColumns = {
  fileName: column.text,
  /** Address of a link. */
  uri: column.text,
  createdById: column.number,
  updatedById: column.number,
} satisfies Columns;

/** The fields of an attachment of a person or deal. */
export type AttachmentFields = Stored<typeof attachmentColumns>;
