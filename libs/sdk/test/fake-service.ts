import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { listen } from '@porchlight/testkit/src/listen';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A service that records requests and responds as the test defines. */
export interface FakeService {
  readonly url: string;
  readonly received: Received[];
  /** Responds to a request, or does nothing. */
  respond: (request: Received, response: ServerResponse) => void;
  stop(): Promise<void>;
}

export async function startFakeService(): Promise<FakeService> {
  const { url, stop } = await listen((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const request = {
        method: req.method!,
        url: req.url!,
        headers: req.headers,
        body: Buffer.concat(chunks).toString(),
      };
      service.received.push(request);
      service.respond(request, res);
    });
  });
  const service: FakeService = {
    url,
    received: [],
    respond: (_request, response) => json(response, 200, {}),
    stop,
  };
  return service;
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(body === undefined ? undefined : JSON.stringify(body));
}
