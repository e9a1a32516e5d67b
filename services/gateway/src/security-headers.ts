import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** The parts of helmet that a JSON API needs; the web pages have their own policy. */
const OPTIONS = { contentSecurityPolicy: false, crossOriginEmbedderPolicy: false, originAgentCluster: false } as const;

/** The headers of helmet are the same for all responses: computed once, not by 13 middlewares per request. */
const listHeaders = (): readonly (readonly [string, string])[] => {
  const headers: [string, string][] = [];
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  response.setHeader = (name, value) => {
    headers.push([name, String(value)]);
    return response;
  };
  helmet(OPTIONS)(request, response, () => undefined);
  return headers;
};

/** Sets the security headers of helmet. */
export const setSecurityHeaders = (): RequestHandler => {
  const headers = listHeaders();
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
};
