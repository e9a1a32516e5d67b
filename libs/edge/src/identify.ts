import type { Caller } from '@porchlight/access';
import { refuse } from '@porchlight/errors';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { addHeaders, getActor, readQuery, getState, type VerifiedSystem } from './request-state';

/** Verifies credentials through the auth service; results are cached for less than a second. Throws Refusal. */
export interface Credentials {
  /**
   * Returns undefined for an unknown or disabled key or user. `req` provides the network for the limit of unknown keys.
   */
  actorOfApiKey(apiKey: string, req?: Request): Promise<Caller | undefined>;
  /** Returns undefined if name and key do not match. */
  verifySystem(name: string, key: string): Promise<VerifiedSystem | undefined>;
  /** Returns undefined for an invalid, expired or revoked access token. */
  actorOfToken?(token: string): Promise<Caller | undefined>;
  /** Resolves the session cookie of requests without an Authorization header. */
  sessionOf?(req: Request): Promise<SignedInActor | undefined>;
}

/** The user of the session. */
export interface SignedInActor {
  readonly actor: Caller;
  /** CSRF token; every change must send it in X-CSRF-Token. */
  readonly csrfToken: string;
}

const MAX_CREDENTIAL = 1_024;

/** RFC 7617: the user name is the API key, the password is ignored (specification: Authentication). */
const readApiKey = (header: string | undefined): string | undefined => {
  if (header === undefined || header.length > MAX_CREDENTIAL) return undefined;
  const match = /^basic +([A-Za-z0-9+/=_-]+)$/i.exec(header);
  if (!match) return undefined;
  const text = Buffer.from(match[1]!, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return (colon < 0 ? text : text.slice(0, colon)) || undefined;
};

const single = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header.trim() : undefined;

/** X-System, or the `system` argument of the query or body if only the key is in a header (decisions section 3). */
const readSystemName = (req: Request): string | undefined => {
  const header = single(req.headers['x-system']);
  if (header) return header;
  const query = readQuery(req).get('system');
  if (query) return query;
  const body: unknown = req.body;
  const inBody = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)['system'] : undefined;
  return typeof inBody === 'string' && inBody !== '' ? inBody : undefined;
};

const readBearerToken = (header: string | undefined): string | undefined =>
  /^bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(header ?? '')?.[1];

/** Browsers send the cookie with cross-site requests, but not this header: it is required for every change (CSRF). */
const actorOfSession = async (credentials: Credentials, req: Request): Promise<Caller | undefined> => {
  const session = await credentials.sessionOf?.(req);
  if (
    session &&
    req.method !== 'GET' &&
    req.method !== 'HEAD' &&
    single(req.headers['x-csrf-token']) !== session.csrfToken
  )
    throw refuse('CSRF_REFUSED');
  return session?.actor;
};

/** Authenticates by the Authorization header if present, else by the session cookie. */
const actorOfRequest = async (credentials: Credentials, req: Request): Promise<Caller | undefined> => {
  const header = req.headers.authorization;
  if (header === undefined) return actorOfSession(credentials, req);
  const token = readBearerToken(header);
  if (token !== undefined) return credentials.actorOfToken?.(token);
  const apiKey = readApiKey(header);
  return apiKey === undefined ? undefined : credentials.actorOfApiKey(apiKey, req);
};

/** Verifies the system's name and key once per request; the name may be in a body that is not read yet. */
const lookAtSystem = async (
  credentials: Credentials,
  req: Request,
  key: string,
  name: string | undefined,
): Promise<VerifiedSystem | undefined> => {
  const state = getState(req);
  if (!state.system) {
    const system =
      name === undefined || name.length > 255 || key.length > MAX_CREDENTIAL
        ? undefined
        : await credentials.verifySystem(name, key);
    state.system = { verified: system };
  }
  return state.system.verified;
};

/**
 * The registered system of a request, before its body is read. Undefined without a system, if only the body names it,
 * or for a wrong key, which identifySystem refuses. Resolves synchronously from the cache.
 */
export const systemAhead = (
  credentials: Credentials,
  req: Request,
): string | undefined | Promise<string | undefined> => {
  const { actor } = getState(req);
  if (actor?.system !== undefined) return actor.system;
  const key = single(req.headers['x-system-key']);
  if (key === undefined || key === '') return undefined;
  const name = readSystemName(req);
  return name === undefined ? undefined : lookAtSystem(credentials, req, key, name).then((system) => system?.name);
};

/**
 * The caller of a request that is still served, as it is now; undefined once its credentials, its user or its system
 * have ended. Throws Refusal, also if the auth service does not answer.
 */
export const readCaller = async (credentials: Credentials, req: Request): Promise<Caller | undefined> => {
  const actor = await actorOfRequest(credentials, req);
  if (!actor) return undefined;
  const { system, systemId } = getActor(req);
  const key = single(req.headers['x-system-key']);
  if (system !== undefined && key !== undefined && key !== '') {
    const verified = await credentials.verifySystem(readSystemName(req) ?? '', key);
    if (!verified || verified.disabled) return undefined;
  }
  return { ...actor, ...(system !== undefined && { system }), ...(systemId !== undefined && { systemId }) };
};

/** Decides whether a request of an authenticated caller is served; throws Refusal. Synchronous where possible. */
export type Admit = (req: Request, res: Response) => void | Promise<void>;

/**
 * Authenticates the caller: 401 for an unknown API key, access token or session. Reads no other part of the request
 * before.
 */
export const identifyUser = (credentials: Credentials, admit?: Admit): RequestHandler => {
  return async (req: Request, res: Response, next: NextFunction): Promise<void> => {
    const actor = await actorOfRequest(credentials, req);
    if (!actor) throw refuse('UNAUTHENTICATED');
    getState(req).actor = actor;
    addHeaders(req, { 'X-Account-Id': actor.accountId, 'X-User-Id': actor.userId });
    const admitted = admit?.(req, res);
    if (admitted) await admitted;
    next();
  };
};

/**
 * Identifies the system after the body was read. A wrong key is a 401. A name without a key is rejected, unless
 * `allowWithoutKey` permits it. An account may accept unregistered systems as requests without a system (decisions
 * section 11).
 */
export const identifySystem = (
  credentials: Credentials,
  allowWithoutKey: boolean,
  countUnregistered?: (accountId: number, name: string) => void,
): RequestHandler => {
  return async (req: Request, _res: Response, next: NextFunction): Promise<void> => {
    const key = single(req.headers['x-system-key']);
    if (key === undefined || key === '') {
      const name = allowWithoutKey ? readSystemName(req) : undefined;
      if (name !== undefined) setSystem(req, { name });
      next();
      return;
    }
    const name = readSystemName(req);
    const system = await lookAtSystem(credentials, req, key, name);
    // Also where the account ignores unregistered systems (D13.9).
    if (system?.disabled) throw refuse('SYSTEM_DISABLED', { system: system.name });
    if (system !== undefined) setSystem(req, system);
    else {
      const { actor } = getState(req);
      if (actor?.unregisteredSystems !== 'ignore') throw refuse('UNKNOWN_SYSTEM');
      countUnregistered?.(actor.accountId, (name ?? '').slice(0, 255));
    }
    next();
  };
};

const setSystem = (req: Request, { name, accountId, id }: VerifiedSystem): void => {
  const state = getState(req);
  if (!state.actor) return;
  const isOwn = id !== undefined && accountId === state.actor.accountId;
  state.actor = { ...state.actor, system: name, ...(isOwn && { systemId: id }) };
};
