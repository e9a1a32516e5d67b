import { invalidBody, isRefusal, type Reason, type Refusal, refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { parse } from 'content-type';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { AsyncLocalStorage } from 'node:async_hooks';
import { decodeBody, type BodyFormat } from './decode-body';
import { decodeMultipart } from './decode-multipart';
import { sizeLabel, type BodyLease, type FairBudget } from './fair-budget';
import { getState, type EdgeState } from './request-state';

export type { BodyFormat } from './decode-body';
export { sizeLabel } from './fair-budget';

/** Options for reading the bodies of a route. */
export interface BodyReading {
  /** Maximum size, bytes; default: 1 MiB. */
  readonly limit?: number;
  /** Limits the bytes of all bodies being read and parsed in this process. */
  readonly budget?: FairBudget;
  /** The holder of the budget for a caller that is not authenticated yet: its network. */
  readonly holder?: (req: Request) => string;
}

/** Bodies that were parsed as a part of another body, and their bytes: the items of a batch. */
const PARSED = new WeakMap<object, { readonly body: unknown; readonly bytes: number }>();

/** Attaches a parsed body to a request, so that it is not parsed again. `bytes` is about its size as JSON. */
export const setParsedBody = (req: object, body: unknown, bytes: number): void => void PARSED.set(req, { body, bytes });

/** Parsed JSON uses about three times the bytes of its text. */
const PARSED_FACTOR = 2;

/** Deflate compresses to no less than this part. */
const DEFLATE_FACTOR = 1_032;

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';
const LEAD_TYPES = /^(?:text\/(?:plain|json|html)|application\/octet-stream)$/;

/** JSON unless the request declares a form. */
export const getBodyFormat = (req: Request): BodyFormat =>
  getState(req).bodyFormat ?? ((req.headers['content-type'] ?? '').toLowerCase().startsWith(FORM) ? 'form' : 'json');

/** The media type of the body in lower case, without parameters; empty without the header (RFC 9110 8.3). */
export const readMediaType = (req: Request): string =>
  parse(req.headers['content-type'] ?? '', { parameters: false }).type;

const isJson = (type: string): boolean =>
  type === '' || type === 'application/json' || /^application\/[\w.+-]+\+json$/.test(type);

/** True if the request has a body that is not declared as JSON. */
const hasOtherBody = (req: Request, type: string): boolean => {
  const hasBody = Number(req.headers['content-length'] ?? 0) > 0 || req.headers['transfer-encoding'] !== undefined;
  return hasBody && (type === '' || !isJson(type));
};

/** Refusals for the errors of body-parser, by their `type`. */
const READ_REASONS: Readonly<Record<string, Reason>> = {
  'entity.too.large': 'BODY_TOO_LARGE',
  'encoding.unsupported': 'UNSUPPORTED_CONTENT_ENCODING',
};

/** The refusal of a body over the limit; body-parser adds its declared length to the error. */
export const tooLarge = (error: unknown, limit: number): Refusal => {
  const { length } = error as { length?: number };
  const bytes = length !== undefined && length > limit ? length : `more than ${limit}`;
  return refuse('BODY_TOO_LARGE', { bytes, limit: sizeLabel(limit) });
};

const readRefusal = (error: unknown, limit: number, format: BodyFormat): Refusal | undefined => {
  const { type = '', status } = error as { type?: string; status?: number };
  const reason = READ_REASONS[type];
  if (reason === 'BODY_TOO_LARGE') return tooLarge(error, limit);
  if (reason !== undefined) return refuse(reason);
  if (status !== undefined && status < 500) return refuse(format === 'form' ? 'MALFORMED_FORM' : 'MALFORMED_JSON');
  return undefined;
};

const notAnObject = (): Refusal => invalidBody('The body must be a JSON object.');

const overloaded = (budget: FairBudget | undefined): Refusal =>
  refuse('OVERLOADED', { what: 'request data', limit: sizeLabel(budget?.maxBytes ?? 0) });

/** The most bytes that a compressed body can have when it is expanded, up to the limit of the route; 0 for others. */
const findExpanded = ({ headers }: Request, limit: number): number => {
  const coding = headers['content-encoding']?.toLowerCase();
  if (coding === undefined || coding === 'identity') return 0;
  const length = headers['content-length'];
  return coding === 'br' || length === undefined ? limit : Math.min(limit, Number(length) * DEFLATE_FACTOR);
};

/** Counts the bytes of a body as they arrive; calls `fail` once when they exceed the budget or arrive too slowly. */
const reserveBytes = (
  req: Request,
  res: Response,
  reading: BodyReading,
  fail: (refusal: Refusal) => void,
): ((bytes: number) => boolean) => {
  const { budget, holder, limit = LIMITS.bodyBytes.value } = reading;
  const length = req.headers['content-length'];
  // A body with a declared size over the limit is rejected without being read.
  if (!budget || Number(length ?? 0) > limit) return () => true;
  const { actor } = getState(req);
  const lease: BodyLease = budget.receive({
    holder: actor ? String(actor.accountId) : (holder?.(req) ?? 'unknown'),
    declared: length === undefined ? undefined : Number(length),
    expands: findExpanded(req, limit),
    end: (refusal) => {
      req.off('data', count);
      fail(refusal);
    },
  });
  res.once('close', () => lease.release());
  let counted = 0;
  const count = (chunk: Buffer): void => {
    counted += chunk.length;
    if (counted <= limit && lease.arrive(chunk.length)) return;
    req.off('data', count);
    if (counted <= limit) fail(overloaded(budget));
  };
  req.on('data', count);
  return (bytes) => {
    req.off('data', count);
    return lease.complete(bytes, bytes * PARSED_FACTOR);
  };
};

const measureBody = (body: unknown): number =>
  Buffer.isBuffer(body) || typeof body === 'string' ? Buffer.byteLength(body) : 0;

/**
 * Reads a body with `read` while its bytes and the memory for parsing fit into the budget of the process. Otherwise the
 * request fails with OVERLOADED and its connection is closed.
 */
export const withinBudget =
  (read: RequestHandler, reading: BodyReading): RequestHandler =>
  (req, res, next) => {
    let isOver = false;
    const end = (error?: unknown): void => {
      if (isOver) return;
      isOver = true;
      next(error);
    };
    const fail = (refusal: Refusal): void => {
      // The rest of the body is not read: the connection cannot be reused.
      res.shouldKeepAlive = false;
      req.pause();
      end(refusal);
    };
    const reserve = reserveBytes(req, res, reading, fail);
    void read(req, res, (error?: unknown) => {
      if (isOver) return;
      if (error === undefined && !reserve(measureBody(req.body))) fail(overloaded(reading.budget));
      else end(error);
    });
  };

/**
 * Reads the bytes of a body. The usual one has a known length and no encoding, and is read here: body-parser costs
 * several times as much. It reads all others, and refuses a size over the limit.
 */
const readBytes = (limit: number): RequestHandler => {
  const readOthers = express.raw({ limit, type: () => true });
  return (req, res, next) => {
    const length = Number(req.headers['content-length']);
    if (!(length > 0 && length <= limit) || req.headers['content-encoding'] !== undefined)
      return void readOthers(req, res, next);
    // The events of a socket have no context; the rest of a traced request belongs to its trace.
    const proceed = getState(req).span === undefined ? next : AsyncLocalStorage.bind(next);
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.once('end', () => {
      req.body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
      proceed();
    });
    req.once('close', () => {
      if (!req.complete) proceed(Object.assign(new Error('The client disconnected.'), { status: 400 }));
    });
  };
};

/** Sets the body of a request from its bytes. */
const setDecoded = (req: Request, bytes: Buffer, contentType: string, format: BodyFormat): void => {
  const state = getState(req);
  const body = decodeBody(bytes, contentType, format, state.readsLead === true);
  state.bodyFormat = body.format;
  state.charsetGuessed = body.charsetGuessed;
  req.body = body.value;
};

/**
 * Reads the body of POST and PUT: JSON, or form-encoded with bracket notation for old senders (decisions section 1). An
 * absent body is {}; null is rejected. Leads may be multipart forms; requests of a session are JSON (D13.5). The bytes
 * of all bodies in a process are limited: OVERLOADED beyond the budget. REQUEST_TIMEOUT for a body that arrives too
 * slowly.
 */
export const readBody = (reading: BodyReading = {}): RequestHandler => {
  const { limit = LIMITS.bodyBytes.value } = reading;
  const read = withinBudget(readBytes(limit), reading);
  const accepts = (type: string, format: BodyFormat, state: EdgeState): boolean =>
    format === 'form' ||
    isJson(type) ||
    (state.readsLead === true && LEAD_TYPES.test(type)) ||
    (state.readsLead !== undefined && type === MULTIPART);
  return (req: Request, res: Response, next: NextFunction) => {
    const parsed = PARSED.get(req);
    if (parsed) {
      req.body = parsed.body;
      getState(req).bodyBytes = parsed.bytes;
      next(req.body === null ? notAnObject() : undefined);
      return;
    }
    const state = getState(req);
    const format = getBodyFormat(req);
    const type = readMediaType(req);
    // Other sites can make a browser send forms and plain text with its cookies (D13.5).
    if (state.actor?.authenticatedBy === 'session' && hasOtherBody(req, type)) {
      next(refuse('SESSION_NEEDS_JSON'));
      return;
    }
    if (!accepts(type, format, state)) {
      next(refuse('UNSUPPORTED_MEDIA_TYPE'));
      return;
    }
    void read(req, res, (error?: unknown) => {
      if (error !== undefined) {
        next(readRefusal(error, limit, format) ?? error);
        return;
      }
      const bytes: unknown = req.body;
      const isEmpty = !Buffer.isBuffer(bytes) || bytes.length === 0;
      state.bodyBytes = measureBody(bytes);
      if (isEmpty) req.body = {};
      else if (type === MULTIPART) {
        decodeMultipart(bytes, req.headers['content-type'] ?? '').then(({ text, files }) => {
          state.ignoredFiles = files;
          setDecoded(req, Buffer.from(text), FORM, 'form');
          next();
        }, next);
        return;
      } else {
        try {
          setDecoded(req, bytes, req.headers['content-type'] ?? '', format);
        } catch (fault) {
          next(isRefusal(fault) ? fault : refuse('MALFORMED_JSON'));
          return;
        }
      }
      next(req.body === null ? notAnObject() : undefined);
    });
  };
};
