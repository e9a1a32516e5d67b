/** What every internal token says of itself; minter and verifier must agree on all of it. */
export const TOKEN_FORMAT = {
  algorithm: 'EdDSA',
  type: 'porchlight+jwt',
  /** Seconds a token is valid. */
  validSeconds: 60,
  /** Seconds after which a new one is minted, so that one sent has at least half of its life left. */
  renewSeconds: 30,
  /** Longer is no token of ours and is not even parsed. */
  maxLength: 4096,
  /** Principals or tokens kept in memory; about 1 kB each. */
  cacheCapacity: 10_000,
} as const;

/** The issuer whose tokens open every method: the gateway authenticates users. The command line signs with its key. */
export const GATEWAY = 'gateway';

/** The one thing of a clock that tokens need: milliseconds since the epoch. */
export interface TokenClock {
  now(): number;
}
