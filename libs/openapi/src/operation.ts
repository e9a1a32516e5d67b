import type { JsonSchema } from '@porchlight/resource';
import { ALWAYS_ANSWERED, headersNamed } from './headers';

/** An operation of the document. */
export type Operation = Readonly<Record<string, unknown>>;

/** One response of an operation. */
export interface ResponseDescription {
  readonly description: string;
  readonly schema?: JsonSchema;
  /** Default: application/json. */
  readonly contentType?: string;
  /** Names of headers in addition to those of every response. */
  readonly headers?: readonly string[];
}

/** Responses by status. */
export interface ResponseDescriptions {
  readonly [status: number]: ResponseDescription;
}

/** Statuses of errors of every authenticated operation. */
export const ALWAYS = [400, 401, 403, 406, 408, 429, 431, 500, 503] as const;
/** Additional ones of operations with a body. */
export const WITH_BODY = [409, 413, 415] as const;

/** Content of a response or body as application/json. */
export const json = (schema: JsonSchema, example?: object): JsonSchema => ({
  'application/json': { schema, ...example },
});

/** Errors by status, each with its possible codes. */
const refusals = (statuses: readonly number[]): Record<string, unknown> =>
  Object.fromEntries(
    [...new Set(statuses)]
      .sort((a, b) => a - b)
      .map((status) => [String(status), { $ref: `#/components/responses/Error${status}` }]),
  );

/** Formats success and error responses of an operation. */
export const formatResponses = (
  responses: ResponseDescriptions,
  errors: readonly number[],
  always: readonly string[] = ALWAYS_ANSWERED,
): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(responses).map(
      ([status, { description, schema, contentType, headers = [] }]: [string, ResponseDescription]) => [
        status,
        {
          description,
          headers: headersNamed(...always, ...headers),
          ...(schema && { content: contentType === undefined ? json(schema) : { [contentType]: { schema } } }),
        },
      ],
    ),
  ),
  ...refusals(errors),
});

const CREDENTIALS = ['apiKey', 'accessToken'] as const;

/** Any user's credentials, with a registered system if required. */
export const createSecurity = (systemRequired: boolean): JsonSchema[] => [
  ...(systemRequired ? [] : CREDENTIALS.map((name) => ({ [name]: [] }))),
  ...CREDENTIALS.map((name) => ({ [name]: [], systemName: [], systemKey: [] })),
];
