import { fork, type ChildProcess } from 'node:child_process';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { serveOnLoopback, type LoopbackServer } from '@porchlight/tools/src/receiver/loopback-server';
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
  return serveOnLoopback(tls, listener, backlog);
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

/** Starts the receiver; `main` is the file that runs `serveQueue` for the argument `receive`. */
export async function startQueueReceiver(
  main: string,
  tls: ReceiverTls,
  record: RecordArrival,
): Promise<QueueReceiver> {
  const child: ChildProcess = fork(main, ['receive', tls.certFile, tls.keyFile], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    const late = setTimeout(() => child.kill('SIGKILL'), START_MS);
    child.once('error', reject).once('exit', () => {
      clearTimeout(late);
      reject(new Error('The receiver in its own process ended.'));
    });
    child.on('message', (message: { port?: number; path?: string; arrival?: Omit<Arrival, 'webhookId'> }) => {
      if (message.port !== undefined) {
        clearTimeout(late);
        resolve(message.port);
      }
      if (message.path !== undefined && message.arrival) record(message.path, message.arrival);
    });
  });
  return {
    name: 'choked',
    url: `https://localhost:${port}`,
    async choke(ms) {
      child.kill('SIGSTOP');
      const fillers: Socket[] = Array.from({ length: FILLERS }, () =>
        connect(port, '127.0.0.1').on('error', () => undefined),
      );
      await new Promise((resolve) => setTimeout(resolve, ms));
      for (const socket of fillers) socket.destroy();
      child.kill('SIGCONT');
    },
    async stop() {
      // A process that has already ended emits no second exit event.
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Runs in the process of the queue receiver. */
export function serveQueue(tls: ReceiverTls): void {
  const good = RECEIVER_BEHAVIORS[0]!;
  const record: RecordArrival = (path, arrival) => void process.send?.({ path, arrival });
  void listenAs(good, tls, record, BACKLOG).then(({ port }) => process.send?.({ port }));
  process.once('disconnect', () => process.exit(0));
}
