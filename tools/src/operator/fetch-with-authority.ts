import { request } from 'node:https';
import { Readable } from 'node:stream';
import { rootCertificates } from 'node:tls';

/** Statuses without a body. */
const EMPTY = new Set([204, 205, 304]);

/**
 * A `fetch` that trusts a further certificate authority. The global one of Node has no option for that which all
 * versions since 20 accept.
 */
export const createFetchWithAuthority = (authority: string): typeof fetch => {
  const ca = [...rootCertificates, authority];
  return (input, { method = 'GET', headers = {}, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const sent = request(
        input as string,
        { method, headers: headers as Record<string, string>, ca, agent: false, ...(signal && { signal }) },
        (received) => {
          const { statusCode: status = 0, headersDistinct } = received;
          const names = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
            values.map((value): [string, string] => [name, value]),
          );
          const content = EMPTY.has(status) ? null : (Readable.toWeb(received) as ReadableStream<Uint8Array>);
          if (content === null) received.resume();
          resolve(new Response(content, { status, headers: names }));
        },
      );
      sent.once('error', reject);
      sent.end(body as string | undefined);
    });
};
