import { invalidBody, refuse } from '@porchlight/errors';
import { isUtf8 } from 'node:buffer';

const BYTE_ORDER_MARKS: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
/** Bytes that are looked at for the encoding. */
const SAMPLE = 1_024;
/** Most letters of a table are ASCII: in UTF-16 nearly every other byte is zero. */
const ZERO_SHARE = 0.3;
/** Beginnings of spreadsheets and documents that are no text: xlsx, xls, pdf. */
const BINARY = /^(?:PK\u0003\u0004|\u00d0\u00cf\u0011\u00e0|%PDF)/;

const guessUtf16 = (bytes: Buffer): string | undefined => {
  const sample = bytes.subarray(0, SAMPLE);
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2]!++;
  const enough = (sample.length / 2) * ZERO_SHARE;
  if (zeros[1]! > enough && zeros[0]! < zeros[1]! / 4) return 'utf-16le';
  return zeros[0]! > enough && zeros[1]! < zeros[0]! / 4 ? 'utf-16be' : undefined;
};

const findEncoding = (bytes: Buffer): string =>
  BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0] ??
  guessUtf16(bytes) ??
  (isUtf8(bytes) ? 'utf-8' : 'windows-1252');

/**
 * The text of a table in its declared charset; without one in UTF-8, UTF-16 or windows-1252, as spreadsheets write it
 * (D13.6). Throws UNSUPPORTED_CHARSET for bytes that are invalid in the charset, INVALID_BODY for a file of another
 * kind.
 */
export const decodeTable = (bytes: Buffer, charset: string | undefined): string => {
  let text: string;
  try {
    text = new TextDecoder(charset ?? findEncoding(bytes), { fatal: true }).decode(bytes);
  } catch {
    throw refuse('UNSUPPORTED_CHARSET');
  }
  if (text.includes('\0') || BINARY.test(text))
    throw invalidBody('The file is not a CSV or vCard file. Save the spreadsheet as CSV and send that file.');
  return text;
};
