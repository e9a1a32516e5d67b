import { addHeaders, getState, type Admit } from '@porchlight/edge';
import type { Clock } from '@porchlight/runtime';
import type { Request, RequestHandler } from 'express';
import { createStaleIfErrorCache } from './stale-if-error-cache';
import type { LimitUnknown } from './unknown-credentials';

interface CorsOptions {
  /** Whether an account lists the origin. */
  readonly findOrigin: (origin: string) => Promise<boolean>;
  readonly clock: Clock;
  /** Limits the look-ups of origins that no account lists, by network. */
  readonly limitUnknown: LimitUnknown;
}

const METHODS = 'GET, HEAD, POST, PUT, DELETE';
/** Headers that clients may send. */
const ALLOWED =
  'Authorization, Content-Type, X-System, X-System-Key, If-Match, If-None-Match, Idempotency-Key, Prefer, Last-Event-ID';
/** Headers that scripts may read. */
const EXPOSED = [
  ...[
    'Deprecation',
    'Sunset',
    'Link',
    'ETag',
    'Idempotent-Replayed',
    'Preference-Applied',
    'Retry-After',
    'WWW-Authenticate',
    'X-Account-Id',
  ],
  ...['X-Ignored', 'X-RateLimit-Context', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Window'],
  ...['X-Request-Id', 'X-User-Id'],
].join(', ');
/** Time for which a browser uses the answer to a preflight request, seconds. */
const PREFLIGHT_S = 600;
/** Longest name of a host and its port, with the scheme. */
const MAX_ORIGIN = 300;
const BEARER = /^bearer /i;

const readOrigin = ({ headers: { origin } }: Request): string | undefined =>
  origin !== undefined && origin.length <= MAX_ORIGIN ? origin : undefined;

const removeHeaders = (req: Request, names: readonly string[]): void => {
  const state = getState(req);
  state.headers = Object.fromEntries(Object.entries(state.headers).filter(([name]) => !names.includes(name)));
};

/**
 * CORS (D13.10): scripts of origins that the owner lists may call the API with an access token. Never with a session
 * cookie, since no response allows credentials, and never with an API key.
 */
export const createCors = ({ findOrigin, clock, limitUnknown }: CorsOptions) => {
  const isListed = createStaleIfErrorCache<boolean>({ clock, load: findOrigin });
  const allow = (req: Request, origin: string): void =>
    addHeaders(req, {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': EXPOSED,
      Vary: 'Origin',
    });

  /** Answers preflight requests, which name no account, and lets scripts read why a token was refused. */
  const handler: RequestHandler = async (req, res, next) => {
    const origin = readOrigin(req);
    const isPreflight = req.method === 'OPTIONS' && req.headers['access-control-request-method'] !== undefined;
    if (origin === undefined || !(isPreflight || BEARER.test(req.headers.authorization ?? ''))) return next();
    // Without the auth service nothing is allowed; the request itself reports that.
    const listed = limitUnknown(origin, req, async () => ((await isListed(origin)) ? true : undefined));
    if (!(await listed.catch(() => undefined))) return next();
    if (!isPreflight) {
      allow(req, origin);
      return next();
    }
    getState(req).operation = 'gateway.cors.preflight';
    res
      .writeHead(204, {
        ...getState(req).headers,
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Allow-Methods': METHODS,
        'Access-Control-Allow-Headers': ALLOWED,
        'Access-Control-Max-Age': PREFLIGHT_S,
        Vary: 'Origin',
      })
      .end();
  };

  /** Lets only the origins of the caller's own account read the response. */
  const withOrigin =
    (admit: Admit): Admit =>
    (req, res) => {
      const { actor } = getState(req);
      const origin = readOrigin(req);
      const isOwn = actor?.authenticatedBy === 'oauth' && origin !== undefined && actor.corsOrigins?.includes(origin);
      if (isOwn) allow(req, origin);
      else if (origin !== undefined)
        removeHeaders(req, ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers']);
      return admit(req, res);
    };

  return { handler, withOrigin };
};
