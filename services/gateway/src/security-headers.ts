import type { ResponseHeaders } from '@porchlight/edge';
import helmet from 'helmet';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** The parts of helmet that a JSON API needs; the web pages have their own policy. */
const OPTIONS = { contentSecurityPolicy: false, crossOriginEmbedderPolicy: false, originAgentCluster: false } as const;

/** The headers of helmet are the same for all responses: computed once, not by 13 middlewares per request. */
export const listSecurityHeaders = (): ResponseHeaders => {
  const headers: Record<string, string> = {};
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  response.setHeader = (name, value) => {
    headers[name] = String(value);
    return response;
  };
  helmet(OPTIONS)(request, response, () => undefined);
  return headers;
};
