import {
  demandsSystem,
  fieldsOf,
  operationOf,
  STANDARD_FILTERS,
  type Action,
  type Descriptor,
  type Filter,
  type JsonSchema,
  type Verb,
} from '@porchlight/resource';
import { bodyNameOf, bodySchema, refTo } from './component-schemas';

/** An operation of the document. */
export type Operation = Readonly<Record<string, unknown>>;

interface Answers {
  readonly [status: number]: { readonly description: string; readonly schema?: JsonSchema };
}

const json = (schema: JsonSchema): JsonSchema => ({ 'application/json': { schema } });

/** Errors by status, each with the codes that it can carry. */
const refusals = (statuses: readonly number[]): Record<string, unknown> =>
  Object.fromEntries(statuses.map((status) => [String(status), { $ref: `#/components/responses/Error${status}` }]));

const answersOf = (answers: Answers, errors: readonly number[]): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(answers).map(([status, { description, schema }]) => [status, { description, ...(schema && { content: json(schema) }) }]),
  ),
  ...refusals(errors),
});

const ALWAYS = [400, 401, 403, 406, 429, 500, 503];
const WITH_BODY = [409, 413, 415];

const typeOf = ({ type, among }: Pick<Filter, 'type' | 'among'>): JsonSchema => {
  if (among) return { type: 'string', enum: among };
  if (type === 'int') return { type: 'integer', format: 'int32' };
  if (type === 'bool') return { enum: [true, false, 1, 0] };
  return { type: 'string' };
};

const parameter = (name: string, schema: JsonSchema, description?: string): JsonSchema => ({
  name,
  in: 'query',
  schema,
  ...(description !== undefined && { description }),
});

/** A filter as a parameter of the query. */
export const filterParameter = ([name, filter]: [string, Pick<Filter, 'type' | 'among' | 'many'>]): JsonSchema =>
  filter.many
    ? { ...parameter(name, { type: 'array', items: typeOf(filter) }, 'Any of the values matches.'), style: 'form', explode: false }
    : parameter(name, typeOf(filter));

const commonParameter = (name: string): JsonSchema => ({ $ref: `#/components/parameters/${name}` });

const listParameters = (descriptor: Descriptor): JsonSchema[] => {
  const sorts = Object.keys(descriptor.sorts);
  return [
    ...['limit', 'offset', 'next', 'fields'].map(commonParameter),
    parameter('sort', { type: 'string', enum: sorts.flatMap((sort) => [sort, `-${sort}`]) }, 'Leading - is descending; without it the newest come first.'),
    ...Object.keys(STANDARD_FILTERS).map(commonParameter),
    ...Object.entries(descriptor.filters).filter(([name]) => !Object.hasOwn(STANDARD_FILTERS, name)).map(filterParameter),
  ];
};

const optionParameters = ({ options }: Descriptor, verb: Verb): JsonSchema[] =>
  Object.entries(options ?? {})
    .filter(([, { verbs }]) => verbs.includes(verb))
    .map(([name, { type }]) => parameter(name, typeOf({ type })));

const wordsOf = (noun: string): string => noun.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();

const article = (words: string): string => (/^[aeiou]/.test(words) && !words.startsWith('us') ? `an ${words}` : `a ${words}`);

const SUMMARIES: Readonly<Record<Verb, (noun: string, nouns: string) => string>> = {
  create: (noun) => `Creates ${article(noun)}.`,
  get: (noun) => `Answers one ${noun}.`,
  list: (_noun, nouns) => `Lists ${nouns}.`,
  update: (noun) => `Changes the fields of ${article(noun)} that the body names.`,
  delete: (noun) => `Deletes ${article(noun)}.`,
};

const rolesLine = (roles: readonly string[]): string => `Open to ${roles.join(', ')}.`;

/** The security of an operation: any user's credentials, and a registered system where one is demanded. */
const securityOf = (system: boolean): JsonSchema[] =>
  system
    ? [
        { apiKey: [], systemName: [], systemKey: [] },
        { accessToken: [], systemName: [], systemKey: [] },
      ]
    : [{ apiKey: [] }, { accessToken: [] }];

/** The operation of a resource's verb. */
export const verbOperation = (descriptor: Descriptor, verb: Verb): Operation => {
  const { noun, nouns } = descriptor;
  const hasBody = verb === 'create' || verb === 'update';
  const ok = verb === 'create' ? 201 : 200;
  const schema = verb === 'list' ? refTo(`${nouns}Page`) : verb === 'delete' ? { type: 'object' } : refTo(noun);
  const existing = verb === 'create' && descriptor.options?.['deduplicate'] !== undefined;
  const described = {
    [ok]: { description: verb === 'delete' ? 'It is gone.' : `The ${wordsOf(verb === 'list' ? nouns : noun)}.`, schema },
  };
  const answers: Answers = existing ? { ...described, 200: { description: 'The one that was there already.', schema } } : described;
  const errors = [...ALWAYS, ...(verb === 'list' || verb === 'create' ? [] : [404]), ...(hasBody ? WITH_BODY : []), ...(verb === 'delete' ? [409] : [])];
  const parameters = [
    ...(verb === 'list' ? listParameters(descriptor) : optionParameters(descriptor, verb)),
    ...(verb === 'get' ? [commonParameter('fields')] : []),
  ];
  return {
    operationId: operationOf(descriptor, verb),
    tags: [descriptor.path],
    summary: SUMMARIES[verb](wordsOf(noun), wordsOf(nouns)),
    description: rolesLine(descriptor.roles[verb] ?? []),
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody && { requestBody: { required: true, content: bodyContent(refTo(bodyNameOf(descriptor, verb))) } }),
    responses: answersOf(answers, errors.sort((a, b) => a - b)),
    security: securityOf(demandsSystem(descriptor, verb)),
  };
};

const bodyContent = (schema: JsonSchema): JsonSchema => ({ ...json(schema), 'application/x-www-form-urlencoded': { schema } });

/** `/people/:id/merge` as `/people/{id}/merge`. */
export const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

/** Path parameters of a template. */
export const pathParameters = (template: string): JsonSchema[] =>
  [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'id' ? { type: 'integer', format: 'int32', minimum: 1 } : { type: 'string', maxLength: 128 },
  }));

/** The operation of an action. */
export const actionOperation = (action: Action): Operation => {
  const { service, resource, name, summary, roles, query = {}, lists, answers: described, path } = action;
  const shape = action.bodyOf ?? (action.body && { fields: action.body });
  const written = Object.entries(described ?? {}).map(([status, { description, schema }]) => [
    status,
    { description, ...(schema !== undefined && { schema: typeof schema === 'string' ? refTo(schema) : schema }) },
  ]);
  const answers: Answers = lists
    ? { 200: { description: `The ${wordsOf(lists.nouns)}.`, schema: refTo(`${lists.nouns}Page`) } }
    : written.length > 0
      ? (Object.fromEntries(written) as Answers)
      : { 200: { description: 'Done.', schema: { type: 'object' } } };
  const parameters = lists ? listParameters(lists) : Object.entries(query).map(filterParameter);
  const errors = [...ALWAYS, ...(path.includes(':') || shape ? [404] : []), ...(shape ? WITH_BODY : [])];
  return {
    operationId: `${service}.${resource}.${name}`,
    tags: [path.split('/')[1] ?? resource],
    summary,
    description: rolesLine(roles),
    ...(parameters.length > 0 && { parameters }),
    ...(shape && {
      requestBody: {
        required: Object.values(fieldsOf(shape)).some((field) => field.required),
        content: bodyContent(action.bodyOf ? refTo(bodyNameOf(action.bodyOf, 'create')) : bodySchema(shape as Descriptor, 'create')),
      },
    }),
    responses: answersOf(answers, errors.sort((a, b) => a - b)),
    security: securityOf(action.demandsSystem ?? false),
  };
};
