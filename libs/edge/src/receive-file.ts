import { Busboy } from '@fastify/busboy';
import { invalidBody, isRefusal, refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import type { Request, RequestHandler, Response } from 'express';
import { randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createArrivals } from './arrivals';
import { discardBody } from './discard-body';
import { readMediaType } from './read-body';
import { getActor, getState } from './request-state';

/** A file that arrived in a multipart form, in a temporary file without a name. */
export interface ReceivedFile {
  readonly fileName: string;
  /** Bytes. */
  readonly size: number;
  /** The type that the sender declares. */
  readonly declaredType: string;
  readonly read: () => Readable;
}

const LIMIT = LIMITS.attachmentBytes.value;
/** Bytes of a form besides its file: boundaries, headers and fields. */
const FORM_BYTES = 65_536;
const REMEDY = 'Send a smaller file, or announce it with POST …/uploads and send it to the url of the upload.';
const RECEIVED = new WeakMap<object, ReceivedFile>();

/** The file of a request that `receiveFile` read. */
export const getReceivedFile = (req: object): ReceivedFile | undefined => RECEIVED.get(req);

/** A file that only this process can reach: it is gone when the process ends, however it ends. */
interface UnnamedFile {
  readonly write: () => Writable;
  /** The first `size` bytes. */
  readonly read: (size: number) => Readable;
  readonly close: () => void;
}

const openUnnamed = async (): Promise<UnnamedFile> => {
  const path = join(tmpdir(), `porchlight-upload-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600);
  await unlink(path);
  // A file handle closes when its streams have ended.
  const streams: (Readable | Writable)[] = [];
  const track = <S extends Readable | Writable>(stream: S): S => {
    streams.push(stream);
    return stream;
  };
  return {
    write: () => track(handle.createWriteStream({ start: 0, autoClose: false })),
    read: (size) =>
      size === 0 ? Readable.from([]) : track(handle.createReadStream({ start: 0, end: size - 1, autoClose: false })),
    close() {
      for (const stream of streams) stream.destroy();
      handle.close().catch(() => undefined);
    },
  };
};

const tooLarge = (bytes: number | string) => refuse('FILE_TOO_LARGE', { bytes, limit: LIMIT, remedy: REMEDY });

interface Form {
  readonly fields: Record<string, string>;
  readonly file: Omit<ReceivedFile, 'read'> | undefined;
}

/** Reads a form; writes its file to `target`. Throws MALFORMED_FORM, FILE_TOO_LARGE. */
const readForm = async (source: Readable, contentType: string, target: UnnamedFile): Promise<Form> => {
  const fields: Record<string, string> = {};
  let file: Omit<ReceivedFile, 'read'> | undefined;
  let written: Promise<void> = Promise.resolve();
  let problem: Error | undefined;
  const parser = new Busboy({
    headers: { 'content-type': contentType },
    // A name with a path is refused by the service instead of being shortened here.
    preservePath: true,
    limits: { files: 1, fields: 20, parts: 22, fieldNameSize: 100, fieldSize: 4_096, fileSize: LIMIT, headerPairs: 20 },
  });
  parser.on('field', (name, value, isNameCut, isValueCut) => {
    if (isNameCut || isValueCut) problem ??= refuse('MALFORMED_FORM');
    else fields[name] = value;
  });
  parser.on('file', (name, stream, fileName, _encoding, declaredType) => {
    if (name !== 'file') {
      problem ??= invalidBody(`Send the file in the part 'file' of the form, not in '${name.slice(0, 100)}'.`);
      stream.resume();
      return;
    }
    let size = 0;
    stream.on('data', (chunk: Buffer) => (size += chunk.length));
    stream.on('limit', () => (problem ??= tooLarge(`more than ${LIMIT}`)));
    written = pipeline(stream, target.write()).then(() => {
      file = { fileName, size, declaredType };
    });
    // It is awaited below; until then a failure must not count as unhandled.
    written.catch(() => undefined);
  });
  for (const event of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
    parser.on(event, () => (problem ??= refuse('MALFORMED_FORM', { value: 'too many', limit: 22 })));
  await pipeline(source, parser);
  await written;
  if (problem) throw problem;
  return { fields, file };
};

/** Limits the files that a process receives at the same time, in all and of one account. */
const createPlaces = () => {
  const holders = new Map<number, number>();
  let all = 0;
  return (accountId: number): (() => void) => {
    const count = holders.get(accountId) ?? 0;
    if (all >= LIMITS.uploads.value) throw refuse('OVERLOADED', { what: 'uploads', limit: LIMITS.uploads.value });
    const limit = LIMITS.uploadsPerAccount.value;
    if (count >= limit) throw refuse('OVERLOADED', { what: 'uploads of the account', limit });
    all += 1;
    holders.set(accountId, count + 1);
    return () => {
      all -= 1;
      const rest = (holders.get(accountId) ?? 1) - 1;
      if (rest > 0) holders.set(accountId, rest);
      else holders.delete(accountId);
    };
  };
};

/** True if a POST sends a form with a file. */
export const hasForm = (req: Request): boolean => readMediaType(req) === 'multipart/form-data';

/**
 * Receives a multipart form with a file of at most 25 MB (D12.2) into a temporary file; the fields become the body. The
 * file ends with the response, and when the client disconnects. Throws FILE_TOO_LARGE, OVERLOADED, REQUEST_TIMEOUT for
 * a file that arrives too slowly, MALFORMED_FORM, INVALID_BODY.
 */
export const createFileReceiver = (): RequestHandler => {
  const takePlace = createPlaces();
  const arrivals = createArrivals((arrival, refusal) => arrival.end(refusal));
  /** The bytes of the request, until they are too many, too slow or the client is gone. */
  const watch = (req: Request): { readonly source: PassThrough; readonly stop: () => void } => {
    const source = new PassThrough();
    let arrived = 0;
    const arrival = arrivals.add({
      holder: String(getActor(req).accountId),
      isLarge: () => true,
      arrived: () => arrived,
      end: (refusal) => source.destroy(refusal),
      release: () => undefined,
    });
    req.on('data', (chunk: Buffer) => {
      arrived += chunk.length;
      if (arrived > LIMIT + FORM_BYTES) source.destroy(tooLarge(`more than ${LIMIT}`));
    });
    // Errors before the form is read: it then fails at once.
    source.on('error', () => undefined);
    req.once('close', () => req.complete || source.destroy(refuse('UNAVAILABLE')));
    req.pipe(source);
    return { source, stop: () => arrivals.remove(arrival) };
  };

  const receive = async (req: Request, res: Response): Promise<void> => {
    const length = Number(req.headers['content-length'] ?? 0);
    if (length > LIMIT + FORM_BYTES) throw tooLarge(length);
    res.once('close', takePlace(getActor(req).accountId));
    const { source, stop } = watch(req);
    const target = await openUnnamed();
    if (res.closed) target.close();
    else res.once('close', target.close);
    try {
      const { fields, file } = await readForm(source, req.headers['content-type'] ?? '', target);
      if (!file) throw invalidBody("Missing file: send it in the part 'file' of the form.");
      RECEIVED.set(req, { ...file, read: () => target.read(file.size) });
      getState(req).bodyFormat = 'form';
      req.body = fields;
    } catch (error) {
      throw isRefusal(error) ? error : refuse('MALFORMED_FORM');
    } finally {
      stop();
    }
  };

  return (req, res, next) => {
    if (getState(req).actor?.authenticatedBy === 'session') return next(refuse('SESSION_NEEDS_JSON'));
    receive(req, res).then(
      () => next(),
      (error: unknown) => {
        req.unpipe();
        if (isRefusal(error) && error.reason === 'REQUEST_TIMEOUT') {
          // A slow body is not read to its end: the connection cannot be reused.
          res.shouldKeepAlive = false;
          req.pause();
        } else discardBody(req, res);
        next(error);
      },
    );
  };
};
