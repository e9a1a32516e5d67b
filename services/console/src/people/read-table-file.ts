import { t } from '@lingui/core/macro';
import { PorchlightError } from '@porchlight/sdk';

/** Maximum size of a file, bytes: the limit of the API for a request body. */
const MAX_BYTES = 5 * 1_048_576;

const findEncoding = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
};

/**
 * Returns the text of a file in UTF-8, UTF-16 or windows-1252 (spreadsheets on Windows). Throws if it is too large or
 * no text.
 */
export const readTableFile = async (file: File): Promise<string> => {
  if (file.size > MAX_BYTES)
    throw new PorchlightError(t`The file is larger than 5 MB. Split it into smaller files.`, {
      reason: 'BODY_TOO_LARGE',
      status: 413,
    });
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text: string;
  try {
    text = new TextDecoder(findEncoding(bytes), { fatal: true }).decode(bytes);
  } catch {
    text = new TextDecoder('windows-1252').decode(bytes);
  }
  if (text.includes('\0') || text.startsWith('PK\u0003\u0004'))
    throw new PorchlightError(
      t`This file is not a CSV or vCard file. Save the spreadsheet as CSV and choose that file.`,
      {
        reason: 'INVALID_BODY',
        status: 400,
      },
    );
  return text;
};
