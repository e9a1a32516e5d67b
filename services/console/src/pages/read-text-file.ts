import { ApiError } from '../api/api-error';

/** Largest body that the API takes of a table. */
const MAX_BYTES = 5 * 1_048_576;

/** The text of a file: UTF-8, or else what spreadsheets write on Windows. Throws a sentence when it is too large. */
export const readTextFile = async (file: File): Promise<string> => {
  if (file.size > MAX_BYTES)
    throw new ApiError('The file is larger than 5 MB. Import it in parts.', 413, 'BODY_TOO_LARGE');
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};
