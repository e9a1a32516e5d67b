import { REASONS, asRefusal, renderError, type Refusal } from '@porchlight/errors';
import type { Request, Response } from 'express';
import { codingFor, encode, type Coding } from './content-coding';
import { watchDelivery } from './deliver';
import { formatEntityTag, isKnown } from './entity-tag';
import { getState, type ResponseHeaders } from './request-state';

const RETRY_AFTER_S = '1';

const JSON_TYPE = 'application/json; charset=utf-8';
const VARY = 'Accept-Encoding';

/** What the response depends on, besides the encoding: the origin, if scripts of others may read it. */
const formatVary = (res: Response): string => {
  const further = getState(res.req).headers['Vary'];
  return further === undefined ? VARY : `${VARY}, ${further}`;
};

/**
 * Sends the status and the headers: those of the request's state, then these. Node checks and copies the headers of
 * `writeHead` once, those of `setHeader` twice.
 */
export const sendHead = (res: Response, status: number, headers: ResponseHeaders): Response =>
  res.writeHead(status, { ...getState(res.req).headers, ...headers });

/** Sends a JSON text as the response, compressed if the client accepts it and it is large enough. */
const sendText = (
  res: Response,
  status: number,
  payload: Buffer,
  headers: Record<string, string>,
  coding: Coding | undefined,
): void => {
  watchDelivery(res, payload.length);
  const write = (bytes: Buffer, coded: Record<string, string>): void => {
    sendHead(res, status, {
      'Content-Type': JSON_TYPE,
      'Content-Length': bytes.length,
      Vary: formatVary(res),
      ...headers,
      ...coded,
    });
    res.end(bytes);
  };
  if (coding === undefined) write(payload, {});
  else encode(coding, payload, (coded) => (coded ? write(coded, { 'Content-Encoding': coding }) : write(payload, {})));
};

/** Sends a JSON response. Cheaper than res.json: no ETag, and only the encoding is negotiated. */
export const sendJson = (res: Response, status: number, body: unknown, headers: Record<string, string> = {}): void => {
  const payload = Buffer.from(JSON.stringify(body));
  sendText(res, status, payload, headers, codingFor(res.req, payload.length));
};

/** Sends already encoded JSON in parts. */
export const sendJsonParts = (res: Response, status: number, parts: readonly Buffer[]): void => {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const coding = codingFor(res.req, length);
  if (coding !== undefined) return sendText(res, status, Buffer.concat(parts), {}, coding);
  watchDelivery(res, length);
  sendHead(res, status, { 'Content-Type': JSON_TYPE, 'Content-Length': length, Vary: formatVary(res) });
  for (const part of parts) res.write(part);
  res.end();
};

/** Sends one record with its entity tag, or 304 if the caller has the current version (decisions section 10). */
export const sendRecord = (
  req: Request,
  res: Response,
  status: number,
  version: number,
  body: unknown,
  headers: Record<string, string> = {},
): void => {
  const payload = Buffer.from(JSON.stringify(body));
  const coding = codingFor(req, payload.length);
  const tag = formatEntityTag(version, payload, coding);
  if (req.method !== 'POST' && req.method !== 'PUT' && isKnown(req, tag)) {
    sendHead(res, 304, { ETag: tag, Vary: VARY }).end();
    return;
  }
  sendText(res, status, payload, { ETag: tag, ...headers }, coding);
};

/**
 * RFC 6750 3 for a bearer token, otherwise RFC 7617 2 (decisions section 3). A script of a web page never gets a Basic
 * challenge: the browser would open a password dialog over the page.
 */
const challengeFor = (req: Request): string => {
  if (/^bearer /i.test(req.headers.authorization ?? '')) return 'Bearer error="invalid_token"';
  return req.headers['sec-fetch-dest'] === 'empty'
    ? 'Bearer realm="Porchlight"'
    : 'Basic realm="Porchlight", charset="UTF-8"';
};

/** The scopes that the refused operation needs (RFC 6750 3.1). */
const neededScope = ({ params: { verb, service } }: Refusal): string =>
  [verb, service].filter((one) => one !== undefined).join(' ');

const headersFor = (req: Request, refusal: Refusal): Record<string, string> => {
  switch (refusal.reason) {
    case 'UNAUTHENTICATED':
    case 'SYSTEM_DISABLED':
    case 'UNKNOWN_SYSTEM':
      return { 'WWW-Authenticate': challengeFor(req) };
    case 'INSUFFICIENT_SCOPE':
      return { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${neededScope(refusal)}"` };
    case 'METHOD_NOT_ALLOWED':
      return { Allow: String(refusal.params['allow']) };
    case 'UNAVAILABLE':
    case 'OVERLOADED':
    case 'DEADLINE':
      return { 'Retry-After': RETRY_AFTER_S };
    case 'RATE_LIMITED':
    case 'NEW_ACCOUNT_LIMIT':
    case 'TOO_MANY_STREAMS':
      return { 'Retry-After': String(refusal.params['seconds'] ?? RETRY_AFTER_S) };
    default:
      return {};
  }
};

/** The lead of the 409 after it was claimed by another user, which clients read from the body (D13.10). */
const parseLead = ({ reason, params: { lead } }: Refusal): object =>
  reason === 'CONFLICT' && typeof lead === 'string' ? (JSON.parse(lead) as object) : {};

/** Data for programs: the id of the person after a merge (decisions section 10), the lead of another user. */
const detailsFor = (refusal: Refusal): Record<string, unknown> => ({
  ...(refusal.reason === 'MERGED' && { mergedInto: refusal.params['mergedInto'] }),
  ...parseLead(refusal),
});

/** Sends an error in the error format (decisions section 1). An unexpected error becomes INTERNAL without details. */
export const sendError = (req: Request, res: Response, error: unknown): void => {
  const refusal = asRefusal(error);
  const state = getState(req);
  state.outcome = refusal.reason;
  state.error = refusal.message;
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const body = { ...renderError(refusal, state.requestId), ...detailsFor(refusal) };
  sendJson(res, REASONS[refusal.reason].http, body, headersFor(req, refusal));
};
