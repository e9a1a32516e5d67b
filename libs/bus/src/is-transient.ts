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

/**
 * Server codes that state that the data or the statement is wrong. Every other error of the database server counts as
 * transient (disk full, read-only, elections, codes of later versions): an unknown fault of the server must not
 * dead-letter a whole stream.
 */
const DATA_CODES: ReadonlySet<unknown> = new Set([
  2, // BadValue
  4, // NoSuchKey
  9, // FailedToParse
  14, // TypeMismatch
  15, // Overflow
  16, // InvalidLength
  22, // InvalidBSON
  28, // PathNotViable
  40, // ConflictingUpdateOperators
  52, // DollarPrefixedFieldName
  54, // NotSingleValueField
  55, // InvalidDBRef
  56, // EmptyFieldName
  57, // DottedFieldName
  59, // CommandNotFound
  66, // ImmutableField
  72, // InvalidOptions
  121, // DocumentValidationFailure
  10_334, // BSONObjectTooLarge
  11_000, // DuplicateKey
  11_001, // DuplicateKey (older servers)
  17_280, // KeyTooLong
  17_419, // result of an update is larger than 16 MiB
  17_420, // result of an update is larger than 16 MiB
]);

// Errors of the database driver are recognized by name, so that this package does not import a driver.
const CONNECTION_ERROR =
  /^(Mongo(ose)?(Network|ServerSelection|PoolCleared|NotConnected|TopologyClosed|WaitQueueTimeout|OperationTimeout))/;
const SERVER_ERROR = /^Mongo(Server|BulkWrite|WriteConcern)Error$/;

/**
 * True for a transient error, for example an unavailable or full database, or a service that does not respond: the
 * batch is retried until it succeeds. Any other error counts as an error of the message. Examines causes down to eight
 * levels.
 */
export const isTransient = (error: unknown, depth = 8): boolean => {
  if (typeof error !== 'object' || error === null || depth === 0) return false;
  if (isRefusal(error)) return REASONS.has(error.reason);
  const { name, code, cause, errors } = error as { name?: unknown; code?: unknown; cause?: unknown; errors?: unknown };
  if (SOCKET_CODES.has(code)) return true;
  if (typeof name === 'string') {
    if (CONNECTION_ERROR.test(name)) return true;
    if (SERVER_ERROR.test(name) && !DATA_CODES.has(code)) return true;
  }
  if (Array.isArray(errors) && errors.some((inner) => isTransient(inner, depth - 1))) return true;
  return isTransient(cause, depth - 1);
};
