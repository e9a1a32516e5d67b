import type { IncomingMessage } from 'node:http';
import { ToolProblem, type Connection } from '../send/connection';
import type { ServiceClient } from '../send/service-client';
import { serveOnLoopback, type LoopbackServer } from './loopback-server';
import { describeNotification, parseNotification, readResources } from './notification';
import { verifyLegacy, verifyStandard } from './verify-signatures';

const MAX_BODY = 1024 * 1024;
const MAX_SEEN = 10_000;
const MAX_READS_WAITING = 200;

export interface ReceiverOptions {
  readonly connection: Connection;
  readonly client: ServiceClient;
  readonly port: number;
  /** Response status for valid signatures; others get 401. */
  readonly status: number;
  /** Called for each notification, so that secrets may be added later. */
  readonly secrets: () => readonly string[];
  readonly print: (line: string) => void;
  readonly now: () => number;
}

const header = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/** Reads a body; undefined if it is larger than 1 MiB. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += (part as Buffer).length;
    if (size > MAX_BODY) return undefined;
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}

/**
 * Listens on loopback and responds immediately; then prints each notification and reads its record, one after another.
 */
export async function startReceiver({
  connection,
  client,
  port,
  status,
  secrets,
  print,
  now,
}: ReceiverOptions): Promise<LoopbackServer> {
  const eventIds = new Set<string>();
  let reads = Promise.resolve();
  let waiting = 0;

  const remember = (eventId: string): boolean => {
    if (eventIds.has(eventId)) return true;
    eventIds.add(eventId);
    if (eventIds.size > MAX_SEEN) eventIds.delete(eventIds.values().next().value!);
    return false;
  };

  const receive = (request: IncomingMessage, body: Buffer): number => {
    const at = now();
    const standard = verifyStandard(
      {
        id: header(request, 'webhook-id'),
        timestamp: header(request, 'webhook-timestamp'),
        signature: header(request, 'webhook-signature'),
        body,
      },
      { secrets: secrets(), nowSeconds: at / 1000 },
    );
    const legacy = verifyLegacy(header(request, 'x-system-signature'), body, connection.system.key);
    const notification = parseNotification(body);
    if (!notification) {
      print(`A body that is no notification: ${body.toString('utf8').slice(0, 200)}`);
      return 400;
    }
    print(describeNotification(notification, { standard, legacy, at, isRepeated: remember(notification.eventId) }));
    if (!standard.ok || !legacy.ok) return 401;
    if (notification.uri !== null && status < 300) read(notification.uri);
    return status;
  };

  const read = (uri: string): void => {
    if (waiting >= MAX_READS_WAITING) return print(`             not read, too many are waiting: ${uri}`);
    waiting += 1;
    reads = reads
      .then(() => readResources(uri, connection.baseUrl, client))
      .catch((error: Error) => `GET ${uri}: ${error.message}`)
      .then((line) => print(`             ${line}`))
      .finally(() => void (waiting -= 1));
  };

  return serveOnLoopback(
    connection.receiverTls,
    (request, response) => {
      if (request.method !== 'POST') return void response.writeHead(405, { allow: 'POST' }).end();
      readBody(request).then(
        (body) => response.writeHead(body ? receive(request, body) : 413).end(),
        () => response.destroy(),
      );
    },
    { port },
  ).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new ToolProblem(`Port ${port} is taken. Give another with --port.`) : error;
  });
}
