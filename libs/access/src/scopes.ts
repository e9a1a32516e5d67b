import type { Actor } from './actor';

/** Allowed verbs. `write` includes reading, because a write returns the record. Without either, both are allowed. */
const VERB_SCOPES = ['read', 'write'] as const;
/** Allowed services. Without any, all services are allowed. */
const SERVICE_SCOPES = ['people', 'deals', 'marketing', 'webhooks'] as const;

/** Every scope of OAuth apps and API keys. Credentials without scopes have the full rights of their user. */
export const SCOPES = [...VERB_SCOPES, ...SERVICE_SCOPES] as const;

export type Scope = (typeof SCOPES)[number];
/** Whether an operation only reads, or also writes. */
export type Verb = (typeof VERB_SCOPES)[number];

const isScope = (text: string): text is Scope => (SCOPES as readonly string[]).includes(text);

/** Returns the scopes of a list in the order of SCOPES, each once; undefined when it contains an unknown scope. */
export const orderScopes = (asked: readonly string[]): Scope[] | undefined =>
  asked.every(isScope) ? SCOPES.filter((scope) => asked.includes(scope)) : undefined;

/**
 * Reads the `scope` parameter of OAuth (RFC 6749 3.3), in the order of SCOPES; undefined when it contains an unknown
 * scope.
 */
export const parseScopes = (text: string): Scope[] | undefined =>
  orderScopes(text.split(' ').filter((one) => one !== ''));

const filterKind = (scopes: readonly string[], kind: readonly Scope[]): Scope[] =>
  kind.filter((scope) => scopes.includes(scope));

/** Operations that are sent by POST and only read. The requests of a batch are checked one by one. */
export const READING_OPERATIONS: ReadonlySet<string> = new Set([
  'gateway.batch.send',
  'marketing.templates.merge',
  'marketing.textMessageTemplates.merge',
]);

const toVerb = (operation: string, method: string): Verb =>
  method === 'GET' || method === 'HEAD' || READING_OPERATIONS.has(operation) ? 'read' : 'write';

/** The service scope of an operation `<service>.<resource>.<name>`; undefined for those of auth and of the gateway. */
const serviceScope = (operation: string): Scope | undefined => {
  const service = operation.slice(0, operation.indexOf('.'));
  return service === 'notifier' ? 'webhooks' : SERVICE_SCOPES.find((scope) => scope === service);
};

/** The scopes that an operation needs. */
export interface NeededScopes {
  readonly verb: Verb;
  /** Absent for the account itself: its users, groups, teams, keys and systems. */
  readonly service?: Scope;
}

/** The scopes that an operation needs of credentials that have scopes. */
export const neededScopes = (operation: string, method: string): NeededScopes => {
  const service = serviceScope(operation);
  return { verb: toVerb(operation, method), ...(service && { service }) };
};

/**
 * Returns the scopes that an operation needs when the given ones do not allow it; undefined when they do. The
 * operations of auth and of the gateway belong to no service scope: credentials with service scopes may read there
 * (/v1/me, /v1/users) and may not write.
 */
export const missingScopes = (
  scopes: readonly string[] = [],
  operation: string,
  method: string,
): NeededScopes | undefined => {
  const needed = neededScopes(operation, method);
  const { verb, service } = needed;
  const [verbs, services] = [filterKind(scopes, VERB_SCOPES), filterKind(scopes, SERVICE_SCOPES)];
  const verbAllowed = verbs.length === 0 || verbs.includes('write') || verb === 'read';
  const serviceAllowed = services.length === 0 || (service ? services.includes(service) : verb === 'read');
  return verbAllowed && serviceAllowed ? undefined : needed;
};

const narrowKind = (granted: readonly Scope[], asked: readonly Scope[]): readonly Scope[] | undefined => {
  if (asked.length === 0) return granted;
  const allowed: readonly Scope[] = granted.includes('write') ? [...granted, 'read'] : granted;
  return granted.length === 0 || asked.every((scope) => allowed.includes(scope)) ? asked : undefined;
};

/**
 * Narrows the granted scopes to those of a refresh (RFC 6749 6). If `asked` contains no verb or no service, the granted
 * ones stay: an absent verb would otherwise mean every verb. Returns undefined if `asked` exceeds the grant.
 */
export const narrowScopes = (granted: readonly Scope[], asked: readonly Scope[]): Scope[] | undefined => {
  const verbs = narrowKind(filterKind(granted, VERB_SCOPES), filterKind(asked, VERB_SCOPES));
  const services = narrowKind(filterKind(granted, SERVICE_SCOPES), filterKind(asked, SERVICE_SCOPES));
  return verbs && services && [...verbs, ...services];
};

/**
 * Operations that give or change access for longer than an OAuth token or beyond the scopes of a key: a token of one
 * hour must not turn into a permanent credential, such as the address of a calendar feed. Sessions and API keys with
 * full rights may call them. A second factor, new passwords and the transfer of an account are routes of sessions only
 * (/session).
 */
export const CREDENTIAL_OPERATIONS: ReadonlySet<string> = new Set([
  'auth.apiKeys.create',
  'auth.systems.create',
  'auth.systems.rotateKey',
  'auth.systems.update',
  'auth.systems.delete',
  'auth.oauthApps.create',
  'auth.oauthApps.update',
  'auth.users.create',
  'auth.users.update',
  // Deactivates the user, like an update of the status.
  'auth.users.delete',
  'auth.users.invite',
  'auth.account.update',
  'marketing.senderDomain.update',
  'marketing.senderDomain.delete',
  'people.calendarFeed.create',
  'notifier.publishedInboxApps.create',
  'notifier.publishedInboxApps.update',
  'notifier.publishedInboxApps.rotateSecret',
]);

/** True if these credentials may not call an operation because it is in CREDENTIAL_OPERATIONS. */
export const mayNotGrantAccess = (
  { authenticatedBy, scopes = [] }: Pick<Actor, 'authenticatedBy' | 'scopes'>,
  operation: string,
): boolean => CREDENTIAL_OPERATIONS.has(operation) && (authenticatedBy === 'oauth' || scopes.length > 0);
