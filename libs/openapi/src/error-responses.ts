import { REASONS, refuse, refuseAll, renderError, type Refusal } from '@porchlight/errors';
import type { JsonSchema } from '@porchlight/resource';
import { refTo } from './component-schemas';
import { ALWAYS_ANSWERED, headersNamed } from './headers';
import { json } from './operation';

const STATUS_TEXT: Readonly<Record<number, string>> = {
  400: 'The request is invalid. errorMessage says what to change.',
  401: 'The credentials are missing or wrong.',
  403: 'The caller is not allowed to do this.',
  404: 'The record does not exist, or the caller may not see it.',
  405: 'The path does not support this method.',
  406: 'Only JSON can be returned.',
  408: 'The request did not arrive in time.',
  409: 'The request conflicts with the current state.',
  412: 'The record has changed since it was read.',
  413: 'The body is too large.',
  415: 'The content type, charset or content coding of the body is not supported.',
  429: 'Too many requests. Wait for the seconds in Retry-After.',
  431: 'The URL and headers are too large.',
  500: 'An internal error. Try again; include requestId in questions to support.',
  503: 'The service is temporarily unavailable. Try again after the seconds in Retry-After.',
};

/** Errors of unauthenticated callers. */
const UNKNOWN_CALLER: readonly number[] = [401, 408, 431];
const HEADERS: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** Reasons of calls between services. The gateway may make every call, so no client receives them. */
const BETWEEN_SERVICES: ReadonlySet<string> = new Set(['SERVICE_CALL']);

/** Key of a response with its possible codes; one schema is enough for clients. */
const ERROR_CODES = 'x-errorCodes';

/** An error of each status, as the service returns it. */
const EXAMPLES: Readonly<Record<number, Refusal>> = {
  400: refuseAll('INVALID_BODY', ["Missing 'type' field.", "Unknown parameter 'colour'."]),
  401: refuse('UNAUTHENTICATED'),
  403: refuse('FORBIDDEN', { role: 'Agent' }),
  404: refuse('NOT_FOUND'),
  406: refuse('NOT_ACCEPTABLE'),
  408: refuse('REQUEST_TIMEOUT'),
  409: refuse('NAME_TAKEN', { what: 'a stage', field: 'name' }),
  412: refuse('PRECONDITION_FAILED'),
  413: refuse('BODY_TOO_LARGE', { limit: '1 MiB' }),
  415: refuse('UNSUPPORTED_MEDIA_TYPE'),
  429: refuse('RATE_LIMITED'),
  431: refuse('HEADERS_TOO_LARGE', { limit: '16 KiB' }),
  500: refuse('INTERNAL'),
  503: refuse('UNAVAILABLE'),
};

const exampleOf = (status: number): { readonly example?: object } => {
  const refusal = EXAMPLES[status];
  return refusal ? { example: renderError(refusal, 'r-7f3k2') } : {};
};

/** One response component per status, with the codes that it can carry: `Error404`. */
export const errorResponses = (used: (status: number) => boolean): Readonly<Record<string, JsonSchema>> => {
  const byStatus = new Map<number, string[]>();
  const shown = Object.entries(REASONS).filter(([reason]) => !BETWEEN_SERVICES.has(reason));
  for (const [reason, { http }] of shown) byStatus.set(http, [...(byStatus.get(http) ?? []), reason]);
  return Object.fromEntries(
    [...byStatus]
      .filter(([status]) => used(status))
      .map(([status, codes]) => [
        `Error${status}`,
        {
          description: `${STATUS_TEXT[status] ?? 'Refused.'} \`errorCode\`: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
          [ERROR_CODES]: codes,
          headers: headersNamed(
            ...(UNKNOWN_CALLER.includes(status) ? ['X-Request-Id'] : ALWAYS_ANSWERED),
            ...(HEADERS[status] ?? []),
          ),
          content: json(refTo('Error'), exampleOf(status)),
        },
      ]),
  );
};
