/** Failures that say whether something is there, and so nothing that a caller may tell apart. */
const SAME: ReadonlySet<string> = new Set([
  'address-refused',
  'refused',
  'timeout',
  'connect-timeout',
  'dns',
  'unreachable',
]);

/**
 * The word of a failure for whoever named the address. Blocked, refused, timed out and not found are one: a caller who
 * could tell them apart could map networks that only this machine sees. The logs of the service have the precise word.
 */
export const shownError = (error: string): string => (SAME.has(error) ? 'no-answer' : error);
