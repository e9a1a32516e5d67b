import {
  bool,
  requiresSystem,
  getFields,
  formatOperation,
  STANDARD_FILTERS,
  splitWords,
  withArticle,
  type Action,
  type Descriptor,
  type Filter,
  type JsonSchema,
  type Verb,
} from '@porchlight/resource';
import { formatBodyName, bodySchema, refTo } from './component-schemas';
import { headerParameter } from './headers';
import {
  ALWAYS,
  formatResponses,
  json,
  createSecurity,
  WITH_BODY,
  type ResponseDescriptions,
  type Operation,
} from './operation';

const createFilterSchema = ({ type, among }: Pick<Filter, 'type' | 'among'>): JsonSchema => {
  if (among) return { type: 'string', enum: among };
  if (type === 'int') return { type: 'integer', format: 'int32' };
  // States the types again, for renderers that do not resolve references.
  if (type === 'bool') return { type: ['boolean', 'integer'], ...bool().takes };
  if (type === 'time')
    return { type: 'string', description: 'ISO 8601 with Z or an offset, or YYYY-MM-DD hh:mm:ss as UTC.' };
  return { type: 'string', maxLength: 1_000 };
};

const parameter = (name: string, schema: JsonSchema, description?: string): JsonSchema => ({
  name,
  in: 'query',
  schema,
  ...(description !== undefined && { description }),
});

/** A filter as a query parameter. */
export const filterParameter = ([name, filter]: [string, Pick<Filter, 'type' | 'among' | 'many'>]): JsonSchema =>
  filter.many
    ? {
        ...parameter(
          name,
          { type: 'array', items: createFilterSchema(filter), maxItems: 100 },
          'Matches any of the values.',
        ),
        style: 'form',
        explode: false,
      }
    : parameter(name, createFilterSchema(filter));

const commonParameter = (name: string): JsonSchema => ({ $ref: `#/components/parameters/${name}` });

const listParameters = (descriptor: Descriptor): JsonSchema[] => {
  const sorts = Object.keys(descriptor.sorts);
  const sort = descriptor.custom
    ? parameter(
        'sort',
        { type: 'string' },
        `One of ${sorts.join(', ')}, or the name of a custom field. A leading - sorts descending. Default: newest first.`,
      )
    : parameter(
        'sort',
        { type: 'string', enum: sorts.flatMap((name) => [name, `-${name}`]) },
        'A leading - sorts descending. Default: newest first.',
      );
  return [
    ...['limit', 'offset', 'next', 'fields'].map(commonParameter),
    sort,
    ...Object.keys(STANDARD_FILTERS)
      .filter((name) => !Object.hasOwn(descriptor.filters, name))
      .map(commonParameter),
    ...Object.entries(descriptor.filters).map(filterParameter),
  ];
};

const optionParameters = ({ options }: Descriptor, verb: Verb): JsonSchema[] =>
  Object.entries(options ?? {})
    .filter(([, { verbs }]) => verbs.includes(verb))
    .map(([name, { type }]) => parameter(name, createFilterSchema({ type })));

const SPELLINGS: Readonly<Record<string, string>> = { oauth: 'OAuth', em: 'email' };

/** The noun of a resource in texts: OAuth app, email events. */
const formatNoun = (noun: string): string =>
  splitWords(noun)
    .split(' ')
    .map((word) => SPELLINGS[word] ?? word)
    .join(' ');

const SUMMARIES: Readonly<Record<Verb, (noun: string, nouns: string) => string>> = {
  create: (noun) => `Create ${withArticle(noun)}.`,
  get: (noun) => `Retrieve ${withArticle(noun)}.`,
  list: (_noun, nouns) => `List ${nouns}.`,
  update: (noun) => `Update ${withArticle(noun)}. Fields that are not in the body keep their values.`,
  delete: (noun) => `Delete ${withArticle(noun)}.`,
};

const rolesLine = (roles: readonly string[]): string => `Roles: ${roles.join(', ')}.`;

const HEADERS_OF_VERB: Readonly<Record<Verb, readonly string[]>> = {
  list: [],
  create: ['IdempotencyKey', 'SuppressWebhooks'],
  get: ['IfNoneMatch'],
  update: ['IfMatch', 'SuppressWebhooks'],
  delete: ['IfMatch', 'SuppressWebhooks'],
};
const ERRORS_OF_VERB: Readonly<Record<Verb, readonly number[]>> = {
  list: [],
  create: [404, ...WITH_BODY],
  get: [404],
  update: [404, 412, ...WITH_BODY],
  delete: [404, 412, ...WITH_BODY],
};

const describeDeletion = ({ deleteResponse }: Descriptor): ResponseDescriptions => {
  const description = 'Deleted.';
  if (deleteResponse === 'none') return { 204: { description } };
  const schema: JsonSchema =
    deleteResponse === 'emptyList' ? { type: 'array', items: {}, maxItems: 0 } : { type: 'object', maxProperties: 0 };
  return { 200: { description, schema } };
};

const describeRecordResponses = (descriptor: Descriptor, verb: Verb): ResponseDescriptions => {
  const { noun, nouns } = descriptor;
  if (verb === 'list') return { 200: { description: `The ${formatNoun(nouns)}.`, schema: refTo(`${nouns}Page`) } };
  if (verb === 'delete') return describeDeletion(descriptor);
  const one = { description: `The ${formatNoun(noun)}.`, schema: refTo(noun), headers: ['ETag'] };
  if (verb === 'get')
    return { 200: one, 304: { description: 'Not modified since the given ETag.', headers: ['ETag'] } };
  if (verb === 'update') return { 200: one };
  const known = descriptor.options?.['deduplicate'] !== undefined;
  const made: ResponseDescriptions = { 201: { ...one, headers: ['ETag', 'Location', 'Idempotent-Replayed'] } };
  return known
    ? {
        ...made,
        200: { ...one, description: 'The existing one.', headers: ['ETag', 'Idempotent-Replayed'] },
      }
    : made;
};

const optionsBody = (descriptor: Descriptor): JsonSchema | undefined => {
  const rows = Object.entries(descriptor.options ?? {}).filter(([, { verbs }]) => verbs.includes('delete'));
  return rows.length === 0
    ? undefined
    : {
        type: 'object',
        properties: Object.fromEntries(rows.map(([name, { type }]) => [name, createFilterSchema({ type })])),
      };
};

/** The operation of a resource's verb. */
export const verbOperation = (descriptor: Descriptor, verb: Verb): Operation => {
  const { noun, nouns } = descriptor;
  const hasBody = verb === 'create' || verb === 'update';
  const inBody = verb === 'delete' ? optionsBody(descriptor) : undefined;
  const parameters = [
    headerParameter('Prefer'),
    ...(verb === 'list' ? listParameters(descriptor) : optionParameters(descriptor, verb)),
    ...(verb === 'get' ? [commonParameter('fields')] : []),
    ...HEADERS_OF_VERB[verb].map(headerParameter),
  ];
  return {
    operationId: formatOperation(descriptor, verb),
    tags: [descriptor.path],
    summary: SUMMARIES[verb](formatNoun(noun), formatNoun(nouns)),
    description: rolesLine(descriptor.roles[verb] ?? []),
    parameters,
    ...(hasBody && { requestBody: { required: true, content: bodyContent(refTo(formatBodyName(descriptor, verb))) } }),
    ...(inBody && {
      requestBody: { required: false, description: 'Parameters may also be in the body.', content: json(inBody) },
    }),
    responses: formatResponses(describeRecordResponses(descriptor, verb), [...ALWAYS, ...ERRORS_OF_VERB[verb]]),
    security: createSecurity(requiresSystem(descriptor, verb)),
  };
};

const bodyContent = (schema: JsonSchema): JsonSchema => ({
  ...json(schema),
  'application/x-www-form-urlencoded': { schema },
});

/** `/people/:id/merge` as `/people/{id}/merge`. */
export const formatPathTemplate = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

/** Path parameters of a template. */
export const pathParameters = (template: string): JsonSchema[] =>
  [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema:
      name === 'id' || name === 'keyId'
        ? { type: 'integer', format: 'int32', minimum: 1 }
        : { type: 'string', minLength: 1, maxLength: 128 },
  }));

/** The operation of an action. */
export const actionOperation = (action: Action): Operation => {
  const { service, resource, name, summary, roles, query = {}, lists, responses: described, path, method } = action;
  const shape = action.bodyResource ?? (action.body && { fields: action.body });
  const replayed = method === 'POST' ? ['Idempotent-Replayed'] : [];
  const written = Object.entries(described ?? {}).map(([status, { description, schema, headers = [] }]) => [
    status,
    {
      description,
      ...(schema !== undefined && { schema: typeof schema === 'string' ? refTo(schema) : schema }),
      headers: [...headers, ...replayed],
    },
  ]);
  const responses: ResponseDescriptions = lists
    ? { 200: { description: `The ${formatNoun(lists.nouns)}.`, schema: refTo(`${lists.nouns}Page`) } }
    : written.length > 0
      ? (Object.fromEntries(written) as ResponseDescriptions)
      : { 200: { description: 'Done.', schema: { type: 'object' }, headers: replayed } };
  const parameters = [
    headerParameter('Prefer'),
    ...(lists ? listParameters(lists) : Object.entries(query).map(filterParameter)),
    ...(method === 'POST' ? [headerParameter('IdempotencyKey')] : []),
    ...(method === 'GET' ? [] : [headerParameter('SuppressWebhooks')]),
  ];
  const errors = [...ALWAYS, ...(path.includes(':') || shape ? [404] : []), ...(method === 'GET' ? [] : WITH_BODY)];
  return {
    operationId: `${service}.${resource}.${name}`,
    tags: [path.split('/')[1] ?? resource],
    summary,
    description: rolesLine(roles),
    parameters,
    ...(shape && {
      requestBody: {
        required: Object.values(getFields(shape)).some((field) => field.required),
        content: bodyContent(
          action.bodyResource
            ? refTo(formatBodyName(action.bodyResource, 'create'))
            : bodySchema(shape as Descriptor, 'create'),
        ),
      },
    }),
    responses: formatResponses(responses, errors),
    security: createSecurity(action.requiresSystem ?? false),
  };
};
