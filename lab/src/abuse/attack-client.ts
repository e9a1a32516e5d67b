import { readFileSync } from 'node:fs';
import { connect as netConnect } from 'node:net';
import { connect as tlsConnect, type TLSSocket } from 'node:tls';
import { Pool } from 'undici';
import { credentialHeaders } from '@porchlight/tools/src/send/service-client';
import type { Connection, ConnectionAccount } from '@porchlight/tools/src/send/connection';
import type { AttackRequest, AttackResponse } from './attack';

const REQUEST_TIMEOUT_MS = 15_000;
/** A response body beyond this is read but not parsed. */
const MAX_PARSED_BYTES = 65_536;
/** A slow peer reads or writes one byte in this time. */
const SLOW_BYTE_MS = 1_000;

/**
 * Creates the nth of the concurrent attackers, with a loopback address of its own as client address. The addresses
 * 127.0.1.1 to 127.0.1.254 are on loopback without any set-up on Linux.
 */
export const createAttackClient = (connection: Connection, account: ConnectionAccount, nth: number) => {
  const ca = readFileSync(connection.caFile);
  const localAddress = `127.0.1.${1 + (nth % 254)}`;
  const { port } = new URL(connection.baseUrl);
  const pool = new Pool(connection.baseUrl, { connections: 2, connect: { ca, localAddress, timeout: 5_000 } });
  const credentials = credentialHeaders(connection, account);
  const lender = credentialHeaders(connection, account, 'lender');
  const headersFor = ({ as = 'attacker', headers }: AttackRequest): Record<string, string> => ({
    ...(as === 'stranger' ? {} : as === 'lender' ? lender : credentials),
    ...headers,
  });

  return {
    /** Sends a request at normal pace. Never rejects; status 0 means that no whole response came. */
    async send(request: AttackRequest, signal?: AbortSignal): Promise<AttackResponse> {
      const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
      try {
        const { statusCode, body } = await pool.request({
          method: request.method,
          path: request.path,
          headers: headersFor(request),
          body: request.body ?? null,
          signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        });
        let text = '';
        for await (const part of body) if (text.length < MAX_PARSED_BYTES) text += String(part);
        return { status: statusCode, body: parseObject(text) };
      } catch {
        return { status: 0, body: undefined };
      }
    },
    /**
     * Opens a connection for a slow pace and holds it until the signal fires. Resolves with the status seen, 0 for
     * none.
     */
    hold(request: AttackRequest, signal: AbortSignal): Promise<number> {
      return new Promise((resolve) => {
        if (signal.aborted) return resolve(0);
        const socket = tlsConnect({
          socket: netConnect({ host: '127.0.0.1', port: Number(port), localAddress }),
          servername: 'localhost',
          ca,
        });
        let status = 0;
        const finish = (): void => {
          signal.removeEventListener('abort', finish);
          socket.destroy();
          resolve(status);
        };
        signal.addEventListener('abort', finish, { once: true });
        socket.once('error', () => undefined).once('close', finish);
        socket.once('secureConnect', () => startSlowly(socket, request, headersFor(request)));
        readSlowly(socket, request, (seen) => (status = seen));
      });
    },
    close: (): Promise<void> => pool.destroy(),
  };
};

const startSlowly = (
  socket: TLSSocket,
  { method, path, pace, body }: AttackRequest,
  headers: Record<string, string>,
): void => {
  if (pace === 'idle') return;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}\r\n`);
  // The headers declare a longer body than the one that is sent.
  if (pace === 'stalled-upload') return void socket.write(body ?? '');
  if (pace !== 'slow-write') return;
  const timer = setInterval(() => socket.write('['), SLOW_BYTE_MS);
  socket.once('close', () => clearInterval(timer));
};

/** Takes one byte per second, so that the response stays in the buffers of the server. */
const readSlowly = (socket: TLSSocket, { pace }: AttackRequest, seen: (status: number) => void): void => {
  let head = '';
  const read = (): void => {
    const part = socket.read(head.length < 16 ? undefined : 1) as Buffer | null;
    if (!part) return;
    if (head.length < 64) head += part.toString('latin1');
    const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1];
    if (status) seen(Number(status));
  };
  if (pace !== 'slow-read') return void socket.on('readable', read);
  const timer = setInterval(read, SLOW_BYTE_MS);
  socket.once('close', () => clearInterval(timer));
};

const parseObject = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
};
