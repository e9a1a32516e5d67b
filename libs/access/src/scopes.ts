import type { Actor } from './actor';

/** What credentials may do at all; with neither, both. */
const VERB_SCOPES = ['read', 'write'] as const;
/** The services whose records credentials may reach; without any, all. */
const SERVICE_SCOPES = ['people', 'deals', 'marketing', 'webhooks'] as const;

/** Every scope of OAuth apps and API keys. Access is (read, write) x services; no scope at all means full rights. */
export const SCOPES = [...VERB_SCOPES, ...SERVICE_SCOPES] as const;

/** One of them. */
export type Scope = (typeof SCOPES)[number];

/** Reads the `scope` parameter of OAuth (RFC 6749 3.3), in the order of SCOPES; undefined when it contains an unknown scope. */
export const parseScopes = (text: string): Scope[] | undefined => {
  const asked = text.split(' ').filter((one) => one !== '');
  if (asked.some((one) => !(SCOPES as readonly string[]).includes(one))) return undefined;
  return SCOPES.filter((scope) => asked.includes(scope));
};

/** The service scope of an operation `<service>.<resource>.<name>`; undefined for the caller's own account, such as /v1/me. */
const serviceScope = (operation: string): Scope | undefined => {
  const service = operation.slice(0, operation.indexOf('.'));
  if (service === 'notifier') return 'webhooks';
  return SERVICE_SCOPES.find((scope) => scope === service);
};

/**
 * The scope that credentials lack for an operation; undefined when they may. Operations of auth and of the gateway belong to no
 * service: they need `read` or `write` alone.
 */
export const missingScope = (
  scopes: readonly string[] = [],
  operation: string,
  verb: 'read' | 'write',
): Scope | undefined => {
  if (scopes.length === 0) return undefined;
  if (VERB_SCOPES.some((scope) => scopes.includes(scope)) && !scopes.includes(verb)) return verb;
  const service = serviceScope(operation);
  if (service === undefined || !SERVICE_SCOPES.some((scope) => scopes.includes(scope))) return undefined;
  return scopes.includes(service) ? undefined : service;
};

/**
 * Operations that give or change access for longer than an OAuth token or beyond the scopes of a key: a token of one hour must not
 * turn into a credential that stays. Sessions and API keys with full rights may call them.
 */
export const CREDENTIAL_OPERATIONS: ReadonlySet<string> = new Set([
  'auth.apiKeys.create',
  'auth.systems.create',
  'auth.systems.rotateKey',
  'auth.oauthApps.create',
  'auth.oauthApps.update',
  'auth.users.create',
  'auth.users.update',
  'notifier.publishedInboxApps.create',
  'notifier.publishedInboxApps.update',
]);

/** Whether an operation of CREDENTIAL_OPERATIONS is closed to these credentials. */
export const mayNotGrantAccess = (
  { authenticatedBy, scopes = [] }: Pick<Actor, 'authenticatedBy' | 'scopes'>,
  operation: string,
): boolean => CREDENTIAL_OPERATIONS.has(operation) && (authenticatedBy === 'oauth' || scopes.length > 0);
