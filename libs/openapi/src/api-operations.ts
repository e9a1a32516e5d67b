import {
  COMMON_DESCRIPTIONS,
  requiresSystem,
  describeDeprecation,
  describeSchema,
  ENUM_DESCRIPTIONS,
  getFields,
  formatOperation,
  formatRpcMethod,
  STANDARD_FILTERS,
  withArticle,
  type Action,
  type Deprecation,
  type Descriptor,
  type Filter,
  type QueryParameter,
  type JsonSchema,
  type Verb,
} from '@porchlight/resource';
import { formatBodyName, formatNoun, bodySchema, refTo } from './component-schemas';
import { describeNames } from './describe-all';
import { headerParameter, headersNamed } from './headers';
import {
  ALWAYS,
  formatResponses,
  json,
  createSecurity,
  describeRateLimit,
  OF_WRITES,
  OPERATION,
  WITH_BODY,
  type ResponseDescriptions,
  type Operation,
} from './operation';
import { getGroup } from './tags';

const TIME_FORMAT = 'ISO 8601 with Z or an offset, or YYYY-MM-DD hh:mm:ss as UTC.';

const createFilterSchema = ({ type, among }: Pick<Filter, 'type' | 'among'>): JsonSchema => {
  if (among) return { type: 'string', enum: among };
  if (type === 'int') return { type: 'integer', format: 'int32' };
  if (type === 'bool') return { type: 'boolean' };
  return { type: 'string', ...(type === 'string' && { maxLength: 1_000 }) };
};

const parameter = (name: string, schema: JsonSchema, description?: string, required?: true): JsonSchema => ({
  name,
  in: 'query',
  ...(required && { required }),
  schema,
  ...(description !== undefined && { description }),
});

/** A filter as a query parameter. */
export const filterParameter = (
  [name, filter]: [string, QueryParameter],
  text: string | undefined = filter.describe,
): JsonSchema => {
  const timed = text === undefined || filter.type !== 'time' ? text : `${text} ${TIME_FORMAT}`;
  const { deprecated } = filter;
  const description = deprecated ? [timed, describeDeprecation(deprecated)].filter(Boolean).join(' ') : timed;
  const described = filter.many
    ? {
        ...parameter(name, { type: 'array', items: createFilterSchema(filter), maxItems: 100 }, description),
        style: 'form',
        explode: false,
      }
    : parameter(name, createFilterSchema(filter), description, filter.required);
  return deprecated ? { ...described, deprecated: true } : described;
};

/** Marks an operation as deprecated: with the reason in its description, and the headers of its responses. */
const withDeprecation = (operation: Operation, deprecated: Deprecation | undefined): Operation => {
  if (!deprecated) return operation;
  const names = ['Deprecation', ...(deprecated.sunset === undefined ? [] : ['Sunset']), 'Link'];
  const responses = Object.entries(operation['responses'] as Readonly<Record<string, JsonSchema>>);
  return {
    ...operation,
    deprecated: true,
    description: `${describeDeprecation(deprecated)} ${String(operation['description'])}`,
    responses: Object.fromEntries(
      responses.map(([status, response]) => {
        const headers = response['headers'] as JsonSchema | undefined;
        return [status, headers ? { ...response, headers: { ...headers, ...headersNamed(...names) } } : response];
      }),
    ),
  };
};

const COMPARISONS: Readonly<Record<Filter['match'], (filter: Filter) => string>> = {
  equals: ({ many }) => (many ? 'is one of these values, separated by commas' : 'is this value'),
  text: () => 'is this text, ignoring case and accents',
  digits: () => 'has these digits',
  contains: () => 'contains this text, ignoring case and accents',
  above: ({ type }) => (type === 'time' ? 'is later than this time' : 'is greater than this number'),
  below: ({ type }) => (type === 'time' ? 'is earlier than this time' : 'is less than this number'),
  rule: () => '',
};

const compareFilter = (descriptor: Descriptor, name: string, filter: Filter): string | undefined => {
  const fields = getFields(descriptor);
  const column = filter.column ?? name;
  const compared = fields[column] ?? Object.values(fields).find(({ publicName }) => publicName === column);
  if (filter.match === 'rule' || compared === undefined) return undefined;
  const comparison = COMPARISONS[filter.match](filter);
  return `Only ${formatNoun(descriptor.nouns)} whose \`${compared.publicName ?? column}\` ${comparison}.`;
};

/** The words of a filter, with their meaning if the field of this name says it. */
const listWords = (descriptor: Descriptor, name: string, { among = [] }: Filter): string => {
  const meanings = getFields(descriptor)[name]?.codec.shows[ENUM_DESCRIPTIONS] as Record<string, string> | undefined;
  return among.map((word) => `\n- \`${word}\`${meanings?.[word] === undefined ? '' : `: ${meanings[word]}`}`).join('');
};

/** What a filter does, from its text or from its comparison; undefined if neither says it. */
const describeFilter = (descriptor: Descriptor, name: string, filter: Filter): string | undefined => {
  if (filter.describe !== undefined) return filter.describe;
  const text = compareFilter(descriptor, name, filter);
  return text === undefined ? undefined : `${text}${listWords(descriptor, name, filter)}`;
};

const commonParameter = (name: string): JsonSchema => ({ $ref: `#/components/parameters/${name}` });

const listParameters = (descriptor: Descriptor): JsonSchema[] => {
  const sorts = Object.keys(descriptor.sorts);
  const sort = descriptor.custom
    ? parameter(
        'sort',
        { type: 'string' },
        `Order of the records: one of ${sorts.map((name) => `\`${name}\``).join(', ')}, or the name of a custom field. A leading \`-\` sorts descending. Default: newest first.`,
      )
    : parameter(
        'sort',
        { type: 'string', enum: sorts.flatMap((name) => [name, `-${name}`]) },
        'Order of the records, by the field of this name. A leading `-` sorts descending. Default: newest first.',
      );
  return [
    ...['limit', 'offset', 'next', 'fields'].map(commonParameter),
    sort,
    ...Object.keys(STANDARD_FILTERS)
      .filter((name) => !Object.hasOwn(descriptor.filters, name))
      .map(commonParameter),
    ...Object.entries(descriptor.filters).map(([name, filter]) =>
      filterParameter([name, filter], describeFilter(descriptor, name, filter)),
    ),
  ];
};

const optionParameters = ({ options }: Descriptor, verb: Verb): JsonSchema[] =>
  Object.entries(options ?? {})
    .filter(([, { verbs }]) => verbs.includes(verb))
    .map(([name, { type, describe }]) => parameter(name, createFilterSchema({ type }), describe));

const SUMMARIES: Readonly<Record<Verb, (noun: string, nouns: string) => string>> = {
  create: (noun) => `Create ${withArticle(noun)}.`,
  get: (noun) => `Retrieve ${withArticle(noun)}.`,
  list: (_noun, nouns) => `List ${nouns}.`,
  update: (noun) => `Update ${withArticle(noun)}. Fields that are not in the body keep their values.`,
  delete: (noun) => `Delete ${withArticle(noun)}.`,
};

const METHODS: Readonly<Record<Verb, string>> = {
  create: 'POST',
  get: 'GET',
  list: 'GET',
  update: 'PUT',
  delete: 'DELETE',
};

const describeCall = (roles: string, method: string, path: string): Operation => {
  const { text, limit } = describeRateLimit(method, path);
  return { description: `${roles} ${text}`, 'x-rateLimit': limit };
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
  create: [...OF_WRITES, ...WITH_BODY],
  get: [404],
  update: [404, 412, ...OF_WRITES, ...WITH_BODY],
  delete: [404, 412, ...OF_WRITES],
};

const describeDeletion = ({ deleteResponse }: Descriptor): ResponseDescriptions => {
  const description = 'Deleted.';
  if (deleteResponse === 'none') return { 204: { description } };
  const schema: JsonSchema =
    deleteResponse === 'emptyList' ? { type: 'array', items: {}, maxItems: 0 } : { type: 'object', maxProperties: 0 };
  return { 200: { description, schema } };
};
/** A record that names another may name one that does not exist. */
const namesRecords = (descriptor: Descriptor): boolean =>
  Object.keys(getFields(descriptor)).some((name) => name !== 'id' && /Ids?$/.test(name));

const listErrors = (descriptor: Descriptor, verb: Verb, hasBody: boolean): readonly number[] => [
  ...ALWAYS,
  ...ERRORS_OF_VERB[verb],
  ...(verb === 'create' && namesRecords(descriptor) ? [404] : []),
  ...(hasBody ? WITH_BODY : []),
];

const UNMODIFIED = { description: 'Not modified since the given ETag.', headers: ['ETag'] };

const describeRecordResponses = (descriptor: Descriptor, verb: Verb): ResponseDescriptions => {
  const { noun, nouns } = descriptor;
  if (verb === 'list') return { 200: { description: `The ${formatNoun(nouns)}.`, schema: refTo(`${nouns}Page`) } };
  if (verb === 'delete') return describeDeletion(descriptor);
  const one = { description: `The ${formatNoun(noun)}.`, schema: refTo(noun), headers: ['ETag'] };
  if (verb === 'get') return { 200: one, 304: UNMODIFIED };
  if (verb === 'update') return { 200: one };
  const deduplicates = descriptor.options?.['deduplicate'] !== undefined;
  const created: ResponseDescriptions = { 201: { ...one, headers: ['ETag', 'Location', 'Idempotent-Replayed'] } };
  return deduplicates
    ? {
        ...created,
        200: { ...one, description: 'The existing one.', headers: ['ETag', 'Idempotent-Replayed'] },
      }
    : created;
};

const optionsBody = (descriptor: Descriptor): JsonSchema | undefined => {
  const rows = Object.entries(descriptor.options ?? {}).filter(([, { verbs }]) => verbs.includes('delete'));
  return rows.length === 0
    ? undefined
    : {
        type: 'object',
        properties: Object.fromEntries(
          rows.map(([name, { type, describe }]) => [name, describeSchema(createFilterSchema({ type }), describe)]),
        ),
      };
};

/** The operation of a resource's verb. */
export const verbOperation = (descriptor: Descriptor, verb: Verb): Operation => {
  const { noun, nouns } = descriptor;
  const operation = formatOperation(descriptor, verb);
  const method = METHODS[verb];
  const hasBody = verb === 'create' || verb === 'update';
  const inBody = verb === 'delete' ? optionsBody(descriptor) : undefined;
  const parameters = [
    headerParameter('Prefer'),
    ...(verb === 'list' ? listParameters(descriptor) : optionParameters(descriptor, verb)),
    ...(verb === 'get' ? [commonParameter('fields')] : []),
    ...HEADERS_OF_VERB[verb].map(headerParameter),
  ];
  const described = {
    operationId: formatRpcMethod(descriptor, verb),
    [OPERATION]: operation,
    tags: [getGroup(operation, `/${descriptor.path}`, descriptor)],
    summary: SUMMARIES[verb](formatNoun(noun), formatNoun(nouns)),
    ...describeCall(rolesLine(descriptor.roles[verb] ?? []), method, `/${descriptor.path}`),
    parameters,
    ...(hasBody && { requestBody: { required: true, content: json(refTo(formatBodyName(descriptor, verb))) } }),
    ...(inBody && {
      requestBody: { required: false, description: 'Parameters may also be in the body.', content: json(inBody) },
    }),
    responses: formatResponses(
      describeRecordResponses(descriptor, verb),
      listErrors(descriptor, verb, inBody !== undefined),
    ),
    security: createSecurity(operation, method, requiresSystem(descriptor, verb)),
  };
  return withDeprecation(described, descriptor.deprecated?.[verb]);
};

/** `/people/:id/merge` as `/people/{id}/merge`. */
export const formatPathTemplate = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

const describeId = (segments: readonly string[], at: number, resources: readonly Descriptor[]): string => {
  const nounOf = (segment: string | undefined): string | undefined =>
    resources.find(({ path }) => path === segment)?.noun;
  const before = segments[at - 1] ?? '';
  const noun =
    nounOf(before) ?? (before.endsWith('s') ? before.slice(0, -1) : (nounOf(segments[1]) ?? segments[1] ?? 'record'));
  return `Id of the ${formatNoun(noun)}.`;
};

/** Path parameters of a template. */
export const pathParameters = (template: string, resources: readonly Descriptor[]): JsonSchema[] => {
  const segments = template.split('/');
  return segments.flatMap((segment, at) => {
    const [, name] = /^\{(\w+)\}$/.exec(segment) ?? [];
    if (name === undefined) return [];
    const description = name === 'id' ? describeId(segments, at, resources) : COMMON_DESCRIPTIONS[name];
    const isId = name === 'id' || name === 'keyId';
    return [
      {
        name,
        in: 'path',
        required: true,
        ...(description !== undefined && { description }),
        schema: isId
          ? { type: 'integer', format: 'int32', minimum: 1 }
          : { type: 'string', minLength: 1, maxLength: 128 },
      },
    ];
  });
};

/** The operation of an action. */
export const actionOperation = (action: Action): Operation => {
  const { service, resource, name, summary, roles, query = {}, lists, responses: declared, path, method, rpc } = action;
  const shape = action.bodyResource ?? (action.body && { fields: action.body });
  const replayed = method === 'POST' ? ['Idempotent-Replayed'] : [];
  const tagged = action.versioned && method !== 'DELETE' ? ['ETag'] : [];
  const written = Object.entries(declared ?? {}).map(([status, { description, schema, headers = [] }]) => [
    status,
    {
      description,
      ...(schema !== undefined && { schema: typeof schema === 'string' ? refTo(schema) : schema }),
      headers: [...headers, ...tagged, ...replayed],
    },
  ]);
  if (action.versioned && method === 'GET') written.push(['304', UNMODIFIED]);
  const responses: ResponseDescriptions = lists
    ? { 200: { description: `The ${formatNoun(lists.nouns)}.`, schema: refTo(`${lists.nouns}Page`) } }
    : written.length > 0
      ? (Object.fromEntries(written) as ResponseDescriptions)
      : { 200: { description: 'Done.', schema: { type: 'object' }, headers: replayed } };
  const parameters = [
    headerParameter('Prefer'),
    ...(lists ? listParameters(lists) : Object.entries(query).map((entry) => filterParameter(entry))),
    ...(method === 'POST' ? [headerParameter('IdempotencyKey')] : []),
    ...(action.versioned ? [headerParameter(method === 'GET' ? 'IfNoneMatch' : 'IfMatch')] : []),
    ...(method === 'GET' ? [] : [headerParameter('SuppressWebhooks')]),
  ];
  const errors = [
    ...ALWAYS,
    ...(path.includes(':') || shape ? [404] : []),
    ...(method === 'GET' ? [] : OF_WRITES),
    ...(action.versioned && method !== 'GET' ? [412] : []),
    ...(shape ? WITH_BODY : []),
  ];
  const operation = `${service}.${resource}.${name}`;
  const described = {
    operationId: action.operationId ?? rpc,
    [OPERATION]: operation,
    tags: [getGroup(operation, path, lists)],
    summary,
    ...describeCall(rolesLine(roles), method, path),
    parameters,
    ...(shape && {
      requestBody: {
        required: action.bodyResource !== undefined || Object.values(getFields(shape)).some((field) => field.required),
        content: json(
          action.bodyResource
            ? refTo(formatBodyName(action.bodyResource, 'create'))
            : bodySchema(shape as Descriptor, 'create'),
        ),
      },
    }),
    responses: formatResponses(responses, errors),
    security: createSecurity(operation, method, action.requiresSystem),
  };
  return withDeprecation(describeNames(described, action.describe ?? {}) as Operation, action.deprecated);
};
