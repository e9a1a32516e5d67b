import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { withDeadline } from './deadlines';
import { isError } from './redaction';

/** The checks of readiness by name: true, or the reason of a failure. */
export interface ReadyReport {
  readonly ok: boolean;
  readonly checks: Readonly<Record<string, boolean | string>>;
}

export interface OperationsOptions {
  /** 0 selects a free port. */
  readonly port: number;
  readonly host: string;
  readonly registry: Registry;
  readonly ready: () => Promise<ReadyReport>;
  /** Timeout of `ready`, ms (default 2 s); then not ready. */
  readonly readyTimeoutMs?: number;
}

/** The port for balancers and Prometheus, separate from the port of the service. */
export interface Operations {
  readonly server: Server;
  /** The port in use. */
  readonly port: number;
  /** Sets readiness to false while the server continues, so that callers leave before the service stops. */
  drain(): void;
  stop(): Promise<void>;
}

/**
 * Starts the health port: `/livez` returns 200 while the event loop runs, `/readyz` 200 or 503 with the checks as JSON,
 * `/metrics` the metrics for Prometheus. Plain HTTP, for internal use only.
 */
export const startOperations = async (options: OperationsOptions): Promise<Operations> => {
  const { port, host, registry, ready, readyTimeoutMs = 2_000 } = options;
  let draining = false;
  let asking: Promise<ReadyReport> | undefined;

  // Concurrent callers share one round of checks.
  const askReady = (): Promise<ReadyReport> => {
    if (draining) return Promise.resolve({ ok: false, checks: { stopping: 'the service is stopping' } });
    asking ??= withDeadline(
      async () => ready(),
      readyTimeoutMs,
      () => new Error(`no answer within ${readyTimeoutMs} ms`),
    )
      .catch((error: unknown) => ({ ok: false, checks: { ready: isError(error) ? error.message : 'failed' } }))
      .finally(() => (asking = undefined));
    return asking;
  };

  const answer = async (method: string, path: string, response: ServerResponse): Promise<void> => {
    if (method !== 'GET' && method !== 'HEAD') return send(response, 405, 'text/plain', 'Only GET is answered here.\n');
    if (path === '/livez') return send(response, 200, 'text/plain', 'ok\n');
    if (path === '/readyz') {
      const report = await askReady();
      return send(response, report.ok ? 200 : 503, 'application/json', `${JSON.stringify(report)}\n`);
    }
    if (path === '/metrics') {
      const text = await withDeadline(registry.metrics(), 5_000);
      return send(response, 200, registry.contentType, text);
    }
    return send(response, 404, 'text/plain', 'Here are /livez, /readyz and /metrics.\n');
  };

  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] as string;
    answer(request.method ?? 'GET', path, response).catch(() => send(response, 500, 'text/plain', 'failed\n'));
  });
  server.requestTimeout = 5_000;
  server.maxConnections = 100;
  // Node's own check for slow connections runs every 30 s by default, which is sufficient.
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });

  return {
    server,
    port: (server.address() as AddressInfo).port,
    drain: () => void (draining = true),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const send = (response: ServerResponse, status: number, type: string, body: string): void => {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  });
  response.end(body);
};
