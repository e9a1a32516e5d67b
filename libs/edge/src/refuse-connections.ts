import { renderError, REASONS, refuse, type Reason } from '@porchlight/errors';
import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { EdgeOptions } from './edge-app';

/** Largest size of the URL and headers of a request, bytes (Node's default; the error message contains it). */
export const MAX_HEADER_BYTES = 16_384;
/** Time for the client to read the response, ms; data that it sends meanwhile is discarded. */
const LINGER_MS = 1_000;

const REASON_OF: Readonly<Record<string, Reason>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/** Reason for a request that Node could not parse; undefined if the connection broke. */
const reasonFor = ({ code = '' }: { readonly code?: string }): Reason | undefined =>
  REASON_OF[code] ?? (code.startsWith('HPE_') ? 'MALFORMED_HTTP' : undefined);

/** Formats the response as text: without a request, Node has no response object. */
const formatResponse = (reason: Reason, requestId: string): string => {
  const refusal = refuse(reason, { limit: '16 KiB' });
  const body = JSON.stringify(renderError(refusal, requestId));
  const status = REASONS[reason].http;
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
};

/**
 * Responds to malformed HTTP in the error format (decisions section 1) and closes the connection: 431 for headers over
 * the limit, 408 for headers that are too slow, otherwise 400. A broken connection, or one with a partial response, is
 * destroyed.
 */
export const refuseConnections = (
  server: Server,
  { requestId, served }: Pick<EdgeOptions, 'requestId' | 'served'>,
): void => {
  const latest = new WeakMap<Duplex, ServerResponse>();
  const refused = new WeakSet<Duplex>();
  server.on('request', (request, response) => void latest.set(request.socket, response));
  server.on('clientError', (error: Error & { readonly code?: string }, socket: Duplex) => {
    // The parser reports an error for every further chunk.
    if (refused.has(socket)) return;
    const answer = latest.get(socket);
    const reason = reasonFor(error);
    if (reason === undefined || !socket.writable || (answer?.headersSent === true && !answer.writableEnded)) {
      socket.destroy();
      return;
    }
    refused.add(socket);
    const id = requestId();
    socket.end(formatResponse(reason, id));
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
    served({
      requestId: id,
      method: '',
      path: '',
      operation: '',
      status: REASONS[reason].http,
      outcome: reason,
      ms: 0,
    });
  });
};
