import mongoose from 'mongoose';
import { isEqual } from '../writes/document-diff';

declare const VALUE: unique symbol;

/**
 * A stored field: its mongoose type, and as a type argument that of its values in TypeScript. The type is created on
 * use, because schemas of nested objects need memory, and a service uses them only while it compares indexes.
 */
export interface Column<T> {
  readonly [VALUE]?: T;
  readonly define: () => mongoose.SchemaDefinitionProperty;
  readonly required: boolean;
}

/** A stored field that documents may lack. */
export interface OptionalColumn<T> extends Column<T> {
  readonly required: false;
}

/** Stored fields by name. */
export type Columns = Readonly<Record<string, Column<unknown>>>;

/** The TypeScript type of the values of a column. */
export type ValueOf<C> = C extends Column<infer T> ? T : never;
type OptionalNames<C> = { [K in keyof C]: C[K] extends OptionalColumn<unknown> ? K : never }[keyof C];

/** The TypeScript type of a document with these columns. */
export type Stored<C extends Columns> = {
  -readonly [K in Exclude<keyof C, OptionalNames<C>>]: ValueOf<C[K]>;
} & { -readonly [K in OptionalNames<C>]?: ValueOf<C[K]> };

const createColumn = <T>(define: () => mongoose.SchemaDefinitionProperty): Column<T> => ({ define, required: true });

export const text = createColumn<string>(() => ({ type: String }));
export const number = createColumn<number>(() => ({ type: Number }));
export const flag = createColumn<boolean>(() => ({ type: Boolean }));
/** A flag that is stored only if it is set. */
export const onlyTrue = createColumn<true>(() => ({ type: Boolean }));
export const date = createColumn<Date>(() => ({ type: Date }));

/** One of a closed list of words. */
export const word = <const W extends string>(...words: readonly W[]): Column<W> =>
  createColumn(() => ({ type: String, enum: words }));

/** A list; absent values stay absent, mongoose would add an empty list. */
export const listOf = <T>(item: Column<T>): Column<T[]> =>
  createColumn(() => ({ type: [item.define()], default: undefined }) as mongoose.SchemaDefinitionProperty);

/** A nested object with columns of its own. */
export const nested = <C extends Columns>(columns: C): Column<Stored<C>> =>
  createColumn(() => ({ type: new mongoose.Schema(toDefinition(columns), NESTED) }));

/** A value whose parts are not validated: a map of values of any type, or a message of another package. */
export const anything = <T>(): Column<T> => createColumn(() => ({ type: mongoose.Schema.Types.Mixed }));

const validated = <T>(isValid: (value: unknown) => boolean | Promise<boolean>): Column<T> =>
  createColumn(() => ({ type: mongoose.Schema.Types.Mixed, validate: isValid }));

export const binary = validated<Uint8Array>((value) => value instanceof Uint8Array);

/** Checks a single value. mongoose converts values: one of another type has changed. */
const createValueCheck = (item: Column<unknown>): ((value: unknown) => Promise<boolean>) => {
  let Value: mongoose.Model<{ value: unknown }> | undefined;
  return async (value) => {
    // Of its own mongoose: models have unique names.
    Value ??= new mongoose.Mongoose().model<{ value: unknown }>(
      'value',
      new mongoose.Schema(toDefinition({ value: item }), NESTED),
    );
    const built = new Value({ value });
    const accepted = await built.validate().then(
      () => true,
      () => false,
    );
    return accepted && isEqual(built.toObject({ minimize: false }).value, value);
  };
};

/** A map with any keys. A map of mongoose would reject keys with dots. */
export const mapOf = <T>(item: Column<T>): Column<Record<string, T>> => {
  const isValid = createValueCheck(item);
  return validated(
    async (map) =>
      typeof map === 'object' && map !== null && (await Promise.all(Object.values(map).map(isValid))).every(Boolean),
  );
};

/** A value of one of two types. */
export const either = <A, B>(a: Column<A>, b: Column<B>): Column<A | B> => {
  const checks = [createValueCheck(a), createValueCheck(b)];
  return validated(async (value) => (await Promise.all(checks.map((isValid) => isValid(value)))).some(Boolean));
};

/** A field that documents may store as null. */
export const nullable = <T>({ define }: Column<T>): Column<T | null> => ({ define, required: false });

/** A field that documents may lack. */
export const optional = <T>({ define }: Column<T>): OptionalColumn<T> => ({ define, required: false });

/** The kinds of columns, for the documents of services. */
export const column = {
  anything,
  binary,
  date,
  either,
  flag,
  listOf,
  mapOf,
  nested,
  nullable,
  number,
  onlyTrue,
  optional,
  text,
  word,
};

/** Options of every schema: unknown fields are errors, and documents stay as they are written. */
export const OPTIONS = {
  id: false,
  autoIndex: false,
  minimize: false,
  strict: 'throw',
  versionKey: false,
  suppressReservedKeysWarning: true,
} as const satisfies mongoose.SchemaOptions;
const NESTED = { ...OPTIONS, _id: false } as const;

// An empty text is a value; mongoose takes it for a missing one by default.
mongoose.Schema.Types.String.checkRequired((value) => typeof value === 'string');

/** Columns as mongoose declares them. */
export const toDefinition = (columns: Columns): mongoose.SchemaDefinition =>
  Object.fromEntries(
    Object.entries(columns).map(([name, { define, required }]) => [name, { ...(define() as object), required }]),
  );
