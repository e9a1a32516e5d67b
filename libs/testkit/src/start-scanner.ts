import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port';
import { findProgram, spawnLogged, startServer, tryConnect } from './test-server';

/** Content that the scanners of tests report. */
export const INFECTED = 'PORCHLIGHT-TEST-SIGNATURE';
/** Its name in verdicts. */
export const SIGNATURE = 'Porchlight.Test';
/** Most bytes that the scanners of tests accept. */
export const SCANNER_BYTES = 2_097_152;

/** A server of the protocol of clamd with one signature. */
export interface TestScanner {
  readonly address: string;
  stop(): Promise<void>;
}

/** Starts clamd, which must be on the PATH (Debian: clamav-daemon), with a signature file of its own. */
const startClamd = async (clamd: string, path: string): Promise<TestScanner> => {
  const folder = await mkdtemp(join(tmpdir(), 'porchlight-clamd-'));
  const [database, config, log] = [join(folder, 'database'), join(folder, 'clamd.conf'), join(folder, 'errors.log')];
  await mkdir(database);
  await writeFile(join(database, 'porchlight.ndb'), `${SIGNATURE}:0:*:${Buffer.from(INFECTED).toString('hex')}\n`);
  const port = await freePort();
  const settings = {
    DatabaseDirectory: database,
    TCPSocket: port,
    TCPAddr: '127.0.0.1',
    Foreground: 'yes',
    StreamMaxLength: SCANNER_BYTES,
    TemporaryDirectory: folder,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`);
  await writeFile(config, lines.join(''));
  const server = await startServer({
    name: 'clamd',
    folder,
    log,
    timeoutMs: 60_000,
    spawn: () => spawnLogged([clamd, '--config-file', config], log, { path }),
    tryConnect: () => tryConnect(port),
  });
  return { address: `127.0.0.1:${port}`, stop: () => server.stop() };
};

/** Reads the chunks of INSTREAM; returns the verdict when the content has ended or is too large. */
const readStream = (): ((bytes: Buffer) => string | undefined) => {
  let pending = Buffer.alloc(0);
  let content = Buffer.alloc(0);
  let isOpen = false;
  return (bytes) => {
    pending = Buffer.concat([pending, bytes]);
    if (!isOpen) {
      const end = pending.indexOf(0);
      if (end < 0) return undefined;
      if (pending.subarray(0, end).toString() !== 'zINSTREAM') return 'UNKNOWN COMMAND';
      isOpen = true;
      pending = pending.subarray(end + 1);
    }
    while (pending.length >= 4) {
      const length = pending.readUInt32BE();
      if (length === 0) return content.includes(INFECTED) ? `stream: ${SIGNATURE} FOUND` : 'stream: OK';
      if (content.length + length > SCANNER_BYTES) return 'INSTREAM size limit exceeded. ERROR';
      if (pending.length < 4 + length) return undefined;
      content = Buffer.concat([content, pending.subarray(4, 4 + length)]);
      pending = pending.subarray(4 + length);
    }
    return undefined;
  };
};

/** A server of the same protocol without clamd; it passes the conformance suite of clamd (libs/objects). */
export const startFakeScanner = async (): Promise<TestScanner> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const read = readStream();
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (bytes) => {
      const verdict = read(bytes);
      if (verdict !== undefined) socket.end(`${verdict}\0`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    address: `127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};

/** Starts clamd where it is installed, otherwise the fake, which passes the same suite. */
export const startScanner = async (): Promise<TestScanner> => {
  const { PATH: path = '/usr/bin:/bin' } = process.env;
  const clamd = await findProgram('clamd', `${path}:/usr/sbin`);
  return clamd ? startClamd(clamd, path) : startFakeScanner();
};
