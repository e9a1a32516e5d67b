export {
  AUTHENTICATION_METHODS,
  CONSOLE_SYSTEM,
  DEFAULT_ACCOUNT_SETTINGS,
  FORMER_CONSOLE_SYSTEM,
  isConsoleSystem,
  mayPerform,
  ROLES,
} from './actor';
export type { AccountSettings, Actor, AuthenticationMethod, Caller, Role } from './actor';
export {
  CREDENTIAL_OPERATIONS,
  mayNotGrantAccess,
  missingScopes,
  narrowScopes,
  orderScopes,
  parseScopes,
  READING_OPERATIONS,
  SCOPES,
  neededScopes,
} from './scopes';
export type { NeededScopes, Scope, Verb } from './scopes';
export { mayReceive, type Assignable } from './receiving';
export { canSeeViewers, seesWholeAccount } from './visibility';
export { GATEWAY } from './token-format';
export { createTokenMinter, type TokenMinter } from './token-minter';
export { createTokenVerifier, type TokenVerifier, type VerifiedToken } from './token-verifier';
export type { TokenClock } from './token-format';
