import { types } from 'node:util';

/** Field names whose values are never logged, compared in lower case and without `-` and `_`. */
const SECRET_NAMES = new Set([
  'authorization',
  'proxyauthorization',
  'cookie',
  'setcookie',
  'apikey',
  'key',
  'systemkey',
  'xsystemkey',
  'signingkey',
  'privatekey',
  'secret',
  'secrets',
  'clientsecret',
  'password',
  'token',
  'accesstoken',
  'refreshtoken',
  'idtoken',
  'xporchlighttoken',
  'pepper',
  'code',
  'codeverifier',
]);

/** Field names with addresses: the query is removed, because queries contain tokens and personal data. */
const ADDRESS_NAMES = new Set(['url', 'uri', 'path', 'originalurl', 'href', 'location', 'referer', 'referrer']);

const REDACTED = '[redacted]';
const MAX_DEPTH = 5;
const MAX_ITEMS = 100;

const plainNames = new Map<string, string>();
/** Names of fields come from the code, so they are few; the limit guards against data used as a name. */
const plainName = (name: string): string => {
  let plain = plainNames.get(name);
  if (plain === undefined) {
    plain = name.toLowerCase().replace(/[-_]/g, '');
    if (plainNames.size < 1000) plainNames.set(name, plain);
  }
  return plain;
};

/** Removes the query and replaces a user name and password of an address. */
export const cutAddress = (address: string): string => scrub(address.split('?', 1)[0] as string);

/** Replaces user name and password in every address within a text, because messages of drivers contain them. */
const scrub = (text: string): string =>
  text.includes('@') ? text.replace(/:\/\/[^\s/@]*@/g, `://${REDACTED}@`) : text;

const isSecret = (name: string, value: unknown): boolean => {
  const plain = plainName(name);
  // A numeric `code` is a status, not an authorization code.
  return SECRET_NAMES.has(plain) && !(plain === 'code' && typeof value === 'number');
};

const redactValue = (name: string, value: unknown, depth: number): unknown => {
  if (value === null || value === undefined) return value;
  if (isSecret(name, value)) return REDACTED;
  if (typeof value === 'string') return ADDRESS_NAMES.has(plainName(name)) ? cutAddress(value) : value;
  if (typeof value !== 'object') return value;
  if (isError(value)) return serializeError(value);
  if (value instanceof Date) return value;
  if (Buffer.isBuffer(value) || ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (depth >= MAX_DEPTH) return '[deep]';
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => redactValue(name, item, depth + 1));
  return redactFields(value as Record<string, unknown>, depth + 1);
};

const redactFields = (fields: Record<string, unknown>, depth: number): Record<string, unknown> => {
  const safe: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) safe[name] = redactValue(name, fields[name], depth);
  return safe;
};

/** Copies the fields that may be logged. */
export const redact = (fields: Record<string, unknown>): Record<string, unknown> => redactFields(fields, 0);

/** Also true for errors of another realm, as in a test's sandbox, which `instanceof` misses. */
export const isError = (value: unknown): value is Error => types.isNativeError(value) || value instanceof Error;

/** Reduces an error for the log. Other properties are dropped: drivers attach whole requests and configurations. */
export const serializeError = (error: unknown, depth = 0): unknown => {
  if (!isError(error)) return typeof error === 'string' ? scrub(error) : error;
  const { code, reason, cause } = error as Error & { code?: unknown; reason?: unknown };
  return {
    type: error.name,
    message: scrub(error.message),
    ...(error.stack !== undefined && { stack: scrub(error.stack) }),
    ...((typeof code === 'string' || typeof code === 'number') && { errorCode: code }),
    ...(typeof reason === 'string' && { reason }),
    ...(isError(cause) && depth < 3 && { cause: serializeError(cause, depth + 1) }),
  };
};
