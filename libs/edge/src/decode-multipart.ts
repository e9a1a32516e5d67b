import { Busboy } from '@fastify/busboy';
import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';

/** The fields of a multipart form as the text of a URL-encoded one, and the names of its files. */
export interface MultipartForm {
  readonly text: string;
  readonly files: readonly string[];
}

const MAX_PARTS = LIMITS.formParts.value;
const MAX_FILES_NAMED = 50;

/**
 * Reads a multipart form that is already in memory, so its size is limited (RFC 7578). Files are skipped. Throws
 * MALFORMED_FORM for a form that is cut off, has no boundary or more than 2,000 parts.
 */
export const decodeMultipart = (bytes: Buffer, contentType: string): Promise<MultipartForm> =>
  new Promise((resolve, reject) => {
    const fail = (): void => reject(refuse('MALFORMED_FORM'));
    const fields: [string, string][] = [];
    const files: string[] = [];
    try {
      const parser = new Busboy({
        headers: { 'content-type': contentType },
        limits: { parts: MAX_PARTS, fieldNameSize: 500, fieldSize: bytes.length, headerPairs: 20, headerSize: 8_192 },
      });
      parser.on('field', (name, value, isNameCut, isValueCut) => {
        if (isNameCut || isValueCut) fail();
        else fields.push([name, value]);
      });
      parser.on('file', (name, stream) => {
        if (files.length < MAX_FILES_NAMED && !files.includes(name)) files.push(name);
        stream.resume();
      });
      parser.on('partsLimit', () =>
        reject(refuse('MALFORMED_FORM', { value: `more than ${MAX_PARTS}`, limit: MAX_PARTS })),
      );
      parser.on('error', fail);
      parser.on('finish', () => resolve({ text: new URLSearchParams(fields).toString(), files }));
      parser.end(bytes);
    } catch {
      fail();
    }
  });
