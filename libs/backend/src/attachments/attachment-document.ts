import { column, type Columns, type Document, type Index, type Stored } from '@porchlight/store';

/** Fields of attachments that their rules read; those of uploaded files are not declared (D12.2). */
export const attachmentColumns = {
  fileName: column.text,
  /** Bytes. */
  fileSize: column.optional(column.number),
  /** Address of a link; absent for an uploaded file. */
  uri: column.optional(column.text),
  /** Id of the upload whose object is the content; absent for a link. */
  upload: column.optional(column.text),
  /** Detected type of an uploaded file; absent for a link. */
  mimeType: column.optional(column.text),
  createdById: column.number,
  updatedById: column.number,
} satisfies Columns;

/** An attachment as stored, besides its person or deal. */
export interface AttachmentDocument extends Document, Stored<typeof attachmentColumns> {
  viewers: number[];
}

/** An upload becomes one attachment, however often it is completed. */
export const ATTACHMENT_INDEXES: readonly Index[] = [
  { keys: { upload: 1 }, unique: true, partial: { upload: { $exists: true } } },
];
