import { refuse } from '@porchlight/errors';

/** An answer of the auth service, remembered like others: the credentials are good, their account is disabled. */
export const DISABLED = 'disabled';
/** Stands for credentials of an account that is disabled. */
export type Disabled = typeof DISABLED;

/** Whoever it is; throws ACCOUNT_DISABLED. */
export const unlessDisabled = <T>(answer: T | Disabled): T => {
  if (answer === DISABLED) throw refuse('ACCOUNT_DISABLED');
  return answer;
};
