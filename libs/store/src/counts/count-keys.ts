/** A counter to which a document adds 1, or an amount of its own, such as bytes. */
export type CountKey = string | readonly [key: string, amount: number];

/** Differences by count key. */
export type Deltas = Record<string, number>;

/** Keys with lower numbers are in the account's first counter document. */
const SMALL = 256;
/** A write changes few counters, and concurrent writes often change the same ones. */
const TEXT_BUCKETS = 4;

/**
 * Differences of the counters if a document moves from one set of counters to another; undefined without a difference.
 */
export const computeDeltas = (before: readonly CountKey[], after: readonly CountKey[]): Deltas | undefined => {
  const deltas: Deltas = {};
  const add = (counted: CountKey, sign: 1 | -1): void => {
    const [key, amount] = typeof counted === 'string' ? ([counted, 1] as const) : counted;
    deltas[key] = (deltas[key] ?? 0) + sign * amount;
  };
  for (const key of before) add(key, -1);
  for (const key of after) add(key, 1);
  let moved = false;
  for (const [key, delta] of Object.entries(deltas)) {
    if (delta === 0) delete deltas[key];
    else moved = true;
  }
  return moved ? deltas : undefined;
};

const hashText = (text: string): number => {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return hash >>> 0;
};

/**
 * The counter document of a key. `stage:3` and `user:12` share the first one (''), so that most writes change one
 * document; unbounded keys (`person:4711`, `source:Zillow`) are spread over a few others.
 */
export const chooseBucket = (key: string): string => {
  const colon = key.indexOf(':');
  if (colon < 0) return '';
  const group = key.slice(0, colon);
  const value = key.slice(colon + 1);
  if (!/^\d{1,10}$/.test(value)) return `#${hashText(key) % TEXT_BUCKETS}`;
  const number = Number(value);
  return number < SMALL ? '' : `${group}:${Math.floor(number / SMALL)}`;
};

/** True for keys of free text (`tag:…`, `source:…`), whose number is limited. */
export const isTextKey = (key: string): boolean => chooseBucket(key).startsWith('#');

/** A count key as a field name: without dots, dollars and NUL. */
export const encodeFieldName = (key: string): string =>
  // eslint-disable-next-line no-control-regex
  key.replace(/[%.$\u0000]/g, (c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** The count key of a field name. */
export const decodeFieldName = (field: string): string =>
  field.replace(/%([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

/** `_id` of the counter document of a key. */
export const formatCounterId = (accountId: number, resource: string, key: string): string => {
  const bucket = chooseBucket(key);
  return bucket === '' ? `${accountId}:${resource}` : `${accountId}:${resource}:${bucket}`;
};

/** `_id`s of the counter documents with keys of text. */
export const listTextCounterIds = (accountId: number, resource: string): string[] =>
  Array.from({ length: TEXT_BUCKETS }, (_, nth) => `${accountId}:${resource}:#${nth}`);
