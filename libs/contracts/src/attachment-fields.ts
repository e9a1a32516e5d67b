import { int, readOnly, required, str, time, writable } from '@porchlight/resource';
import { listAddressProblems } from './web-address';

/** Value of `mimeType` of an attachment whose file another server stores. */
export const LINK = 'link';

/** The fields of attachments for people who use the API. */
export const ATTACHMENT_TEXTS = {
  fileName: 'Name of the file, without a path.',
  fileSize: 'Size of the file in bytes.',
  mimeType: 'Type that was detected from the content of an uploaded file; `link` for a link.',
  uri: 'Address of the file. The address of an uploaded file is valid for 10 minutes.',
  thumbnailUri: 'Always null; clients of other services read it.',
  status: 'Always created; clients of other services read it.',
  createdAt: 'When the attachment was created.',
  createdByName: 'Name of the user who created the attachment.',
} as const;

/** Fields of the attachments of people and deals (D12.2). */
export const attachmentFields = {
  fileName: required(str({ min: 1, max: 255 })),
  fileSize: writable(int({ min: 0 })),
  mimeType: readOnly(str(), { fallback: LINK }),
  uri: required(str({ min: 1, max: 2048 })),
  thumbnailUri: readOnly(str()),
  status: readOnly(str(), { computed: () => 'created' }),
  createdAt: readOnly(time(), { computed: ({ created }) => (created instanceof Date ? created : undefined) }),
  createdById: readOnly(int(), { stamp: 'creator' }),
  createdByName: readOnly(str(), { nameOf: { field: 'createdById', resource: 'users' } }),
  updatedById: readOnly(int(), { stamp: 'editor', visible: 'onRequest' }),
} as const;

/** Characters that make a path of a name or hide parts of it: separators, control and direction characters. */
const PATH = /[/\\\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** The problem of the name of a file that contains a path. */
export const listFileNameProblems = (fileName: string | undefined): string[] =>
  fileName !== undefined && (PATH.test(fileName) || /^\.+$/.test(fileName.trim()))
    ? ["Field 'fileName' must be the name of a file without a path: 'contract.pdf'."]
    : [];

/** Problems of an attachment as its caller sent it. */
export const listAttachmentProblems = ({
  uri,
  fileName,
}: {
  readonly uri?: string | undefined;
  readonly fileName?: string | undefined;
}): string[] => [...listAddressProblems('uri', uri), ...listFileNameProblems(fileName)];
