import mongoose from 'mongoose';

declare const VALUE: unique symbol;

/** A stored field: its mongoose type, and as a type argument that of its values in TypeScript. */
export interface Column<T> {
  readonly [VALUE]?: T;
  readonly type: mongoose.SchemaDefinitionProperty;
  readonly required: boolean;
}

/** A stored field that documents may lack. */
export interface OptionalColumn<T> extends Column<T> {
  readonly required: false;
}

/** Stored fields by name. */
export type Columns = Readonly<Record<string, Column<unknown>>>;

type ValueOf<C> = C extends Column<infer T> ? T : never;
type OptionalNames<C> = { [K in keyof C]: C[K] extends OptionalColumn<unknown> ? K : never }[keyof C];

/** The TypeScript type of a document with these columns. */
export type Stored<C extends Columns> = {
  -readonly [K in Exclude<keyof C, OptionalNames<C>>]: ValueOf<C[K]>;
} & { -readonly [K in OptionalNames<C>]?: ValueOf<C[K]> };

const column = <T>(type: mongoose.SchemaDefinitionProperty): Column<T> => ({ type, required: true });

export const text = column<string>({ type: String });
export const number = column<number>({ type: Number });
export const flag = column<boolean>({ type: Boolean });
/** A flag that is stored only if it is set. */
export const onlyTrue = column<true>({ type: Boolean });
export const date = column<Date>({ type: Date });

/** One of a closed list of words. */
export const word = <const W extends string>(...words: readonly W[]): Column<W> =>
  column({ type: String, enum: words });

/** A list; absent values stay absent, mongoose would add an empty list. */
export const listOf = <T>(item: Column<T>): Column<T[]> =>
  column({ type: [item.type], default: undefined } as mongoose.SchemaDefinitionProperty);

/** A nested object with columns of its own. */
export const nested = <C extends Columns>(columns: C): Column<Stored<C>> =>
  column({ type: new mongoose.Schema(toDefinition(columns), NESTED) });

/** A value whose parts are not described here: maps with arbitrary keys, binary data, messages of other packages. */
export const anything = <T>(): Column<T> => column({ type: mongoose.Schema.Types.Mixed });

/** A field that documents may lack. */
export const optional = <T>({ type }: Column<T>): OptionalColumn<T> => ({ type, required: false });

/** Options of every schema: unknown fields are errors, and documents stay as they are written. */
export const OPTIONS = {
  id: false,
  autoIndex: false,
  minimize: false,
  strict: 'throw',
  versionKey: false,
} as const satisfies mongoose.SchemaOptions;
const NESTED = { ...OPTIONS, _id: false } as const;

// An empty text is a value; mongoose takes it for a missing one by default.
mongoose.Schema.Types.String.checkRequired((value) => typeof value === 'string');

/** Columns as mongoose declares them. */
export const toDefinition = (columns: Columns): mongoose.SchemaDefinition =>
  Object.fromEntries(
    Object.entries(columns).map(([name, { type, required }]) => [name, { ...(type as object), required }]),
  );
