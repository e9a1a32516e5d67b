import { formatOf } from '@porchlight/edge';
import { refuse } from '@porchlight/errors';
import type { Request } from 'express';

const MAX_TEXT = 1_024;

/** Fields of a JSON body. Forms are refused: another site could send them (login CSRF). */
export const textsOf = <K extends string>(req: Request, ...names: K[]): Record<K, string> => {
  if (formatOf(req) !== 'json' || !(req.headers['content-type'] ?? '').toLowerCase().startsWith('application/json')) throw refuse('UNSUPPORTED_MEDIA_TYPE');
  const body = (typeof req.body === 'object' && req.body !== null ? req.body : {}) as Record<string, unknown>;
  const problems = names.flatMap((name) => {
    const value = body[name];
    if (value === undefined || value === null) return [`Missing '${name}' field.`];
    return typeof value !== 'string' || value.length > MAX_TEXT ? [`Field '${name}' must be a text of at most ${MAX_TEXT} characters.`] : [];
  });
  if (problems.length > 0) throw refuse('INVALID_BODY', { problems: problems.join(' ') });
  return Object.fromEntries(names.map((name) => [name, body[name] as string])) as Record<K, string>;
};

/** A number that may be left out: 0 then. */
export const idOf = (req: Request, name: string): number => {
  const id = (req.body as Record<string, unknown>)[name];
  if (id === undefined || id === null) return 0;
  if (!Number.isInteger(id) || (id as number) < 1 || (id as number) > 0x7fffffff)
    throw refuse('INVALID_BODY', { problems: `Field '${name}' must be an integer.` });
  return id as number;
};

/** A text that may be left out: empty then. */
export const optionalTextOf = (req: Request, name: string): string => {
  const value = (req.body as Record<string, unknown>)[name];
  return value === undefined || value === null ? '' : textsOf(req, name)[name]!;
};
