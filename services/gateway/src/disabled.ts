import { refuse } from '@porchlight/errors';

/** A result of the auth service, cached like others: the credentials are valid, but their account is disabled. */
export const DISABLED = 'disabled';
/** Marker for credentials of a disabled account. */
export type Disabled = typeof DISABLED;

/** Returns the value; throws ACCOUNT_DISABLED for the marker. */
export const unlessDisabled = <T>(answer: T | Disabled): T => {
  if (answer === DISABLED) throw refuse('ACCOUNT_DISABLED');
  return answer;
};
