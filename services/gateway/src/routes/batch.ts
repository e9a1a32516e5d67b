import { EVERYONE } from '@porchlight/contracts';
import {
  getActor,
  permit,
  refuseMethod,
  sendJsonParts,
  setParsedBody,
  getState,
  type ResourceRoutesOptions,
  type ListGate,
  type RouteTable,
} from '@porchlight/edge';
import {
  describeUnknownFields,
  invalidBody,
  type Params,
  type Reason,
  REASONS,
  refuse,
  renderError,
} from '@porchlight/errors';
import { isIdempotencyKey } from '@porchlight/idempotency';
import { LIMITS } from '@porchlight/limits';
import { mapBounded } from '@porchlight/runtime';
import type { Request, Response } from 'express';
import type { RequestListener } from 'node:http';
import inject, { type DispatchFunc, type Response as Injected } from 'light-my-request';
import * as z from 'zod';

/** Requests of one batch (specification of the batch: libs/openapi). */
const MAX_REQUESTS = 50;
/** Base URL for paths of a batch; never called. */
const BASE = 'https://batch';
/** Requests of one batch that run concurrently. A list may use several MiB. */
const CONCURRENCY = 8;
const LISTS_AT_ONCE = 2;
/** Headers that an item may set; the batch sets all others. */
const OWN_HEADERS = new Set(['idempotency-key', 'if-match', 'if-none-match', 'x-suppress-webhooks']);
/** Headers of the batch that apply to all items. */
const SHARED_HEADERS = [
  ...['authorization', 'cookie', 'x-csrf-token', 'x-system', 'x-system-key'],
  ...['traceparent', 'x-forwarded-for', 'x-forwarded-proto', 'host', 'prefer'],
];
const SHOWN_HEADERS = [
  ...['etag', 'location', 'allow', 'retry-after', 'idempotent-replayed', 'x-request-id'],
  ...['x-ignored', 'preference-applied', 'x-event-id', 'x-duplicate-event'],
  ...['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-window', 'x-ratelimit-context'],
];

const itemShape = z.strictObject({
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'DELETE']),
  path: z.string().min(1).max(2_048),
  body: z.unknown().optional(),
  headers: z.record(z.string(), z.string().max(1_024)).optional(),
});
type Item = z.output<typeof itemShape>;

/** The limit of all responses, for its error. */
const LARGEST = `${LIMITS.batchResponseBytes.value / 1_048_576} MiB for all responses of a batch`;

/** One response of a batch. */
interface ItemResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text, not parsed, because the batch sends it unchanged. Bytes, because strings would fill the heap. */
  readonly json: Buffer;
}

/** The response to an item that the batch itself refuses, with the request id of the batch. */
const refused = (req: Request, reason: Reason, params: Params): ItemResponse => {
  const json = JSON.stringify(renderError(refuse(reason, params), getState(req).requestId));
  return { status: REASONS[reason].http, headers: {}, json: Buffer.from(json) };
};

/** Reads the items of a body. Throws INVALID_BODY; an error of a single item becomes its response. */
const readItems = (body: unknown): readonly unknown[] => {
  const {
    requests,
    system: _named,
    ...unknown
  } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const names = Object.keys(unknown);
  if (names.length > 0) throw invalidBody(describeUnknownFields(names));
  if (requests === undefined) throw invalidBody("Missing 'requests' field.");
  if (!Array.isArray(requests)) throw invalidBody("Field 'requests' must be a list.");
  if (requests.length < 1 || requests.length > MAX_REQUESTS)
    throw invalidBody(`Field 'requests' must have 1 to ${MAX_REQUESTS} entries; it has ${requests.length}.`);
  return requests;
};

const findProblem = ({ path, headers = {} }: Item): string | undefined => {
  if (!URL.canParse(path, BASE)) return "Field 'path' must be a path below /v1/.";
  const { pathname, origin } = new URL(path, BASE);
  if (origin !== BASE || !pathname.toLowerCase().startsWith('/v1/')) return "Field 'path' must be a path below /v1/.";
  const [, never] = /^\/v1\/+(batch|stream)(?:\/|$)/i.exec(decodePath(pathname)) ?? [];
  if (never !== undefined) return `A batch cannot hold a ${never.toLowerCase()}.`;
  const foreign = Object.keys(headers).find((name) => !OWN_HEADERS.has(name.toLowerCase()));
  if (foreign === undefined) return undefined;
  return `A request of a batch has no header '${foreign.slice(0, 100)}' of its own. It may have: ${[...OWN_HEADERS].join(', ')}.`;
};

const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

const readJson = async (response: Injected): Promise<Buffer> => {
  const chunks: Buffer[] = await response.stream().toArray();
  const payload = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  if (payload.length === 0) return Buffer.from('null');
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  return isJson ? payload : Buffer.from(JSON.stringify(payload.toString()));
};

/** Express replaces the prototypes of requests and responses: methods of light-my-request must be own properties. */
const keepMethods = (object: object, names: readonly string[]): void => {
  const methods = object as Record<string, unknown>;
  for (const name of names) methods[name] = methods[name];
};

/**
 * Creates the headers of one item: those of the batch, its own, and a separate idempotency key if the batch has one.
 */
const createHeaders = (req: Request, { method, headers = {} }: Item, nth: number): Record<string, string> => {
  const all: Record<string, string> = {};
  for (const name of SHARED_HEADERS) if (typeof req.headers[name] === 'string') all[name] = req.headers[name];
  for (const [name, value] of Object.entries(headers)) all[name.toLowerCase()] = value;
  const { span } = getState(req);
  if (span) all['traceparent'] = span.traceparent;
  const key = req.headers['idempotency-key'];
  if (method === 'POST' && typeof key === 'string') all['idempotency-key'] ??= `${key.slice(0, 250)}#${nth}`;
  return all;
};

/** Runs a request through the application as if it had arrived on the connection of the batch. */
const send = async (
  app: RequestListener,
  req: Request,
  item: Item,
  nth: number,
  bytes: number,
): Promise<ItemResponse> => {
  const headers = createHeaders(req, item, nth);
  const hasBody = item.body !== undefined && item.method !== 'GET' && item.method !== 'HEAD';
  if (hasBody) headers['content-type'] = 'application/json';
  const { encrypted = false } = req.socket as { encrypted?: boolean };
  const serve: DispatchFunc = (own, answering) => {
    Object.assign(own.socket, { encrypted });
    if (hasBody) setParsedBody(own, item.body, bytes);
    // `getHeaders`, which light-my-request reads, returns the headers of `writeHead` only if one was set before.
    answering.setHeader('Content-Type', 'application/json');
    keepMethods(own, ['_read', 'destroy']);
    keepMethods(answering, ['writeHead', 'write', 'end', 'destroy', 'addTrailers']);
    app(own, answering);
  };
  const url = new URL(item.path, BASE);
  const answer = await inject(serve, {
    method: item.method,
    url: url.pathname + url.search,
    remoteAddress: req.socket.remoteAddress ?? '',
    headers,
    payloadAsStream: true,
  });
  const headerValues = SHOWN_HEADERS.filter((name) => answer.headers[name] !== undefined).map((name) => [
    name,
    String(answer.headers[name]),
  ]);
  return {
    status: answer.statusCode,
    headers: Object.fromEntries(headerValues) as Record<string, string>,
    json: await readJson(answer),
  };
};

const writeResponses = (responses: readonly ItemResponse[]): Buffer[] => {
  const parts = responses.flatMap(({ status, headers, json }, nth) => [
    Buffer.from(`${nth === 0 ? '' : ','}{"status":${status},"headers":${JSON.stringify(headers)},"body":`),
    json,
    Buffer.from('}'),
  ]);
  return [Buffer.from('{"responses":['), ...parts, Buffer.from(']}')];
};

/** True if a request may be a list. */
const isRead = (item: unknown): boolean =>
  typeof item === 'object' && item !== null && 'method' in item && item.method === 'GET';

const execute = async (
  app: RequestListener,
  req: Request,
  res: Response,
  value: unknown,
  nth: number,
  bytes: number,
): Promise<ItemResponse> => {
  const read = itemShape.safeParse(value);
  if (!read.success) {
    const said = z.prettifyError(read.error).slice(0, 500);
    return refused(req, 'INVALID_BODY', {
      problems: `A request of a batch has a method, a path and perhaps body and headers. ${said}`,
    });
  }
  const problem = findProblem(read.data);
  if (problem !== undefined) return refused(req, 'INVALID_BODY', { problems: problem });
  // The client disconnected; the remaining items are skipped.
  if (res.closed) return refused(req, 'UNAVAILABLE', {});
  return send(app, req, read.data, nth, bytes);
};

/**
 * Adds POST /v1/batch: up to 50 requests. Each runs through the whole application with the credentials and system of
 * the batch: its own role check, rate-limit count, log line and response.
 */
export const addBatchRoute = (
  table: RouteTable,
  app: RequestListener,
  options: Pick<ResourceRoutesOptions, 'user' | 'largeBody' | 'system'> & {
    /** Limits concurrent batches: each runs several requests at once and holds their responses. */
    readonly gate: ListGate;
  },
): void => {
  const serve = async (req: Request, res: Response, items: readonly unknown[]): Promise<void> => {
    let bytes = 0;
    /** Items cost their account about equal parts of the batch. */
    const itemBytes = Math.ceil((getState(req).bodyBytes ?? 0) / items.length);
    const responses = await mapBounded(items, items.some(isRead) ? LISTS_AT_ONCE : CONCURRENCY, async (item, nth) => {
      if (bytes >= LIMITS.batchResponseBytes.value) return refused(req, 'RESPONSE_TOO_LARGE', { limit: LARGEST });
      const response = await execute(app, req, res, item, nth, itemBytes);
      bytes += response.json.length;
      return response;
    });
    const status = responses.every((response) => response.status < 400) ? 200 : 207;
    sendJsonParts(res, status, writeResponses(responses));
  };
  const { user, largeBody, system, gate } = options;
  table.add('POST', '/batch', user, permit('gateway.batch.send', EVERYONE), largeBody, system, async (req, res) => {
    const key = req.headers['idempotency-key'];
    if (typeof key === 'string' && !isIdempotencyKey(key)) throw refuse('INVALID_IDEMPOTENCY_KEY');
    const items = readItems(req.body);
    await gate.run('batch', getActor(req).accountId, () => serve(req, res, items));
  });
  table.add('ALL', '/batch', user, refuseMethod(['POST']));
};
