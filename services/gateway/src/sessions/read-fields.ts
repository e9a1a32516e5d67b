import { describeUnknownFields, refuse, refuseAll } from '@porchlight/errors';
import { INT32_MAX } from '@porchlight/resource';
import type { Request } from 'express';

/** Maximum length of a text field, characters. */
const MAX_TEXT = 1_024;
/** Maximum length of a list. */
const MAX_LIST = 10;

/** A kind of field: the default, the requirement as text, and the check of a value. */
interface Kind<T> {
  readonly absent: T;
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= MAX_TEXT;

const KINDS = {
  text: { absent: '', expected: `a text of at most ${MAX_TEXT} characters`, fits: isText } as Kind<string>,
  id: {
    absent: 0,
    expected: 'an integer',
    fits: (value) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= INT32_MAX,
  } as Kind<number>,
  texts: {
    absent: [],
    expected: `a list of at most ${MAX_LIST} texts`,
    fits: (value) => Array.isArray(value) && value.length <= MAX_LIST && value.every(isText),
  } as Kind<string[]>,
};

type Optional = Readonly<Record<string, keyof typeof KINDS>>;
type Values<K extends string, O extends Optional> = Record<K, string> & {
  [N in keyof O]: (typeof KINDS)[O[N]]['absent'];
};

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/**
 * The fields of a JSON body before authentication: required texts, and optional fields by their kind. Forms are 415:
 * another site could send them (login CSRF). Throws INVALID_BODY that names every missing, wrong and unknown field.
 */
export const readFields = <K extends string, const O extends Optional = Record<never, never>>(
  req: Request,
  required: readonly K[],
  optional: O = {} as O,
): Values<K, O> => {
  if (!(req.headers['content-type'] ?? '').toLowerCase().startsWith('application/json'))
    throw refuse('UNSUPPORTED_MEDIA_TYPE');
  const body = (typeof req.body === 'object' && req.body !== null ? req.body : {}) as Record<string, unknown>;
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  const read = (name: string, { absent, expected, fits }: Kind<unknown>): void => {
    const value = body[name];
    if (isAbsent(value)) values[name] = absent;
    else if (fits(value)) values[name] = value;
    else problems.push(`Field '${name}' must be ${expected}.`);
  };
  for (const name of required) {
    if (isAbsent(body[name])) problems.push(`Missing '${name}' field.`);
    else read(name, KINDS.text);
  }
  for (const [name, kind] of Object.entries(optional)) read(name, KINDS[kind]);
  const unknown = Object.keys(body).filter((name) => !required.includes(name as K) && !Object.hasOwn(optional, name));
  if (unknown.length > 0) problems.push(describeUnknownFields(unknown));
  if (problems.length > 0) throw refuseAll('INVALID_BODY', problems);
  return values as Values<K, O>;
};
