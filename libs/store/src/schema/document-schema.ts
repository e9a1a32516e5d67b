import mongoose from 'mongoose';
import { getFields, type Codec, type Descriptor, type Row } from '@porchlight/resource';
import type { KeyField } from '../key-fields';
import { namesPeople, PEOPLE_FIELD } from '../named-people';
import { outboxEntryColumns } from '../contract/document';
import type { Index } from '../contract/document-collection';
import type { Sharding } from '../routing/shard-router';
import {
  anything,
  date,
  flag,
  listOf,
  nested,
  number,
  optional,
  OPTIONS,
  text,
  toDefinition,
  type Column,
  type Stored,
  type Columns,
} from './columns';

declare const DOCUMENT: unique symbol;

/** How documents of a collection are stored. T is their type. */
export interface DocumentSchema<T = unknown> {
  readonly [DOCUMENT]?: T;
  readonly columns: Columns;
  readonly indexes: readonly Index[];
  /** The column of all further fields, if documents have fields with any name. */
  readonly others?: Column<unknown>;
  /** Default: by key. */
  readonly sharding?: Sharding;
}

/** The type of the documents of a schema. */
export type DocumentOf<S> = S extends DocumentSchema<infer T> ? T : never;

/** Declares the documents of a collection that belongs to no resource. */
export const defineDocument = <C extends Columns>(
  columns: C,
  indexes: readonly Index[] = [],
  sharding: Sharding = 'byKey',
): DocumentSchema<Stored<C>> => ({ columns, indexes, sharding });

/** Columns of every resource (contract/document.ts). */
const BASE = {
  _id: number,
  accountId: number,
  id: number,
  created: date,
  updated: date,
  version: number,
  lastWrite: optional(text),
  viewers: optional(listOf(number)),
  outbox: optional(listOf(nested(outboxEntryColumns))),
  pendingSince: optional(date),
} satisfies Columns;

const SCALARS: Readonly<Record<string, Column<unknown>>> = { string: text, number, integer: number, boolean: flag };

/** The column of a declared field: its values are stored as they are sent between services. */
const toColumn = ({ shows, parts }: Codec<unknown>): Column<unknown> => {
  if (parts?.item) return listOf(toColumn(parts.item));
  if (parts?.fields)
    return nested(
      Object.fromEntries(Object.entries(parts.fields).map(([name, part]) => [name, optional(toColumn(part))])),
    );
  if (shows['format'] === 'date-time') return date;
  // Rendered as 0 and 1.
  if (shows['type'] === 'integer' && shows['minimum'] === 0 && shows['maximum'] === 1) return flag;
  return SCALARS[String(shows['type'])] ?? anything();
};

/** The columns of a resource: those of every resource, the declared fields, their comparable forms, and its own. */
export const resourceColumns = <R extends Row>(
  descriptor: Descriptor<R>,
  keys: readonly Pick<KeyField, 'column'>[],
  grams: readonly string[],
  ownColumns: Columns,
): Columns => {
  const declared: Record<string, Column<unknown>> = {};
  for (const [name, { codec }] of Object.entries(getFields(descriptor))) declared[name] = optional(toColumn(codec));
  for (const { column } of keys) declared[column] = optional(text);
  if (namesPeople(descriptor)) declared[PEOPLE_FIELD] = listOf(number);
  for (const name of grams) declared[name] = optional(listOf(text));
  return { ...declared, ...BASE, ...ownColumns };
};

/** Keys of an index as the server knows it: those of one account are next to each other. */
export const indexKeys = ({ keys, global }: Index): Record<string, 1 | -1> =>
  global ? { ...keys } : { accountId: 1, ...keys };

/** Builds the mongoose schema of a collection, with its indexes. */
export const buildSchema = ({ columns, indexes, others }: DocumentSchema): mongoose.Schema => {
  // The store adds the shard key to documents without the column.
  const definition = toDefinition({ accountId: optional(number), ...columns });
  const schema = new mongoose.Schema(definition, others ? { ...OPTIONS, strict: false } : OPTIONS);
  for (const index of indexes) {
    const { unique, sparse, partial, expireAfterSeconds } = index;
    schema.index(indexKeys(index), {
      ...(unique && { unique }),
      ...(sparse && { sparse }),
      ...(partial && { partialFilterExpression: partial }),
      ...(expireAfterSeconds !== undefined && { expireAfterSeconds }),
    });
  }
  return schema;
};
