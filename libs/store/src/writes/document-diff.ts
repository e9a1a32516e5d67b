/** Fields that the store writes; never compared and never taken from a strategy. */
const MECHANISM: ReadonlySet<string> = new Set([
  '_id',
  'accountId',
  'id',
  'updated',
  'version',
  'lastWrite',
  'outbox',
  'pendingSince',
  'deletedAt',
]);

const isPlain = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Deep equality of stored values; undefined, null and absent are alike. */
export const isEqual = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (a === undefined || a === null) return b === undefined || b === null;
  if (!isPlain(a) || !isPlain(b)) return Number.isNaN(a) && Number.isNaN(b);
  if (a instanceof Date || b instanceof Date)
    return a instanceof Date && b instanceof Date && a.getTime() === b.getTime();
  if (a instanceof Uint8Array || b instanceof Uint8Array)
    return a instanceof Uint8Array && b instanceof Uint8Array && Buffer.compare(a, b) === 0;
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((part, at) => isEqual(part, b[at]));
  for (const name of Object.keys(a)) if (!isEqual(a[name], b[name])) return false;
  for (const name of Object.keys(b)) if (!(name in a) && !isEqual(undefined, b[name])) return false;
  return true;
};

/** The difference between two documents. */
export interface Diff {
  readonly set: Record<string, unknown>;
  readonly unset: Record<string, ''>;
}

/** Compares the fields of two documents; undefined when a write would change nothing. */
export const computeDiff = (before: object, after: object): Diff | undefined => {
  const was = before as Record<string, unknown>;
  const is = after as Record<string, unknown>;
  const set: Record<string, unknown> = {};
  const unset: Record<string, ''> = {};
  let differs = false;
  for (const [name, value] of Object.entries(is)) {
    if (MECHANISM.has(name) || value === undefined || isEqual(was[name], value)) continue;
    set[name] = value;
    differs = true;
  }
  for (const [name, value] of Object.entries(was)) {
    if (MECHANISM.has(name) || is[name] !== undefined || isEqual(value, undefined)) continue;
    unset[name] = '';
    differs = true;
  }
  return differs ? { set, unset } : undefined;
};
