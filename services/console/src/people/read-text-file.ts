import { PorchlightError } from '@porchlight/sdk';

/** Maximum size of a file, bytes: the limit of the API for a request body. */
const MAX_BYTES = 5 * 1_048_576;

/** Returns the text of a file in UTF-8 or windows-1252 (spreadsheets on Windows). Throws if it is too large. */
export const readTextFile = async (file: File): Promise<string> => {
  if (file.size > MAX_BYTES)
    throw new PorchlightError('The file is larger than 5 MB. Split it into smaller files.', {
      reason: 'BODY_TOO_LARGE',
      status: 413,
    });
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};
