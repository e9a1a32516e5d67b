/** Format of internal tokens, shared by minter and verifier. */
export const TOKEN_FORMAT = {
  algorithm: 'EdDSA',
  type: 'porchlight+jwt',
  /** Validity of a token, s. */
  validSeconds: 60,
  /** Time after which a new token is minted, s, so that a token in use is valid for at least 30 s more. */
  renewSeconds: 30,
  /** Maximum length, characters. Longer tokens are refused without parsing. */
  maxLength: 4096,
  /** Maximum number of cached principals or tokens; about 1 kB each. */
  cacheCapacity: 10_000,
} as const;

/** The issuer that may call every method, because the gateway authenticates users. The command line uses its key. */
export const GATEWAY = 'gateway';

/** Clock in milliseconds since the epoch. */
export interface TokenClock {
  now(): number;
}
