import type { ServerResponse } from 'node:http';
import { serveOnLoopback } from '@porchlight/tools/src/receiver/loopback-server';

export type BenchReceiver = Readonly<Awaited<ReturnType<typeof startBenchReceiver>>>;

const MAX_BODY = 1024 * 1024;

/** A minimal receiver on loopback: parses, records the time, responds with 200. It does not verify signatures. */
export async function startBenchReceiver(tls: { certFile: string; keyFile: string }) {
  const arrivals = new Map<string, number>();
  const held: ServerResponse[] = [];
  let holding = false;
  let received = 0;
  let firstAt: number | undefined;

  const note = (text: string): void => {
    const at = performance.now();
    received += 1;
    firstAt ??= at;
    const { event, resourceIds } = JSON.parse(text) as { event: string; resourceIds: number[] };
    for (const id of resourceIds) {
      const key = `${event} ${id}`;
      if (!arrivals.has(key)) arrivals.set(key, at);
    }
  };

  const server = await serveOnLoopback(tls, (request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => (text.length > MAX_BODY ? request.destroy() : (text += part)));
    request.on('end', () => {
      try {
        note(text);
        response.statusCode = 200;
      } catch {
        response.statusCode = 400;
      }
      if (holding) held.push(response);
      else response.end();
    });
  });

  return {
    url: server.url,
    /** Requests received, including repetitions. */
    get received() {
      return received;
    },
    /** Time of the first request since the last `clear`, by performance.now(), ms. */
    get firstAt() {
      return firstAt;
    },
    /** Time of the first notification for a resource. */
    arrival: (event: string, id: number) => arrivals.get(`${event} ${id}`),
    /** Holds all responses from now on. */
    hold: () => void (holding = true),
    clear() {
      arrivals.clear();
      received = 0;
      firstAt = undefined;
    },
    async stop(): Promise<void> {
      for (const response of held) response.end();
      await server.stop();
    },
  };
}
