import type { Span, Tracing } from '@porchlight/runtime';
import type { Request, Response } from 'express';
import { getState } from './request-state';

/** Starts the span of a request: in the caller's trace if its `traceparent` is valid, otherwise in a new trace. */
export const beginRequest = (tracing: Tracing, req: Request): Span | undefined => {
  const { traceparent } = req.headers;
  const attributes = { 'http.request.method': req.method, 'url.scheme': req.protocol };
  return tracing.begin(
    { name: req.method, kind: 'server', attributes },
    typeof traceparent === 'string' ? traceparent : undefined,
  );
};

/** Named by the operation, because paths and queries contain ids and more. A refusal is not a server error. */
export const endRequest = (span: Span, req: Request, res: Response): void => {
  const { operation, outcome } = getState(req);
  const route = req.route as { readonly path?: unknown } | undefined;
  span.end({
    ...(operation !== '' && { name: operation }),
    attributes: {
      'http.response.status_code': res.statusCode,
      'http.route': typeof route?.path === 'string' ? `${req.baseUrl}${route.path}` : undefined,
    },
    error: res.writableFinished ? (res.statusCode >= 500 ? outcome : undefined) : 'aborted',
  });
};
