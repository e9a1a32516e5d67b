import { PorchlightError } from '@porchlight/sdk';

/** Largest body that the API takes of a table. */
const MAX_BYTES = 5 * 1_048_576;

/** The text of a file: UTF-8, or else what spreadsheets write on Windows. Throws a sentence when it is too large. */
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
