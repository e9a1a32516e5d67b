import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { connect } from 'node:tls';
import { captureLogger, createCertificates, eventually } from '@porchlight/testkit';
import { RenewedRpcTls, type RpcTls } from '../src';
import { byId, createActor, type dial, useScope } from './rpc-harness';

const CHECK_MS = 50;
const handlers = { getPerson: async () => ({ record: undefined }) };
const scope = useScope();
const log = captureLogger();
let folder: string;
let first: RpcTls;

const files = () => ({ cert: join(folder, 'tls.crt'), key: join(folder, 'tls.key'), ca: join(folder, 'ca.crt') });
const write = async (part: Partial<RpcTls>): Promise<void> => {
  for (const name of ['key', 'cert', 'ca'] as const)
    if (part[name] !== undefined) await writeFile(files()[name], part[name]);
};
const renewedTls = (): RenewedRpcTls =>
  new RenewedRpcTls(first, { files: files(), logger: log.logger, intervalMs: CHECK_MS });

/** Serial number of the certificate that the server presents to a new connection. */
const presented = async (port: number, tls: RpcTls): Promise<string> => {
  const socket = connect({ host: 'localhost', port, ca: tls.ca, cert: tls.cert, key: tls.key, ALPNProtocols: ['h2'] });
  await once(socket, 'secureConnect');
  const { serialNumber } = socket.getPeerCertificate();
  socket.destroy();
  return serialNumber;
};

/**
 * Calls without a pause until `end`; returns the number of calls that succeeded and the errors of those that failed.
 */
const callInLoop = ({ people }: ReturnType<typeof dial>) => {
  let ended = false;
  const counts = { succeeded: 0, failed: [] as unknown[] };
  const loop = (async () => {
    while (!ended) {
      await people
        .getPerson(byId(7), { actor: createActor(), timeoutMs: 3_000 })
        .then(() => (counts.succeeded += 1))
        .catch((error: unknown) => counts.failed.push(error));
      // A refusal without I/O would otherwise starve the event loop.
      await setImmediate();
    }
  })();
  return { counts, end: () => ((ended = true), loop) };
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rpc-certificates-'));
  first = await createCertificates();
  await write(first);
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

it('given certificates and authority renewed while calls run, new connections use them and no call fails', async () => {
  const serverTls = renewedTls();
  const peer = await scope.peer(handlers, { tls: serverTls });
  const client = scope.dial(`localhost:${peer.port}`, { tls: renewedTls() });
  expect(await client.channel.ready(5_000)).toBe(true);
  const calls = callInLoop(client);
  await eventually(() => expect(calls.counts.succeeded).toBeGreaterThan(10));

  const second = await createCertificates(undefined, { authorityName: 'Second authority' });
  const both = `${first.ca}\n${second.ca}`;
  await write({ ca: both });
  await eventually(() => expect(serverTls.ca).toBe(both));
  await write({ cert: second.cert, key: second.key });
  const serial = new X509Certificate(second.cert).serialNumber;
  await eventually(async () => expect(await presented(peer.port, { ...first, ca: both })).toBe(serial));
  await write({ ca: second.ca });
  await eventually(() => expect(serverTls.ca).toBe(second.ca));

  const newClient = scope.dial(`localhost:${peer.port}`, { tls: { ...second } });
  await newClient.people.getPerson(byId(7), { actor: createActor(), timeoutMs: 3_000 });
  const before = calls.counts.succeeded;
  await eventually(() => expect(calls.counts.succeeded).toBeGreaterThan(before + 10));
  await calls.end();
  expect(calls.counts.failed).toEqual([]);
});

it('given a restarted server that has only renewed certificates, an open channel reconnects with its renewed ones', async () => {
  const peer = await scope.peer(handlers, { tls: { ...first } });
  const clientTls = renewedTls();
  const { people } = scope.dial(`localhost:${peer.port}`, { tls: clientTls });
  const call = () => people.getPerson(byId(7), { actor: createActor(), timeoutMs: 3_000 });
  await call();

  const second = await createCertificates(undefined, { authorityName: 'Second authority' });
  await write(second);
  await eventually(() => expect(clientTls.cert).toBe(second.cert));
  await peer.server.stop(1_000);
  await scope.peer(handlers, { tls: second, port: peer.port });
  await eventually(call);
});

it('given an invalid file, the previous certificates stay in use', async () => {
  const tls = renewedTls();
  const peer = await scope.peer(handlers, { tls });
  await write({ cert: 'not a certificate' });
  await eventually(() => expect(log.lines.some(({ event }) => event === 'certificate.rejected')).toBe(true));
  expect(await presented(peer.port, first)).toBe(new X509Certificate(first.cert).serialNumber);
});
