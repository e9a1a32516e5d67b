import { refuse, type Reason } from '@porchlight/errors';
import type { Tracing } from '@porchlight/runtime';
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { acceptsJson } from './negotiation';
import { runHandlers } from './route-table';
import { sendError } from './send-response';
import type { Delivery } from './deliver';
import { readPathname, getState, type EdgeRequest, type ResponseHeaders } from './request-state';
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
  /** Headers of every response. */
  readonly headers?: ResponseHeaders;
  /**
   * Serve requests below /v1, one after the other, without express: its layers and the prototypes that it sets cost a
   * tenth of a read. Absent: `mount` serves them.
   */
  readonly api?: readonly RequestHandler[];
}

/** The prefix of the API in a request target. */
const API_PREFIX = /^\/v1(?=[/?]|$)/i;

/** Rejects requests without a route; requests with credentials only after authentication. */
const refuseKnown = ({ identify }: EdgeOptions, reason: Reason): RequestHandler => {
  return (req, res, next) => {
    const { authorization, cookie } = req.headers;
    if (!identify || getState(req).actor || (authorization ?? cookie) === undefined) throw refuse(reason);
    return identify(req, res, (error?: unknown) => next(error ?? refuse(reason)));
  };
};

/** Sets the state of a request and reports the request when it has ended. Runs `next` within its span. */
const begin = (options: EdgeOptions, req: Request, res: Response, next: () => void): void => {
  const requestId = options.requestId();
  const started = options.now();
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
      path: readPathname(req).slice(0, 200),
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

/**
 * Creates the application: one log line per request, JSON only, one error format. `mount` adds the routes that express
 * serves: those outside /v1.
 */
export const createEdgeApp = (options: EdgeOptions, mount: (app: Express) => void): RequestListener => {
  const refuseUnacceptable = refuseKnown(options, 'NOT_ACCEPTABLE');
  const requireJson: RequestHandler = (req, res, next) =>
    acceptsJson(req.headers.accept) ? next() : refuseUnacceptable(req, res, next);
  const refuseUnknown = refuseKnown(options, 'NO_SUCH_PATH');
  const fail = (error: unknown, req: Request, res: Response): void => {
    // A path that cannot be decoded throws a URIError; the response is 404.
    const known = error instanceof URIError ? refuse('NO_SUCH_PATH') : error;
    const { requestId } = getState(req);
    try {
      sendError(req, res, known);
    } catch (fault) {
      // For example a header with a line feed. An error here would end the process.
      options.fault(fault, requestId);
      res.destroy();
    }
    if (getState(req).outcome === 'INTERNAL') options.fault(error, requestId);
  };

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('case sensitive routing', false);
  app.use(requireHost);
  app.use('/v1', requireJson);
  mount(app);
  app.use('/v1', refuseUnknown);
  app.use(() => {
    throw refuse('NO_SUCH_PATH');
  });
  app.use((error: unknown, req: Request, res: Response, _next: NextFunction) => fail(error, req, res));

  const api = options.api && [requireHost, requireJson, ...options.api, refuseUnknown];
  const serveApi = (handlers: readonly RequestHandler[], req: Request, res: Response, prefix: string): void => {
    // As express sets them for a router below a path.
    req.baseUrl = prefix;
    req.url = req.url.slice(prefix.length);
    runHandlers(handlers, req, res, (error?: unknown) => fail(error, req, res));
  };

  /** The handlers of pages send their responses without sendHead. */
  const servePage = (req: Request, res: Response): void => {
    const state = getState(req);
    for (const [name, value] of Object.entries(state.headers)) res.setHeader(name, value);
    state.headers = {};
    app(req, res);
  };

  return (request: IncomingMessage, response: ServerResponse) => {
    const [req, res] = [request as Request, response as Response];
    req.originalUrl = req.url;
    // The response of a batch's item has another one.
    res.req = req;
    const [prefix] = (api && API_PREFIX.exec(req.url)) ?? [];
    begin(options, req, res, () => {
      if (api && prefix !== undefined) serveApi(api, req, res, prefix);
      else servePage(req, res);
    });
  };
};
