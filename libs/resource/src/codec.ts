import type * as z from 'zod';
import type { Reading } from './reading';

/** A JSON Schema, draft 2020-12, as OpenAPI 3.1 uses it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * How one value travels: JSON in (checked by zod), wire value inside, JSON out.
 * T is the type in the generated message, without undefined.
 */
export interface Codec<T> {
  /** Checks and converts a JSON value. Messages read as the end of "Field 'x' …". */
  readonly schema: z.ZodType<T, unknown>;
  /** The JSON that a caller sees. */
  readonly render: (value: T) => unknown;
  /**
   * Converts text of a form to what the schema expects; the text itself when it does not fit, null for an empty one
   * that is no text.
   */
  readonly fromText: (text: string) => unknown;
  /**
   * Converts a value that the schema refused, as far as the reading mode allows (decisions section 11); the value
   * itself when it cannot be converted, undefined when it is dropped. `path` names the field in reports.
   */
  readonly coerce?: (value: unknown, reading: Reading, path: string) => unknown;
  /** What a caller may send, and what a caller is shown, for the description of the API. */
  readonly takes: JsonSchema;
  readonly shows: JsonSchema;
  /** Codecs of the parts, so that form values deep inside are converted too. */
  readonly parts?: {
    readonly fields?: Readonly<Record<string, Codec<never>>>;
    readonly item?: Codec<never>;
    /** Values by free names; never absent on the wire. */
    readonly map?: true;
  };
}

/** Shown for undefined where a value is required; the body parser turns it into "Missing 'x' field." */
export const MISSING = 'is missing';

/** What a schema says of a value that does not fit; continues "Field 'x' …". */
export const must =
  (expected: string) =>
  (issue: { input?: unknown }): string =>
    issue.input === undefined ? MISSING : `must be ${expected}`;

/** Both at once, where a caller is shown what may be sent. */
export const alike = (schema: JsonSchema): { takes: JsonSchema; shows: JsonSchema } => ({
  takes: schema,
  shows: schema,
});

/** Renders a value as it is. */
export const identity = <T>(value: T): T => value;
/** Text that needs no conversion. */
export const same = (text: string): unknown => text;
/** Conversion of what is no text: forms send fields that were left empty. */
export const unlessEmpty =
  (read: (text: string) => unknown) =>
  (text: string): unknown =>
    text.trim() === '' ? null : read(text);
