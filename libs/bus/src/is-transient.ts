import { isRefusal } from '@porchlight/errors';

const REASONS: ReadonlySet<string> = new Set(['UNAVAILABLE', 'DEADLINE', 'RATE_LIMITED']);

const SOCKET_CODES: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
]);

/** Server codes of a database that is shutting down, starting, or changing its primary. */
const DATABASE_CODES: ReadonlySet<unknown> = new Set([6, 7, 89, 91, 189, 9001, 10107, 11600, 11602, 13435, 13436]);

// Errors of the database driver are told by name, so that no driver is imported here.
const DRIVER_NAME =
  /^(Mongo(ose)?(Network|ServerSelection|PoolCleared|NotConnected|TopologyClosed|WaitQueueTimeout|OperationTimeout))/;

/**
 * True for a fault of the surroundings (a database or service that is away), which passes by itself: the batch is tried
 * until it has passed. Anything else is taken for a fault of the message. Looks through causes, eight levels deep.
 */
export const isTransient = (error: unknown, depth = 8): boolean => {
  if (typeof error !== 'object' || error === null || depth === 0) return false;
  if (isRefusal(error)) return REASONS.has(error.reason);
  const { name, code, cause, errors } = error as { name?: unknown; code?: unknown; cause?: unknown; errors?: unknown };
  if (SOCKET_CODES.has(code)) return true;
  if (typeof name === 'string') {
    if (DRIVER_NAME.test(name)) return true;
    if (name.startsWith('Mongo') && DATABASE_CODES.has(code)) return true;
  }
  if (Array.isArray(errors) && errors.some((inner) => isTransient(inner, depth - 1))) return true;
  return isTransient(cause, depth - 1);
};
