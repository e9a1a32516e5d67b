import { people } from '@porchlight/contracts';
import type { Scope } from '@porchlight/access';
import { STANDARD_FILTERS, type Action, type Descriptor, type JsonSchema, type Verb } from '@porchlight/resource';
import {
  formatBodyName,
  bodySchema,
  errorSchema,
  listMetadataSchema,
  pageSchema,
  partialSchema,
  recordSchema,
} from './component-schemas';
import { describeAll } from './describe-all';
import { errorResponses } from './error-responses';
import { indexExamples, withExamples } from './examples/with-examples';
import { GATEWAY_OPERATIONS, GATEWAY_SCHEMAS } from './gateway-operations';
import { ANSWER_HEADERS, HEADER_PARAMETERS } from './headers';
import { OAUTH_OPERATIONS, OAUTH_SCHEMAS } from './oauth-operations';
import type { Operation } from './operation';
import { actionOperation, filterParameter, pathParameters, formatPathTemplate, verbOperation } from './api-operations';
import { listTags } from './tags';
import { describeWebhooks } from './webhook-operations';

export interface OpenApiOptions {
  readonly resources: readonly Descriptor[];
  readonly actions: readonly Action[];
  /** Base URL before /v1. */
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
    description: 'Records to skip. For deeper pages use next.',
    schema: { type: 'integer', minimum: 0, maximum: 2000, default: 0 },
  },
  next: { name: 'next', in: 'query', description: '_metadata.next of the previous page.', schema: { type: 'string' } },
  fields: {
    name: 'fields',
    in: 'query',
    description: 'Fields to return, comma-separated; allFields for all, allCustom for all custom fields.',
    schema: { type: 'array', items: { type: 'string' } },
    style: 'form',
    explode: false,
  },
  ...Object.fromEntries(Object.entries(STANDARD_FILTERS).map((entry) => [entry[0], filterParameter(entry)])),
  ...HEADER_PARAMETERS,
};

const SCOPE_TEXTS: Readonly<Record<Scope, string>> = {
  read: 'Read records.',
  write: 'Read and write records.',
  people: 'People, leads, notes, calls, text messages, tasks, stages and lead flows.',
  deals: 'Deals and pipelines.',
  marketing: 'Templates, action plans, campaigns, email events and suppressed addresses.',
  webhooks: 'Webhooks, deliveries, notifications, inbox apps, conversations and the audit log.',
};

const securitySchemes = (baseUrl: string): Readonly<Record<string, JsonSchema>> => ({
  oauth2: {
    type: 'oauth2',
    description:
      'An access token of the code flow, sent as Bearer. Scopes limit the rights of the user: without `read` or `write` both are allowed, without a service scope all services are.',
    flows: {
      authorizationCode: {
        authorizationUrl: `${baseUrl}/oauth/authorize`,
        tokenUrl: `${baseUrl}/oauth/token`,
        refreshUrl: `${baseUrl}/oauth/token`,
        scopes: SCOPE_TEXTS,
      },
    },
  },
  apiKey: { type: 'http', scheme: 'basic', description: 'User name: an API key. The password is empty.' },
  systemName: { type: 'apiKey', in: 'header', name: 'X-System', description: 'Name of a registered system.' },
  systemKey: { type: 'apiKey', in: 'header', name: 'X-System-Key', description: 'Key of the registered system.' },
  clientCredentials: { type: 'http', scheme: 'basic', description: 'client_id and client_secret of an app.' },
});

const DESCRIPTION = [
  'Lead management for real-estate teams: leads in over HTTPS, signed webhooks out.',
  'Send a lead with `POST /events`; the response is the person. Requests and responses are JSON in UTF-8; responses are compressed with brotli or gzip if the client accepts it.',
  'HEAD is supported wherever GET is. An unsupported method returns 405 with `Allow`, an unknown path 404.',
  'New fields and enumeration values may be added to responses at any time; clients must ignore those that they do not know.',
].join('\n\n');

const collectSchemas = ({ resources, actions }: OpenApiOptions): Record<string, JsonSchema> => {
  const schemas: Record<string, JsonSchema> = {
    Error: errorSchema(),
    ListMetadata: listMetadataSchema(),
    ...GATEWAY_SCHEMAS,
    ...OAUTH_SCHEMAS,
  };
  for (const descriptor of resources) {
    schemas[descriptor.noun] = recordSchema(descriptor);
    for (const verb of ['create', 'update'] as const)
      if (
        descriptor.verbs.includes(verb) ||
        actions.some(({ bodyResource, name }) => bodyResource?.noun === descriptor.noun && name === verb)
      )
        schemas[formatBodyName(descriptor, verb)] = bodySchema(descriptor, verb);
    if (descriptor.verbs.includes('list')) schemas[`${descriptor.nouns}Page`] = pageSchema(descriptor);
  }
  // The response of a lead that the caller may not see has only the parts that the caller sent.
  schemas['AcceptedLead'] = partialSchema(recordSchema(people));
  // Resources of actions only have no verbs.
  for (const { lists } of actions)
    if (lists) {
      schemas[lists.noun] ??= recordSchema(lists);
      schemas[`${lists.nouns}Page`] ??= pageSchema(lists);
    }
  return schemas;
};

/** Removes unused components repeatedly until all are used. */
const referredTo = (
  paths: object,
  components: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>,
): Record<string, Record<string, JsonSchema>> => {
  const used: Record<string, Record<string, JsonSchema>> = {};
  const visit = (part: object): void => {
    for (const [, group = '', name = ''] of JSON.stringify(part).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)) {
      const component = components[group]?.[name];
      if (!component || used[group]?.[name]) continue;
      (used[group] ??= {})[name] = component;
      visit(component);
    }
  };
  visit(paths);
  const inOrder = (group: string): Record<string, JsonSchema> =>
    Object.fromEntries(Object.entries(components[group] ?? {}).filter(([name]) => used[group]?.[name]));
  return Object.fromEntries(Object.keys(components).map((group) => [group, inOrder(group)]));
};

/** Creates the document of the whole API from its descriptors, its actions and the operations of the gateway. */
export const createOpenApiDocument = (options: OpenApiOptions): OpenApiDocument => {
  const { resources, actions, baseUrl, version } = options;
  const paths: Record<string, Record<string, unknown>> = {};
  const examples = indexExamples(resources);
  const put = (path: string, method: string, operation: Operation, more: object = {}): void => {
    const template = formatPathTemplate(path);
    const parameters = pathParameters(template, resources);
    const place = (paths[template] ??= { ...more, ...(parameters.length > 0 && { parameters }) });
    // An action with the path of a verb replaces it.
    place[method] ??= withExamples(operation, examples);
  };
  for (const action of actions) put(action.path, action.method.toLowerCase(), actionOperation(action));
  for (const descriptor of resources)
    for (const verb of descriptor.verbs) {
      const [place, method] = PLACES[verb];
      put(`/${descriptor.path}${place === 'item' ? '/:id' : ''}`, method, verbOperation(descriptor, verb));
    }
  for (const { path, method, operation } of GATEWAY_OPERATIONS) put(path, method, operation);
  for (const { path, method, operation } of OAUTH_OPERATIONS)
    put(path, method, operation, { servers: [{ url: baseUrl }] });
  const used = new Set(
    [...JSON.stringify(paths).matchAll(/responses\/Error(\d+)/g)].map(([, status]) => Number(status)),
  );
  const webhooks = describeWebhooks(resources);
  const components = referredTo(
    { paths, webhooks },
    {
      schemas: collectSchemas(options),
      parameters: PARAMETERS,
      headers: ANSWER_HEADERS,
      responses: errorResponses((status) => used.has(status)),
    },
  );
  const tags = new Set(
    [...Object.values(paths), ...Object.values(webhooks)].flatMap((item) =>
      Object.values(item).flatMap((operation) => (operation as { tags?: string[] }).tags ?? []),
    ),
  );
  return describeAll({
    openapi: '3.1.0',
    info: {
      title: 'Porchlight',
      version,
      description: DESCRIPTION,
      contact: { name: 'Porchlight', url: `${baseUrl}/docs` },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `${baseUrl}/v1` }],
    tags: listTags(tags),
    paths,
    webhooks,
    components: { ...components, securitySchemes: securitySchemes(baseUrl) },
  });
};
