import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import * as z from 'zod';

/** Verdict on a file. */
export type ScanResult = { readonly clean: true } | { readonly clean: false; readonly signature: string };

/** Looks for malware in the content of files. */
export interface Scanner {
  /** Throws if the scanner does not answer or refuses the content: then the file is not stored. */
  scan(body: Readable, signal: AbortSignal): Promise<ScanResult>;
}

/** Configuration of the scanner of uploaded files. */
export const scannerFields = {
  CLAMD_ADDRESS: z
    .string()
    .regex(/^(?:\/.+|[^:/\s]+:\d{1,5})$/, 'must be <host>:<port> or the path of a socket')
    .optional()
    .describe(
      'Address of clamd, as <host>:<port> or the path of a socket, which scans uploaded files; without it none are scanned.',
    ),
};

/** Longest wait for a connection, for the next step of the transfer and for the verdict, ms. */
const SILENCE_MS = 60_000;
const MAX_REPLY = 4_096;

const open = (address: string): Socket => {
  if (address.startsWith('/')) return connect(address);
  const at = address.lastIndexOf(':');
  return connect(Number(address.slice(at + 1)), address.slice(0, at));
};

const readReply = (reply: string): ScanResult => {
  const [, verdict = ''] = /^stream: (.*?)\0?$/s.exec(reply) ?? [];
  if (verdict === 'OK') return { clean: true };
  const [, signature] = /^(.{1,200}) FOUND$/.exec(verdict) ?? [];
  if (signature !== undefined) return { clean: false, signature };
  throw new Error(`The scanner refused a file: ${reply.slice(0, 200)}`);
};

/** Sends the content in chunks, each with its length (clamd: INSTREAM); waits while the scanner is busy. */
const send = async (socket: Socket, body: Readable): Promise<void> => {
  const write = (bytes: Buffer): Promise<void> =>
    new Promise((resolve, reject) => socket.write(bytes, (error) => (error ? reject(error) : resolve())));
  const length = (bytes: number): Buffer => {
    const prefix = Buffer.alloc(4);
    prefix.writeUInt32BE(bytes);
    return prefix;
  };
  await write(Buffer.from('zINSTREAM\0'));
  for await (const chunk of body as AsyncIterable<Buffer>)
    if (chunk.length > 0) await write(Buffer.concat([length(chunk.length), chunk]));
  await write(length(0));
};

/** A scanner that speaks the protocol of clamd. */
export const createClamdScanner = (address: string): Scanner => ({
  scan: (body, signal) =>
    new Promise((resolve, reject) => {
      const socket = open(address);
      let reply = '';
      const fail = (error: Error): void => {
        socket.destroy();
        body.destroy();
        reject(error);
      };
      const abort = (): void => fail(new Error('The scan was ended.', { cause: signal.reason }));
      if (signal.aborted) return abort();
      signal.addEventListener('abort', abort, { once: true });
      socket.setTimeout(SILENCE_MS, () => fail(new Error('The scanner does not answer.')));
      socket.on('data', (chunk: Buffer) => {
        reply += chunk.toString('latin1');
        if (reply.length > MAX_REPLY) fail(new Error('The scanner sent more than a verdict.'));
      });
      socket.once('error', fail);
      socket.once('close', () => {
        signal.removeEventListener('abort', abort);
        body.destroy();
        try {
          resolve(readReply(reply));
        } catch (error) {
          reject(error as Error);
        }
      });
      // A scanner that refuses the content answers before its end; its reply counts, not the broken connection.
      send(socket, body).catch((error: Error) => (socket.writable && !socket.destroyed ? fail(error) : undefined));
    }),
});
