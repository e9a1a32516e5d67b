import { refuse } from '@porchlight/errors';
import { INT32_MAX } from '@porchlight/resource';
import type { Request } from 'express';

/** Longest text field, characters. */
const MAX_TEXT = 1_024;
/** Longest list. */
const MAX_LIST = 10;

/** Fields of a JSON body. Forms are 415: another site could send them (login CSRF). Throws INVALID_BODY with every problem. */
export const textsOf = <K extends string>(req: Request, ...names: K[]): Record<K, string> => {
  if (!(req.headers['content-type'] ?? '').toLowerCase().startsWith('application/json')) throw refuse('UNSUPPORTED_MEDIA_TYPE');
  const body = (typeof req.body === 'object' && req.body !== null ? req.body : {}) as Record<string, unknown>;
  const problems = names.flatMap((name) => {
    const value = body[name];
    if (value === undefined || value === null) return [`Missing '${name}' field.`];
    return typeof value !== 'string' || value.length > MAX_TEXT ? [`Field '${name}' must be a text of at most ${MAX_TEXT} characters.`] : [];
  });
  if (problems.length > 0) throw refuse('INVALID_BODY', { problems: problems.join(' ') });
  return Object.fromEntries(names.map((name) => [name, body[name] as string])) as Record<K, string>;
};

/** An id that may be left out: 0 then. To be read after `textsOf`, which looks at the body. Throws INVALID_BODY. */
export const idOf = (req: Request, name: string): number => {
  const id = (req.body as Record<string, unknown>)[name];
  if (id === undefined || id === null) return 0;
  if (!Number.isInteger(id) || (id as number) < 1 || (id as number) > INT32_MAX)
    throw refuse('INVALID_BODY', { problems: `Field '${name}' must be an integer.` });
  return id as number;
};

/** A short list of texts that may be left out: empty then. To be read after `textsOf`. Throws INVALID_BODY. */
export const optionalListOf = (req: Request, name: string): string[] => {
  const value = (req.body as Record<string, unknown>)[name] ?? [];
  if (!Array.isArray(value) || value.length > MAX_LIST || !value.every((one) => typeof one === 'string' && one.length <= MAX_TEXT))
    throw refuse('INVALID_BODY', { problems: `Field '${name}' must be a list of at most ${MAX_LIST} texts.` });
  return value as string[];
};

/** A text that may be left out: empty then. Throws INVALID_BODY. */
export const optionalTextOf = (req: Request, name: string): string => {
  const value = (req.body as Record<string, unknown>)[name];
  return value === undefined || value === null ? '' : textsOf(req, name)[name]!;
};
