import type { Reading } from './reading';

/** A JSON Schema, draft 2020-12, as OpenAPI 3.1 uses it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Conversion of one value: JSON input, wire value, JSON output. T is the type in the generated message, without
 * undefined.
 */
export interface Codec<T> {
  /**
   * Validates and converts a JSON value; undefined if it is invalid. Adds a sentence for each problem to `problems`, in
   * which `path` names the field. A method, so that a Codec<T> is a Codec<unknown>.
   */
  read(value: unknown, path: string, problems: string[]): T | undefined;
  /** Converts the wire value to public JSON. */
  render(value: T): unknown;
  /**
   * Converts form text to the type that `read` accepts; the text itself if it cannot be converted, null for an empty
   * text of another type.
   */
  readonly fromText: (text: string) => unknown;
  /**
   * Converts a value that `read` rejected, as far as the reading mode allows (decisions section 11); the value
   * itself if it cannot be converted, undefined if it is dropped. `path` names the field in reports.
   */
  readonly coerce?: (value: unknown, reading: Reading, path: string) => unknown;
  /** JSON schemas of input and output, for the OpenAPI document. */
  readonly takes: JsonSchema;
  readonly shows: JsonSchema;
  /** Codecs of the parts, so that nested form values are converted too. */
  readonly parts?: {
    readonly fields?: Readonly<Record<string, Codec<unknown>>>;
    readonly item?: Codec<unknown>;
    /** A map with arbitrary keys; never absent on the wire. */
    readonly map?: true;
  };
}

/**
 * Adds the sentence for a rejected value: that the field is missing if it is undefined, else `message`, which continues
 * "Field 'x' …". Returns undefined, the result of `Codec.read`.
 */
export const reject = (problems: string[], path: string, value: unknown, message: string): undefined => {
  problems.push(value === undefined ? `Missing '${path}' field.` : `Field '${path}' ${message}.`);
  return undefined;
};

/** True if a codec accepts a value as it is. */
export const accepts = (codec: Codec<unknown>, value: unknown): boolean => codec.read(value, '', []) !== undefined;

/** One schema for input and output. */
export const alike = (schema: JsonSchema): { takes: JsonSchema; shows: JsonSchema } => ({
  takes: schema,
  shows: schema,
});

/** Renders a value unchanged. */
export const identity = <T>(value: T): T => value;
/** Text needs no conversion. */
export const same = (text: string): unknown => text;
/** Form conversion of other types: forms send empty text for empty fields. */
export const unlessEmpty =
  (read: (text: string) => unknown) =>
  (text: string): unknown =>
    text.trim() === '' ? null : read(text);
