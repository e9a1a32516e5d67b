import { LIMITS } from '@porchlight/limits';
import { invalidBody, refuse } from '@porchlight/errors';
import { int, renderTime, required, str, writable, type ActionResponse } from '@porchlight/resource';
import { listFileNameProblems } from './attachment-fields';
import { objectOf, text } from './schemas';

/** Work of the service on a file: detecting its type and scanning it, ms. */
export const COMPLETE_TIMEOUT_MS = 60_000;

/** Fields of the body that announces the file of an attachment (D12.2), besides its person or deal. */
export const uploadFields = {
  fileName: required(str({ min: 1, max: 255 })),
  fileSize: required(int({ min: 0 })),
  mimeType: writable(str({ max: 255 })),
} as const;

/** The fields of an upload for people who use the API. */
export const UPLOAD_TEXTS = {
  dealId: 'Id of the deal that gets the file.',
  fileName: 'Name of the file, without a path.',
  fileSize: 'Size of the file in bytes.',
  mimeType: 'Type of the file, for example application/pdf.',
  id: 'Id of the upload, for the path of its completion.',
  method: 'Method of the request that sends the file: PUT.',
  url: 'Address to which the file is sent.',
  expires: 'Until when the address accepts the file.',
} as const;

/** The announced file. */
export interface AnnouncedFile {
  readonly fileName: string;
  /** Bytes. */
  readonly fileSize: number;
  /** The type that the sender declares; empty if it declares none. */
  readonly mimeType: string;
}

/** Reads the announcement of a file. Throws INVALID_BODY for a name with a path, FILE_TOO_LARGE. */
export const readAnnouncedFile = ({
  fileName,
  fileSize,
  mimeType,
}: {
  readonly fileName: string;
  readonly fileSize: number;
  readonly mimeType?: string | undefined;
}): AnnouncedFile => {
  const problems = listFileNameProblems(fileName);
  if (problems.length > 0) throw invalidBody(problems.join(' '));
  const limit = LIMITS.largeAttachmentBytes.value;
  if (fileSize > limit) throw refuse('FILE_TOO_LARGE', { bytes: fileSize, limit, remedy: 'Send a smaller file.' });
  return { fileName, fileSize, mimeType: mimeType ?? '' };
};

/** A new upload as the service returns it. */
interface NewUpload {
  readonly upload: string;
  readonly url: string;
  readonly expires?: Date | undefined;
}

/** The response of a new upload. */
export const renderUpload = ({ upload, url, expires }: NewUpload): ActionResponse => ({
  status: 201,
  body: { id: upload, method: 'PUT', url, expires: expires === undefined ? null : renderTime(expires) },
});

/** Responses of the OpenAPI document. */
export const UPLOAD_RESPONSES = {
  201: {
    description: 'Where to send the file by PUT, with a Content-Length of exactly fileSize.',
    schema: objectOf({ id: text, method: text, url: text, expires: text }),
  },
} as const;
