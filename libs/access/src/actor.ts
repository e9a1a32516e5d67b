/** The four roles of an account's users, and Operator: the command line, known by its token only, never by a key. */
export const ROLES = ['Owner', 'Broker', 'Agent', 'Lender', 'Operator'] as const;

/** One of them. */
export type Role = (typeof ROLES)[number];

/** How a caller proved who they are: signed in at the pages, an API key, or an OAuth access token. */
export const AUTHENTICATION_METHODS = ['session', 'key', 'oauth'] as const;

/** One of them. */
export type AuthenticationMethod = (typeof AUTHENTICATION_METHODS)[number];

/** Settings of an account that the gateway applies to each request (decisions section 11). */
export interface AccountSettings {
  /** How unknown names in bodies and queries are read when the request has no `Prefer: handling`. */
  readonly handling: 'strict' | 'lenient';
  /** Whether a system name and key that are not registered are refused with 401, or ignored at the lower rate limit. */
  readonly unregisteredSystems: 'refuse' | 'ignore';
}

/** Settings of an account that has set none. */
export const DEFAULT_ACCOUNT_SETTINGS: AccountSettings = { handling: 'strict', unregisteredSystems: 'refuse' };

/** Who asks. Made by the gateway from credentials, carried to the services by the internal token. */
export interface Actor {
  /** 0 only for an Operator that acts for no account. */
  readonly accountId: number;
  /** 0 only for an Operator. */
  readonly userId: number;
  readonly role: Role;
  /** Name of the registered system that was verified by its key; absent when none was (decisions section 3). */
  readonly system?: string;
  /** Id of that system; absent unless the account of the caller registered it. */
  readonly systemId?: number;
  readonly keyId?: number;
  readonly userName?: string;
  /** Absent for an Operator and for calls that a service makes on its own. */
  readonly authenticatedBy?: AuthenticationMethod;
  /** What the credentials are limited to (scopes.ts); absent or empty: the full rights of the user. */
  readonly scopes?: readonly string[];
}

/**
 * The caller of an HTTP request, with the settings of the account. The settings stay in the gateway: they are not part
 * of the token.
 */
export interface Caller extends Actor, Partial<AccountSettings> {}

/** True when the role stands in the list of those allowed. */
export const mayPerform = (role: Role, allowed: readonly Role[]): boolean => allowed.includes(role);

const MAX_SCOPES = 20;
const MAX_SCOPE = 40;

const isId = (value: unknown, least: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= 0x7fffffff;

const isName = (value: unknown): boolean => value === undefined || (typeof value === 'string' && value.length <= 255);

const areScopes = (value: unknown): boolean =>
  value === undefined ||
  (Array.isArray(value) &&
    value.length <= MAX_SCOPES &&
    value.every((scope) => typeof scope === 'string' && scope.length <= MAX_SCOPE));

/** True when a value from outside is a complete and sane actor: int32 ids, a known role, short names. */
export const isActor = (value: unknown): value is Actor => {
  if (typeof value !== 'object' || value === null) return false;
  const actor = value as Record<string, unknown>;
  if (!ROLES.includes(actor['role'] as Role)) return false;
  const least = actor['role'] === 'Operator' ? 0 : 1;
  return (
    isId(actor['accountId'], least) &&
    isId(actor['userId'], least) &&
    (actor['keyId'] === undefined || isId(actor['keyId'], 0)) &&
    (actor['authenticatedBy'] === undefined ||
      AUTHENTICATION_METHODS.includes(actor['authenticatedBy'] as AuthenticationMethod)) &&
    areScopes(actor['scopes']) &&
    isName(actor['system']) &&
    (actor['systemId'] === undefined || isId(actor['systemId'], 1)) &&
    isName(actor['userName'])
  );
};
