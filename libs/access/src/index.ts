export { ROLES, mayPerform } from './actor';
export type { Actor, Role } from './actor';
export { canSeeViewers, seesWholeAccount } from './visibility';
export { createTokenMinter } from './token-minter';
export type { TokenMinter, TokenMinterOptions } from './token-minter';
export { createTokenVerifier } from './token-verifier';
export type { TokenVerifier, TokenVerifierOptions } from './token-verifier';
export type { TokenClock } from './token-format';
