import { parseScopes, type Scope } from '@porchlight/access';
import type { CheckStandingResponse } from '@porchlight/contracts';
import { isFresh, type Clock } from '@porchlight/runtime';
import { createLocalJWKSet, errors, jwtVerify, type JSONWebKeySet } from 'jose';
import { LRUCache } from 'lru-cache';
import { createCaller, DISABLED, type CachedCaller } from '../caller';
import { createStaleIfErrorCache } from '../stale-if-error-cache';

/** Largest accepted difference between the clocks of the services, ms. */
const MAX_CLOCK_SKEW_MS = 60_000;
/** Refresh interval of signing keys, ms, and shortest interval of refreshes for unknown key ids. */
const KEYS_FRESH_MS = 300_000;
const KEYS_AGAIN_MS = 2_000;
/** Verified signatures are cached. */
const MAX_VERIFIED = 20_000;
const MAX_TOKEN = 4_096;

export interface AccessTokenOptions {
  /** The JSON Web Key Set of the auth service. */
  readonly signingKeys: () => Promise<string>;
  /** The status of a token family and its user. */
  readonly standing: (familyId: string) => Promise<CheckStandingResponse>;
  readonly issuer: string;
  readonly audience: string;
  readonly clock: Clock;
}

interface Verified {
  readonly family: string;
  /** Scopes of this token, within those of its grant; absent: those of the grant. */
  readonly scopes?: readonly Scope[];
  /** ms since the epoch. */
  readonly expires: number;
}

/**
 * Authenticates an access token: verifies the signature locally and requests the status once per family and caching
 * period.
 */
export const createAccessTokenReader = (options: AccessTokenOptions): ((token: string) => Promise<CachedCaller>) => {
  const { clock, issuer, audience } = options;
  const verified = new LRUCache<string, Verified>({ maxSize: MAX_VERIFIED, sizeCalculation: () => 1 });
  let keys: { set: Promise<ReturnType<typeof createLocalJWKSet>>; at: number } | undefined;

  const loadKeys = (): Promise<ReturnType<typeof createLocalJWKSet>> => {
    const loading = {
      set: options.signingKeys().then((text) => createLocalJWKSet(JSON.parse(text) as JSONWebKeySet)),
      at: clock.now(),
    };
    keys = loading;
    loading.set.catch(() => keys === loading && (keys = undefined));
    return loading.set;
  };
  const currentKeys = (): Promise<ReturnType<typeof createLocalJWKSet>> =>
    keys && isFresh(clock, keys.at, KEYS_FRESH_MS) ? keys.set : loadKeys();

  /** The algorithm is fixed: regardless of the header, only EdDSA with a published key is accepted. */
  const check = async (token: string, set: ReturnType<typeof createLocalJWKSet>): Promise<Verified | undefined> => {
    const { payload } = await jwtVerify(token, set, {
      algorithms: ['EdDSA'],
      typ: 'at+jwt',
      issuer,
      audience,
      requiredClaims: ['exp', 'iat', 'sub', 'fid'],
      currentDate: clock.date(),
    });
    const { fid: family, scope } = payload;
    // An unknown scope would otherwise widen the token.
    const scopes = typeof scope === 'string' ? parseScopes(scope) : undefined;
    if (scope !== undefined && (scopes === undefined || scopes.length === 0)) return undefined;
    // The clocks of the services may differ by a minute.
    if (typeof family !== 'string' || payload.iat! * 1000 > clock.now() + MAX_CLOCK_SKEW_MS) return undefined;
    return { family, expires: payload.exp! * 1000, ...(scopes && { scopes }) };
  };

  const verify = async (token: string): Promise<Verified | undefined> => {
    const cached = verified.get(token);
    if (cached) return cached;
    const set = await currentKeys();
    try {
      return await check(token, set);
    } catch (error) {
      // An unknown key id may be new; refreshes for unknown ids are rate-limited.
      if (!(error instanceof errors.JWKSNoMatchingKey) || !keys || isFresh(clock, keys.at, KEYS_AGAIN_MS))
        return undefined;
      return check(token, await loadKeys()).catch(() => undefined);
    }
  };

  /** Revocation and role changes take effect within a second (decisions section 8: 2 s). */
  const statuses = createStaleIfErrorCache<CachedCaller>({
    clock,
    load: async (family) => {
      const standing = await options.standing(family);
      if (standing.accountDisabled) return DISABLED;
      // What the caller creates with the token is disabled when the grant ends (N9).
      return standing.valid ? { ...createCaller(standing, 'oauth'), grantId: family } : undefined;
    },
  });

  return async (token) => {
    if (token.length > MAX_TOKEN) return undefined;
    const grant = await verify(token);
    if (!grant || grant.expires <= clock.now()) {
      verified.delete(token);
      return undefined;
    }
    if (!verified.has(token)) verified.set(token, grant);
    const caller = await statuses(grant.family);
    return grant.scopes && caller && caller !== DISABLED ? { ...caller, scopes: grant.scopes } : caller;
  };
};
