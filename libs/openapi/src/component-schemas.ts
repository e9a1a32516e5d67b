import {
  describeSchema,
  getFields,
  orNull,
  splitWords,
  type Descriptor,
  type Field,
  type JsonSchema,
  type Verb,
} from '@porchlight/resource';

const SPELLINGS: Readonly<Record<string, string>> = { oauth: 'OAuth', em: 'email' };

/** The noun of a resource in texts: OAuth app, email events. */
export const formatNoun = (noun: string): string =>
  splitWords(noun)
    .split(' ')
    .map((word) => SPELLINGS[word] ?? word)
    .join(' ');

/** Points to the schema of this name. */
export const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** Null without a value. */
const shownSchema = (name: string, { codec, fallback, describe }: Field<unknown>): JsonSchema =>
  describeSchema(
    fallback === null && name !== 'id' && !codec.parts?.item ? orNull(codec.shows) : codec.shows,
    describe,
  );

/** Custom fields are properties with their own names. */
const customShown = ({ custom }: Descriptor): JsonSchema =>
  custom ? { patternProperties: { '^custom': { type: ['string', 'number', 'boolean', 'null'] } } } : {};

/** A record as returned to callers. Responses contain the required fields unless `fields` names others. */
export const recordSchema = (descriptor: Descriptor): JsonSchema => {
  const rows = Object.entries(getFields(descriptor)).filter(([, field]) => field.visible);
  return {
    type: 'object',
    ...(descriptor.description !== undefined && { description: descriptor.description }),
    properties: Object.fromEntries(rows.map(([name, field]) => [field.publicName ?? name, shownSchema(name, field)])),
    required: rows.filter(([, { visible }]) => visible === true).map(([name, { publicName }]) => publicName ?? name),
    ...customShown(descriptor),
  };
};

/** A record of which a caller who may not see it gets only a part. */
export const partialSchema = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  description: `${String(schema['description'] ?? '')} Only \`id\` is always present.`.trim(),
  required: ['id'],
});

/** Another name for a list of records is the list of their ids: userIds of users. */
const aliasSchema = (alias: string, name: string, schema: JsonSchema): JsonSchema =>
  alias.endsWith('Ids')
    ? {
        type: 'array',
        items: { type: 'integer', minimum: 1 },
        maxItems: schema['maxItems'],
        description: `The same as \`${name}\`, by their ids.`,
      }
    : schema;

const sentSchema = ({ codec, nullable, describe }: Field<unknown>): JsonSchema =>
  describeSchema(nullable ? orNull(codec.takes) : codec.takes, describe);

/** Formats the component name of a body: NewPerson, PersonChange. */
export const formatBodyName = ({ noun }: Pick<Descriptor, 'noun'>, verb: Extract<Verb, 'create' | 'update'>): string =>
  verb === 'create' ? `New${noun}` : `${noun}Change`;

/** A body of POST or PUT. Read-only fields are ignored, so that a record that was read can be sent back. */
export const bodySchema = (
  shape: Pick<Descriptor, 'fields' | 'custom'>,
  verb: Extract<Verb, 'create' | 'update'>,
): JsonSchema => {
  const rows = Object.entries(getFields(shape)).filter(
    ([, field]) => field.writable === 'always' || (field.writable === 'create' && verb === 'create'),
  );
  const required =
    verb === 'create'
      ? rows.filter(([, field]) => field.required).map(([name, { publicName }]) => publicName ?? name)
      : [];
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(
        rows.flatMap(([name, field]) => [
          [field.publicName ?? name, sentSchema(field)],
          ...(field.aliases ?? []).map((alias) => [
            alias,
            aliasSchema(alias, field.publicName ?? name, sentSchema(field)),
          ]),
        ]),
      ),
      ...(shape.custom && {
        customFields: { type: 'object', description: 'Values of custom fields by name; the same as top-level keys.' },
      }),
    },
    ...(required.length > 0 && { required }),
    ...customShown(shape as Descriptor),
  };
};

/** The part of a page that describes it (decisions section 2). */
export const listMetadataSchema = (): JsonSchema => ({
  type: 'object',
  description: 'Describes a page of records.',
  properties: {
    collection: { type: 'string' },
    offset: { type: 'integer' },
    limit: { type: 'integer' },
    total: { type: 'integer' },
    next: {
      type: ['string', 'null'],
      description: 'Token of the next page, for the parameter `next`; null on the last page.',
    },
    nextLink: { type: ['string', 'null'] },
    warnings: {
      type: 'array',
      items: { type: 'string' },
      description: 'Parts of the request that had no effect; absent if there are none.',
    },
  },
  required: ['collection', 'offset', 'limit', 'total', 'next', 'nextLink'],
});

const metadataSchema = ({ metadata = [] }: Descriptor): JsonSchema => {
  if (metadata.length === 0) return refTo('ListMetadata');
  const further = Object.fromEntries(metadata.map((name) => [name, { type: 'object' }]));
  const all = listMetadataSchema();
  return { ...all, properties: { ...(all['properties'] as object), ...further } };
};

/** The collection wrapper (specification: Collection wrapper; decisions section 2). */
export const pageSchema = (descriptor: Descriptor): JsonSchema => ({
  type: 'object',
  description: `A page of ${formatNoun(descriptor.nouns)}.`,
  properties: {
    _metadata: metadataSchema(descriptor),
    [descriptor.collection]: {
      type: 'array',
      items: refTo(descriptor.noun),
      description: `The ${formatNoun(descriptor.nouns)} of this page.`,
    },
  },
  required: ['_metadata', descriptor.collection],
});

const textOrNull = (description: string): JsonSchema => ({ type: ['string', 'null'], description });

/** The lead in the error of a claim that another user won (D13.10). */
const CLAIMED_LEAD: Readonly<Record<string, JsonSchema>> = {
  id: { type: 'integer', description: 'The person that another user has claimed.' },
  created: { type: 'string', format: 'date-time', description: 'When the claimed person was created.' },
  name: textOrNull('The name of the claimed person.'),
  firstName: textOrNull('The first name of the claimed person.'),
  lastName: textOrNull('The last name of the claimed person.'),
  source: textOrNull('The source of the claimed person.'),
  sourceId: { type: ['integer', 'null'], description: 'Always null: sources have no ids.' },
  picture: {
    type: ['object', 'null'],
    description: 'The picture of the claimed person.',
    properties: { small: { type: 'string', description: 'Address of a small picture.' } },
  },
  claimed: { type: 'boolean', description: 'True: another user has claimed the person.' },
};

/** The error format (decisions section 1). */
export const errorSchema = (): JsonSchema => ({
  type: 'object',
  properties: {
    errorMessage: { type: 'string', description: 'What the user can do about the error.' },
    errorCode: { type: 'string', description: 'A code for programs. It never changes.' },
    requestId: { type: 'string' },
    problems: {
      type: 'array',
      description: 'What is wrong, for programs. A 400 has at least one problem.',
      items: {
        type: 'object',
        properties: {
          field: {
            type: ['string', 'null'],
            description: 'Path of the field, or name of the parameter or header; null if the problem has none.',
          },
          code: { type: 'string', description: 'MISSING, UNKNOWN, INVALID or a more specific errorCode.' },
          message: { type: 'string' },
          kind: { type: 'string', description: 'IN_USE: the resource of a record that names the deleted one.' },
          id: { type: 'integer', description: 'IN_USE: the id of that record.' },
          name: { type: 'string', description: 'IN_USE: the name of that record.' },
        },
      },
    },
    mergedInto: { type: 'integer', description: 'Location of the survivor of a merge.' },
    ...CLAIMED_LEAD,
  },
  required: ['errorMessage', 'errorCode', 'requestId'],
});
