import {
  bool,
  day,
  int,
  list,
  oneOf,
  parseTime,
  str,
  text,
  time,
  type Codec,
  type Field,
  type Filter,
} from '@porchlight/resource';
import * as z from 'zod';

const MAX_TEXT = 65_536;
const MAX_LIST = 500;
const MAX_WORDS = 100;

/** Names of fields, filters and options in bodies and queries. */
export const fieldName = z.string().regex(/^[a-z][A-Za-z0-9]{0,39}$/, 'must be a name such as startsAt');

const anInteger = z.int32();
const LEAF_KINDS = [
  z.strictObject({
    kind: z.literal('string'),
    minLength: z.int().min(0).max(MAX_TEXT).default(0),
    maxLength: z.int().min(1).max(MAX_TEXT).default(255),
    /** Spaces at both ends are removed unless false. */
    trim: z.boolean().default(true),
  }),
  z.strictObject({ kind: z.literal('word'), values: z.array(z.string().min(1).max(100)).min(1).max(MAX_WORDS) }),
  z.strictObject({ kind: z.literal('integer'), min: anInteger.optional(), max: anInteger.optional() }),
  z.strictObject({ kind: z.literal('dateTime') }),
  z.strictObject({ kind: z.literal('date') }),
  z.strictObject({ kind: z.literal('boolean') }),
  /** The id of a record of another resource. */
  z.strictObject({ kind: z.literal('reference'), to: z.string().min(1).max(40) }),
] as const;

const leafType = z.discriminatedUnion('kind', LEAF_KINDS);
type LeafType = z.output<typeof leafType>;

const rules = {
  /** Required on create; it cannot be cleared. */
  required: z.boolean().default(false),
  writable: z.enum(['always', 'create', 'never']).default('always'),
};
const listType = z.strictObject({
  kind: z.literal('list'),
  of: leafType,
  maxItems: z.int().min(1).max(MAX_LIST).default(100),
  ...rules,
});

/** The declaration of a field: its kind, the limits of its values, and when callers may set it. */
export const declaredField = z.discriminatedUnion('kind', [
  LEAF_KINDS[0].extend(rules),
  LEAF_KINDS[1].extend(rules),
  LEAF_KINDS[2].extend(rules),
  LEAF_KINDS[3].extend(rules),
  LEAF_KINDS[4].extend(rules),
  LEAF_KINDS[5].extend(rules),
  LEAF_KINDS[6].extend(rules),
  listType,
]);

/** A declared field with its defaults. */
export type DeclaredField = z.output<typeof declaredField>;

const createLeafCodec = (type: LeafType): Codec<unknown> => {
  switch (type.kind) {
    case 'string': {
      const { minLength: min, maxLength: max, trim } = type;
      return trim ? str({ min, max }) : text(max);
    }
    case 'word':
      return oneOf(type.values);
    case 'integer':
      return int({
        ...(type.min !== undefined && { min: type.min }),
        ...(type.max !== undefined && { max: type.max }),
      });
    case 'dateTime':
      return time();
    case 'date':
      return day();
    case 'boolean':
      return bool();
    case 'reference':
      return int({ min: 1 });
  }
};

/** Creates the field of a descriptor from its declaration. */
export const createField = (declared: DeclaredField): Field<unknown> => {
  const { required, writable } = declared;
  const leaf = declared.kind === 'list' ? declared.of : declared;
  return {
    codec: declared.kind === 'list' ? list(createLeafCodec(declared.of), declared.maxItems) : createLeafCodec(declared),
    required,
    writable,
    nullable: !required,
    visible: true,
    fallback: null,
    ...(leaf.kind === 'reference' && { references: leaf.to }),
  };
};

/** The type of filters by a field; undefined for kinds without filters. */
export const findFilterType = (declared: DeclaredField): Filter['type'] => {
  const { kind } = declared.kind === 'list' ? declared.of : declared;
  if (kind === 'integer' || kind === 'reference') return 'int';
  if (kind === 'boolean') return 'bool';
  return kind === 'dateTime' ? 'time' : 'string';
};

/** The comparisons that a field supports; a list matches if one of its items does. */
export const listMatches = (declared: DeclaredField): readonly Filter['match'][] => {
  if (declared.kind === 'list' || declared.kind === 'boolean' || declared.kind === 'date') return ['equals'];
  if (declared.kind === 'string') return ['equals', 'contains'];
  return declared.kind === 'integer' || declared.kind === 'dateTime' ? ['equals', 'above', 'below'] : ['equals'];
};

const readLeaf = ({ kind }: LeafType, value: unknown): unknown => {
  switch (kind) {
    case 'integer':
    case 'reference':
      return Number.isInteger(value) ? value : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'dateTime':
      return typeof value === 'string' ? parseTime(value) : undefined;
    default:
      return typeof value === 'string' ? value : undefined;
  }
};

/**
 * Reads the value of a stored record. Limits are not applied: records that were written with other limits can be read.
 * Returns undefined for a value of another type.
 */
export const readValue = (declared: DeclaredField, value: unknown): unknown => {
  if (declared.kind !== 'list') return readLeaf(declared, value);
  const items = Array.isArray(value) ? value.map((item: unknown) => readLeaf(declared.of, item)) : [undefined];
  return items.includes(undefined) ? undefined : items;
};
