import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveOnLoopback, type LoopbackServer } from '@porchlight/tools/src/receiver/loopback-server';
import { startRole } from '../role-process';
import type { Arrival } from './ledger';

/** How a receiver behaves, as data. */
export interface ReceiverBehavior {
  readonly name: string;
  /** Milliseconds before a response. */
  readonly delayMs: number;
  /** Status at a moment (ms since the epoch). */
  readonly statusAt: (now: number) => number;
}

const FLAP_MS = 6_000;

/** The three kinds of receivers. */
export const RECEIVER_BEHAVIORS: readonly ReceiverBehavior[] = [
  { name: 'good', delayMs: 0, statusAt: () => 200 },
  { name: 'slow', delayMs: 1_000, statusAt: () => 200 },
  { name: 'flapping', delayMs: 0, statusAt: (now) => (Math.floor(now / FLAP_MS) % 2 === 0 ? 200 : 500) },
];

/** For accounts that are disabled or deleted: deliveries are retried until then. */
export const REFUSING: ReceiverBehavior = { name: 'refusing', delayMs: 0, statusAt: () => 500 };

/** Certificate and key of receivers, PEM files. */
export interface ReceiverTls {
  readonly certFile: string;
  readonly keyFile: string;
}

/** A receiver; the path of a request identifies the webhook. */
export interface ChaosReceiver {
  readonly name: string;
  readonly url: string;
  stop(): Promise<void>;
}

/** Records a request; the path identifies the webhook. */
export type RecordArrival = (path: string, arrival: Omit<Arrival, 'webhookId'>) => void;

/** Starts a receiver in this process. */
export async function startReceiver(
  behavior: ReceiverBehavior,
  tls: ReceiverTls,
  record: RecordArrival,
): Promise<ChaosReceiver> {
  const { url, stop } = await listenAs(behavior, tls, record);
  return { name: behavior.name, url, stop };
}

function listenAs(
  { delayMs, statusAt }: ReceiverBehavior,
  tls: ReceiverTls,
  record: RecordArrival,
  backlog?: number,
): Promise<LoopbackServer> {
  const listener: RequestListener = (request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.on('end', () => {
      const answer = (): void => {
        if (response.destroyed) return;
        const at = Date.now();
        const status = statusAt(at);
        const { eventId, resourceIds } = JSON.parse(text) as { eventId: string; resourceIds: number[] };
        record(request.url ?? '', { eventId, personIds: resourceIds, at, status });
        response.writeHead(status).end();
      };
      if (delayMs === 0) answer();
      else setTimeout(answer, delayMs);
    });
  };
  return serveOnLoopback(tls, listener, { backlog });
}

/** A healthy receiver in its own process. While it is stopped, only the kernel accepts connections. */
export interface QueueReceiver extends ChaosReceiver {
  /** Stops the process and fills its accept queue for so long: the kernel drops further connections then. */
  choke(ms: number): Promise<void>;
}

/** Connections that fill the accept queue, and a few more. */
const BACKLOG = 8;
const FILLERS = 40;
const START_MS = 15_000;

/** Starts the receiver; `program` plays its role by `serveQueue`. */
export async function startQueueReceiver(
  program: string,
  tls: ReceiverTls,
  record: RecordArrival,
): Promise<QueueReceiver> {
  const role = startRole(program, 'receive', ({ path, arrival }) => record(path, arrival));
  const port = await role.ask<number>(tls, { timeoutMs: START_MS });
  return {
    name: 'choked',
    url: `https://localhost:${port}`,
    async choke(ms) {
      process.kill(role.pid, 'SIGSTOP');
      const fillers: Socket[] = Array.from({ length: FILLERS }, () =>
        connect(port, '127.0.0.1').on('error', () => undefined),
      );
      await sleep(ms);
      for (const socket of fillers) socket.destroy();
      process.kill(role.pid, 'SIGCONT');
    },
    stop: () => role.stop(),
  };
}

/** The role of the queue receiver: reports the requests, and its port as the result. */
export const serveQueue = async (tls: ReceiverTls, report: (event: object) => void): Promise<number> => {
  const record: RecordArrival = (path, arrival) => report({ path, arrival });
  return (await listenAs(RECEIVER_BEHAVIORS[0]!, tls, record, BACKLOG)).port;
};
