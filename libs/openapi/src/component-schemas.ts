import { getFields, orNull, type Descriptor, type Field, type JsonSchema, type Verb } from '@porchlight/resource';

/** Points to the schema of this name. */
export const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** Every field may be absent if `fields` names others, and null without a value. */
const shownSchema = (name: string, { codec, fallback }: Field<unknown>): JsonSchema =>
  fallback === null && name !== 'id' && !codec.parts?.item ? orNull(codec.shows) : codec.shows;

/** Custom fields are properties with their own names. */
const customShown = ({ custom }: Descriptor): JsonSchema =>
  custom ? { patternProperties: { '^custom': { type: ['string', 'number', 'boolean', 'null'] } } } : {};

/** A record as returned to callers. */
export const recordSchema = (descriptor: Descriptor): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(getFields(descriptor))
      .filter(([, field]) => field.visible)
      .map(([name, field]) => [field.publicName ?? name, shownSchema(name, field)]),
  ),
  required: ['id'],
  ...customShown(descriptor),
});

const sentSchema = ({ codec, nullable }: Field<unknown>): JsonSchema => (nullable ? orNull(codec.takes) : codec.takes);

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
        rows.flatMap(([name, field]) =>
          [field.publicName ?? name, ...(field.aliases ?? [])].map((alias) => [alias, sentSchema(field)]),
        ),
      ),
      ...(shape.custom && { customFields: { type: 'object' } }),
    },
    ...(required.length > 0 && { required }),
    ...customShown(shape as Descriptor),
  };
};

/** The collection wrapper (specification: Collection wrapper; decisions section 2). */
export const pageSchema = (descriptor: Descriptor): JsonSchema => ({
  type: 'object',
  properties: {
    _metadata: {
      type: 'object',
      properties: {
        collection: { type: 'string', const: descriptor.collection },
        offset: { type: 'integer' },
        limit: { type: 'integer' },
        total: { type: 'integer' },
        next: { type: ['string', 'null'] },
        nextLink: { type: ['string', 'null'] },
        warnings: { type: 'array', items: { type: 'string' } },
        ...Object.fromEntries((descriptor.metadata ?? []).map((name) => [name, { type: 'object' }])),
      },
      required: ['collection', 'offset', 'limit', 'total', 'next', 'nextLink'],
    },
    [descriptor.collection]: { type: 'array', items: refTo(descriptor.noun) },
  },
  required: ['_metadata', descriptor.collection],
});

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
  },
  required: ['errorMessage', 'errorCode', 'requestId'],
});
