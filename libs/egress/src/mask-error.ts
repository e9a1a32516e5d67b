/** Errors that would reveal whether a host exists. */
const SAME: ReadonlySet<string> = new Set([
  'address-refused',
  'refused',
  'timeout',
  'connect-timeout',
  'dns',
  'unreachable',
]);

/**
 * The error code as users may see it. Blocked, refused, timed out and not found are the same code, because otherwise
 * users could map internal networks. Logs contain the precise code.
 */
export const maskError = (error: string): string => (SAME.has(error) ? 'no-answer' : error);
