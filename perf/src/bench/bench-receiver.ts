import type { ServerResponse } from 'node:http';
import { serveOnLoopback } from '@porchlight/tools/src/receiver/loopback-server';

/** Time of the first notification for a resource, by path of the receiver. */
export interface Arrival {
  /** By performance.now(), ms. */
  readonly at: number;
}

export interface BenchReceiver {
  /** `https://localhost:<port>` */
  readonly url: string;
  /** Requests received, including repetitions. */
  readonly received: number;
  /** Number of different (path, event name, resource) received so far. */
  readonly notified: number;
  /**
   * Time of the first request since the last `clear`; undefined without any. From performance.now(), ms, like all
   * times.
   */
  readonly firstAt: number | undefined;
  /** Time of the last new one. */
  readonly lastAt: number;
  arrival(event: string, id: number): Arrival | undefined;
  /** Holds all responses until `release` is called. */
  hold(): void;
  release(): void;
  clear(): void;
  stop(): Promise<void>;
}

const MAX_BODY = 1024 * 1024;

/** A minimal receiver on loopback: parses, records the time, responds with 200. It does not verify signatures. */
export async function startBenchReceiver(tls: { certFile: string; keyFile: string }): Promise<BenchReceiver> {
  const pairs = new Set<string>();
  const arrivals = new Map<string, Arrival>();
  const held: ServerResponse[] = [];
  let holding = false;
  let received = 0;
  let firstAt: number | undefined;
  let lastAt = 0;

  const note = (path: string, text: string): void => {
    const at = performance.now();
    received += 1;
    firstAt ??= at;
    const { event, resourceIds } = JSON.parse(text) as { event: string; resourceIds: number[] };
    for (const id of resourceIds) {
      const pair = `${path} ${event} ${id}`;
      if (pairs.has(pair)) continue;
      pairs.add(pair);
      lastAt = at;
      const key = `${event} ${id}`;
      if (!arrivals.has(key)) arrivals.set(key, { at });
    }
  };

  const server = await serveOnLoopback(tls, (request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => (text.length > MAX_BODY ? request.destroy() : (text += part)));
    request.on('end', () => {
      try {
        note(request.url ?? '', text);
        response.statusCode = 200;
      } catch {
        response.statusCode = 400;
      }
      if (holding) held.push(response);
      else response.end();
    });
  });

  const release = (): void => {
    holding = false;
    for (const response of held.splice(0)) response.end();
  };
  return {
    url: server.url,
    get received() {
      return received;
    },
    get notified() {
      return pairs.size;
    },
    get firstAt() {
      return firstAt;
    },
    get lastAt() {
      return lastAt;
    },
    arrival: (event, id) => arrivals.get(`${event} ${id}`),
    hold: () => void (holding = true),
    release,
    clear() {
      pairs.clear();
      arrivals.clear();
      received = 0;
      firstAt = undefined;
    },
    async stop() {
      release();
      await server.stop();
    },
  };
}
