import type { AccountSettings, Caller, Role } from '@porchlight/access';
import type { AccountSettings as AccountSettingsMessage } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';

/** A result of the auth service, cached like others: the credentials are valid, but their account is disabled. */
export const DISABLED = 'disabled';
/** Verified credentials; undefined if they are invalid. */
export type CachedCaller = Caller | typeof DISABLED | undefined;

/** Returns the value; throws ACCOUNT_DISABLED for the marker. */
export const unlessDisabled = <T>(value: T | typeof DISABLED): T => {
  if (value === DISABLED) throw refuse('ACCOUNT_DISABLED');
  return value;
};

/** The caller of credentials, as the auth service returns it for keys, tokens and sessions alike. */
export const createCaller = (
  answer: Pick<Caller, 'accountId' | 'userId' | 'userName'> & {
    readonly role: string;
    /** Scopes of the credentials. */
    readonly scopes?: readonly string[];
    readonly settings?: AccountSettingsMessage | undefined;
  },
  authenticatedBy: NonNullable<Caller['authenticatedBy']>,
): Caller => {
  const { accountId, userId, userName, role, scopes = [], settings } = answer;
  return {
    accountId,
    userId,
    role: role as Role,
    userName,
    authenticatedBy,
    scopes,
    ...(settings as AccountSettings | undefined),
  };
};
