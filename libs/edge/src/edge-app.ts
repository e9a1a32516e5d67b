import { refuse, type Reason } from '@porchlight/errors';
import type { Tracing } from '@porchlight/runtime';
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { acceptsJson } from './negotiation';
import { sendError } from './send-response';
import { formatLoggedPath } from './logged-path';
import { readPathname, getState, type Delivery, type EdgeRequest, type ResponseHeaders } from './request-state';
import { beginRequest, endRequest } from './trace-requests';

/** One served request, for the canonical line and the metrics. */
export interface Served {
  readonly requestId: string;
  /** Id of the trace, if the request is traced; the same name as in all log lines (libs/runtime). */
  readonly trace_id?: string | undefined;
  readonly method: string;
  /** Without the query, which may contain secrets. */
  readonly path: string;
  readonly operation: string;
  readonly status: number;
  readonly outcome: string;
  readonly ms: number;
  readonly account?: number;
  readonly user?: number;
  readonly system?: string;
  /** The client disconnected before the response was sent. */
  readonly aborted?: true;
}

/** Options of the edge application. */
export interface EdgeOptions {
  /** ms since the epoch. */
  readonly now: () => number;
  /** Creates an id for X-Request-Id and the request line. */
  readonly requestId: () => string;
  readonly tracing?: Tracing | undefined;
  /** Called for every request after its response was sent or the client disconnected. */
  readonly served: (line: Served) => void;
  /** Called for every error that became INTERNAL. */
  readonly fault: (error: unknown, requestId: string) => void;
  /** Limits the bytes of responses that clients have not read yet. */
  readonly delivery?: Delivery;
  /**
   * Authenticates also requests without a route, so that they count under the rate limit and the response has its
   * headers.
   */
  readonly identify?: RequestHandler;
  /** True for requests that are served for any `Accept`: a lead must not be lost for it (D13.5). */
  readonly acceptsAny?: (req: Request) => boolean;
  /** Headers of every response. */
  readonly headers?: ResponseHeaders;
  /** Serve requests below /v1, one after the other; `mount` may add further routes. */
  readonly api?: readonly RequestHandler[];
}

/** Rejects requests without a route; requests with credentials only after authentication. */
const refuseKnown = ({ identify }: EdgeOptions, reason: Reason): RequestHandler => {
  return (req, res, next) => {
    const { authorization, cookie } = req.headers;
    if (!identify || getState(req).actor || (authorization ?? cookie) === undefined) throw refuse(reason);
    return identify(req, res, (error?: unknown) => next(error ?? refuse(reason)));
  };
};

/** Repeated slashes in the path of a URL count as one (D13.10); those of its query stay. */
const joinSlashes = (url: string): string => {
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  return path.includes('//') ? `${path.replace(/\/{2,}/g, '/')}${at < 0 ? '' : url.slice(at)}` : url;
};

/** Sets the state of a request and reports the request when it has ended. Runs `next` within its span. */
const begin =
  (options: EdgeOptions): RequestHandler =>
  (req, res, next) => {
    const requestId = options.requestId();
    const started = options.now();
    req.url = req.originalUrl = joinSlashes(req.url);
    const span = options.tracing && beginRequest(options.tracing, req);
    (req as EdgeRequest).edge = {
      requestId,
      started,
      headers: { 'X-Request-Id': requestId, ...options.headers },
      operation: '',
      outcome: 'ok',
      span,
      delivery: options.delivery,
    };
    res.on('close', () => {
      const { actor, operation, outcome } = getState(req);
      if (span) endRequest(span, req, res);
      options.served({
        requestId,
        trace_id: span?.traceId,
        method: req.method,
        path: formatLoggedPath(readPathname(req)),
        operation,
        status: res.statusCode,
        outcome,
        ms: options.now() - started,
        ...(actor && {
          account: actor.accountId,
          user: actor.userId,
          ...(actor.system !== undefined && { system: actor.system }),
        }),
        ...(res.writableFinished ? {} : { aborted: true as const }),
      });
    });
    if (span) span.run(next);
    else next();
  };

/** Otherwise Node responds without a body. */
const requireHost: RequestHandler = (req, _res, next) => {
  if (req.headers.host === undefined && req.httpVersion === '1.1') throw refuse('MALFORMED_HTTP');
  next();
};

/** The handlers of pages send their responses without sendHead. */
const setPageHeaders: RequestHandler = (req, res, next) => {
  const state = getState(req);
  for (const [name, value] of Object.entries(state.headers)) res.setHeader(name, value);
  state.headers = {};
  next();
};

/**
 * Creates the express application: one log line per request, JSON only, one error format. `mount` adds the pages.
 */
export const createEdgeApp = (options: EdgeOptions, mount: (app: Express) => void): Express => {
  const refuseUnacceptable = refuseKnown(options, 'NOT_ACCEPTABLE');
  const requireJson: RequestHandler = (req, res, next) =>
    acceptsJson(req.headers.accept) || options.acceptsAny?.(req) ? next() : refuseUnacceptable(req, res, next);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('case sensitive routing', false);
  app.use(begin(options), requireHost);
  app.use('/v1', requireJson, ...(options.api ?? []));
  app.use(setPageHeaders);
  mount(app);
  app.use('/v1', refuseKnown(options, 'NO_SUCH_PATH'));
  app.use(() => {
    throw refuse('NO_SUCH_PATH');
  });
  app.use((error: unknown, req: Request, res: Response, _next: NextFunction) => {
    // express throws a URIError for a path that cannot be decoded; the response is 404.
    const refusal = error instanceof URIError ? refuse('NO_SUCH_PATH') : error;
    const { requestId } = getState(req);
    try {
      sendError(req, res, refusal);
    } catch (fault) {
      // For example a header with a line feed. An error here would end the process.
      options.fault(fault, requestId);
      res.destroy();
    }
    if (getState(req).outcome === 'INTERNAL') options.fault(error, requestId);
  });
  return app;
};
