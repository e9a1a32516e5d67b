import type { Span, Tracing } from '@porchlight/runtime';
import type { Request, Response } from 'express';
import { getState } from './request-state';

/**
 * Begins the step that a request is: of the caller's trace where its `traceparent` is valid, else the first of a new
 * one.
 */
export const beginRequest = (tracing: Tracing, req: Request): Span | undefined => {
  const { traceparent } = req.headers;
  const attributes = { 'http.request.method': req.method, 'url.scheme': req.protocol };
  return tracing.begin(
    { name: req.method, kind: 'server', attributes },
    typeof traceparent === 'string' ? traceparent : undefined,
  );
};

/** Named by the operation, for paths and queries hold ids and more. A refusal is no failure of the server. */
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
