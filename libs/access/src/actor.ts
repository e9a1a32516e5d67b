/**
 * The four roles of users, and Operator: the command line and the services, authenticated by an internal token only.
 */
export const ROLES = ['Owner', 'Broker', 'Agent', 'Lender', 'Operator'] as const;

export type Role = (typeof ROLES)[number];

/** The built-in system of sessions in the console. No account can register it (D13.9). */
export const CONSOLE_SYSTEM = 'Console';
/** Its name up to version 0.4, in stored records and in tokens of older gateways. */
export const FORMER_CONSOLE_SYSTEM = 'Porchlight Console';

const CONSOLE_NAMES = new Set([CONSOLE_SYSTEM, FORMER_CONSOLE_SYSTEM].map((name) => name.toLowerCase()));

/** True for the name of the system of the console, also for its former one. Ignores case. */
export const isConsoleSystem = (name: string): boolean => CONSOLE_NAMES.has(name.trim().toLowerCase());

/** How the caller was authenticated: a session of the web pages, an API key, or an OAuth access token. */
export const AUTHENTICATION_METHODS = ['session', 'key', 'oauth'] as const;

export type AuthenticationMethod = (typeof AUTHENTICATION_METHODS)[number];

/** Settings of an account that the gateway applies to each request (decisions section 11). */
export interface AccountSettings {
  /** Handling of unknown names in bodies and queries without `Prefer: handling`. */
  readonly handling: 'strict' | 'lenient';
  /** Whether a system name and key that are not registered are refused with 401, or ignored at the lower rate limit. */
  readonly unregisteredSystems: 'refuse' | 'ignore';
  /** Origins of pages whose scripts may call the API with an access token (D13.10). */
  readonly corsOrigins: string[];
}

/** Settings of an account without its own. */
export const DEFAULT_ACCOUNT_SETTINGS: AccountSettings = {
  handling: 'strict',
  unregisteredSystems: 'refuse',
  corsOrigins: [],
};

/** The authenticated caller. The gateway creates it from credentials; the internal token carries it to the services. */
export interface Actor {
  /** 0 only for an Operator without an account. */
  readonly accountId: number;
  /** 0 only for an Operator. */
  readonly userId: number;
  readonly role: Role;
  /** Name of the registered system, verified by its key; absent without one (decisions section 3). */
  readonly system?: string;
  /** Id of that system; absent unless the account of the caller registered it. */
  readonly systemId?: number;
  readonly keyId?: number;
  readonly userName?: string;
  /** Absent for an Operator and for calls of a service without a user. */
  readonly authenticatedBy?: AuthenticationMethod;
  /** The OAuth grant of the access token; absent for other credentials. */
  readonly grantId?: string;
  /** Scopes of the credentials (scopes.ts); absent or empty: the full rights of the user. */
  readonly scopes?: readonly string[];
}

/**
 * The caller of an HTTP request, with the settings of the account. The settings stay in the gateway: they are not part
 * of the token.
 */
export interface Caller extends Actor, Partial<AccountSettings> {}

/** True if the role is one of the allowed roles. */
export const mayPerform = (role: Role, allowed: readonly Role[]): boolean => allowed.includes(role);

const MAX_SCOPES = 20;
const MAX_SCOPE = 40;

const isId = (value: unknown, min: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= 0x7fffffff;

const isName = (value: unknown): boolean => value === undefined || (typeof value === 'string' && value.length <= 255);

const areScopes = (value: unknown): boolean =>
  value === undefined ||
  (Array.isArray(value) &&
    value.length <= MAX_SCOPES &&
    value.every((scope) => typeof scope === 'string' && scope.length <= MAX_SCOPE));

/**
 * True if an untrusted value is a complete and valid actor: int32 ids, a known role, names of at most 255 characters.
 */
export const isActor = (value: unknown): value is Actor => {
  if (typeof value !== 'object' || value === null) return false;
  const actor = value as Record<string, unknown>;
  if (!ROLES.includes(actor['role'] as Role)) return false;
  const min = actor['role'] === 'Operator' ? 0 : 1;
  return (
    isId(actor['accountId'], min) &&
    isId(actor['userId'], min) &&
    (actor['keyId'] === undefined || isId(actor['keyId'], 0)) &&
    (actor['authenticatedBy'] === undefined ||
      AUTHENTICATION_METHODS.includes(actor['authenticatedBy'] as AuthenticationMethod)) &&
    areScopes(actor['scopes']) &&
    isName(actor['system']) &&
    isName(actor['grantId']) &&
    (actor['systemId'] === undefined || isId(actor['systemId'], 1)) &&
    isName(actor['userName'])
  );
};
