import { request, type IncomingHttpHeaders } from 'node:http';
import type { RequestOptions } from 'node:https';

/** The response to a request of a test. */
export interface Exchanged {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Sends a request exactly as given, to this machine unless the options name another. `send`: that of https for TLS. */
export const exchange = (options: RequestOptions, body?: string | Buffer, send = request): Promise<Exchanged> =>
  new Promise((resolve, reject) => {
    const sent = send({ host: '127.0.0.1', ...options }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }),
      );
    });
    sent.on('timeout', () => sent.destroy(new Error(`${options.method} ${options.path}: no response in time`)));
    sent.on('error', reject);
    sent.end(body);
  });
