import { REASONS } from '@porchlight/errors';
import { STANDARD_FILTERS, type Action, type Descriptor, type JsonSchema, type Verb } from '@porchlight/resource';
import { bodyNameOf, bodySchema, errorSchema, pageSchema, recordSchema, refTo } from './component-schemas';
import { actionOperation, filterParameter, pathParameters, templateOf, verbOperation, type Operation } from './operations';

export interface OpenApiOptions {
  readonly resources: readonly Descriptor[];
  readonly actions: readonly Action[];
  /** Absolute address in front of /v1. */
  readonly baseUrl: string;
  readonly version: string;
}

/** An OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1.html). */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly [part: string]: unknown;
}

const PLACES: Readonly<Record<Verb, readonly ['collection' | 'item', string]>> = {
  list: ['collection', 'get'],
  create: ['collection', 'post'],
  get: ['item', 'get'],
  update: ['item', 'put'],
  delete: ['item', 'delete'],
};

const PARAMETERS: Readonly<Record<string, JsonSchema>> = {
  limit: { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 } },
  offset: {
    name: 'offset',
    in: 'query',
    description: 'Records to skip; deeper pages are reached by next.',
    schema: { type: 'integer', minimum: 0, maximum: 2000, default: 0 },
  },
  next: { name: 'next', in: 'query', description: '_metadata.next of the page before.', schema: { type: 'string' } },
  fields: {
    name: 'fields',
    in: 'query',
    description: 'Names to show, comma-separated; allFields for all, allCustom for all custom fields.',
    schema: { type: 'array', items: { type: 'string' } },
    style: 'form',
    explode: false,
  },
  ...Object.fromEntries(Object.entries(STANDARD_FILTERS).map((entry) => [entry[0], filterParameter(entry)])),
};

const SECURITY: Readonly<Record<string, JsonSchema>> = {
  apiKey: { type: 'http', scheme: 'basic', description: 'User name: an API key. The password is empty.' },
  accessToken: { type: 'http', scheme: 'bearer', description: 'An access token of the OAuth 2.0 code flow.' },
  systemName: { type: 'apiKey', in: 'header', name: 'X-System', description: 'Name of a registered system.' },
  systemKey: { type: 'apiKey', in: 'header', name: 'X-System-Key', description: 'Key of the registered system.' },
};

const STATUS_TEXT: Readonly<Record<number, string>> = {
  400: 'What was sent is wrong; the sentence says what.',
  401: 'The credentials are missing or wrong.',
  403: 'The caller may not do this.',
  404: 'There is no such record, or the caller may not see it.',
  405: 'The path does not take this method.',
  406: 'Only JSON can be returned.',
  409: 'It contradicts what is there.',
  412: 'The record has changed since it was read.',
  413: 'The body is too large.',
  415: 'The body is neither JSON nor a form.',
  429: 'Too many requests; wait as long as Retry-After says.',
  500: 'Something went wrong on our side.',
  503: 'A part of the service is away; try again as Retry-After says.',
};

const errorResponses = (): Record<string, unknown> => {
  const byStatus = new Map<number, string[]>();
  for (const [reason, { http }] of Object.entries(REASONS)) byStatus.set(http, [...(byStatus.get(http) ?? []), reason]);
  return Object.fromEntries(
    [...byStatus].map(([status, reasons]) => [
      `Error${status}`,
      {
        description: `${STATUS_TEXT[status] ?? 'Refused.'} errorCode: ${reasons.join(', ')}.`,
        content: { 'application/json': { schema: refTo('Error') } },
        ...(status === 503 || status === 429 ? { headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } } } : {}),
      },
    ]),
  );
};

/** Describes the whole API from its descriptors and actions: nothing of it is written by hand. */
export const createOpenApiDocument = ({ resources, actions, baseUrl, version }: OpenApiOptions): OpenApiDocument => {
  const paths: Record<string, Record<string, unknown>> = {};
  const put = (path: string, method: string, operation: Operation): void => {
    const template = templateOf(path);
    const parameters = pathParameters(template);
    const place = (paths[template] ??= parameters.length > 0 ? { parameters } : {});
    // An action that stands where a verb would stand instead of it.
    place[method] ??= operation;
  };
  for (const action of actions) put(action.path, action.method.toLowerCase(), actionOperation(action));
  for (const descriptor of resources)
    for (const verb of descriptor.verbs) {
      const [place, method] = PLACES[verb];
      put(`/${descriptor.path}${place === 'item' ? '/:id' : ''}`, method, verbOperation(descriptor, verb));
    }
  const schemas: Record<string, JsonSchema> = { Error: errorSchema(Object.keys(REASONS)) };
  for (const descriptor of resources) {
    schemas[descriptor.noun] = recordSchema(descriptor);
    for (const verb of ['create', 'update'] as const)
      if (descriptor.verbs.includes(verb)) schemas[bodyNameOf(descriptor, verb)] = bodySchema(descriptor, verb);
    if (descriptor.verbs.includes('list')) schemas[`${descriptor.nouns}Page`] = pageSchema(descriptor);
  }
  // What only actions answer has no verbs of its own.
  for (const { lists } of actions)
    if (lists) {
      schemas[lists.noun] ??= recordSchema(lists);
      schemas[`${lists.nouns}Page`] ??= pageSchema(lists);
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Porchlight',
      version,
      description: 'Lead management for real-estate teams: leads in over HTTPS, signed webhooks out. Every path is below /v1.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: `${baseUrl}/v1` }],
    tags: [...new Set([...resources.map(({ path }) => path), ...actions.map(({ path }) => path.split('/')[1] ?? '')])].map((name) => ({ name })),
    paths,
    components: { schemas, parameters: PARAMETERS, responses: errorResponses(), securitySchemes: SECURITY },
  };
};
