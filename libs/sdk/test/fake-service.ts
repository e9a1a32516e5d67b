import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

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
  const server = createServer((req, res) => {
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service: FakeService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    respond: (_request, response) => json(response, 200, {}),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
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
