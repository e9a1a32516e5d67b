import { writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createTokenVerifier } from '@porchlight/access';
import { MaintenanceServiceDefinition } from '@porchlight/contracts';
import { createRpcServer, type RpcServer } from '@porchlight/rpc';
import { createMetrics, systemClock } from '@porchlight/runtime';
import { captureLogger, createCertificates, createTestKeys } from '@porchlight/testkit';
import { scratchFolder } from '../../test/scratch-folder';
import { openOperatorClient } from './operator-client';

let server: RpcServer;
let address: string;
const folder = scratchFolder();
const metrics = createMetrics({ service: 'people', processMetrics: false });
const environment = { ...process.env };
const file = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

beforeAll(async () => {
  const [tls, keys] = [await createCertificates(), createTestKeys()];
  file('key.pem', keys.signingKey);
  const variables = { CERT: file('tls.crt', tls.cert), KEY: file('tls.key', tls.key), CA: file('ca.crt', tls.ca) };
  for (const [name, path] of Object.entries(variables)) process.env[`RPC_TLS_${name}_FILE`] = path;
  const verifier = createTokenVerifier({ publicKey: keys.publicKey, audience: 'people', clock: systemClock });
  server = createRpcServer({ verifier, tls, logger: captureLogger().logger, metrics, clock: systemClock });
  server.add(
    MaintenanceServiceDefinition,
    { recount: async () => ({ drift: [], repaired: 0, nextPersonId: 0 }) },
    { roles: ['Operator'] },
  );
  address = `localhost:${await server.listen('127.0.0.1', 0)}`;
});
afterAll(async () => {
  process.env = environment;
  await server.stop(1_000);
});

const call = async (at = address): Promise<unknown> => {
  const { maintenance, as, close } = openOperatorClient({
    address: at,
    signingKeyFile: join(folder, 'key.pem'),
    service: 'people',
  });
  try {
    return await maintenance.recount({ accountId: 1, afterPersonId: 0 }, { ...as, timeoutMs: 3_000 });
  } finally {
    await close();
  }
};

it('given certificates in the environment, when a service requires TLS, then the command line reaches it', async () => {
  await expect(call()).resolves.toBeDefined();
});

it('given a time to wait, when the service can be reached only later, then the call succeeds', async () => {
  const [host, port] = address.split(':') as [string, string];
  const proxy = createServer((socket) => void pipeline(socket, connect(Number(port), host), socket).catch(() => {}));
  const { port: closed } = await new Promise<AddressInfo>((resolve) => {
    proxy.listen(0, '127.0.0.1', () => resolve(proxy.address() as AddressInfo));
  });
  await new Promise((resolve) => proxy.close(resolve));
  const late = `localhost:${closed}`;
  await expect(call(late)).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  process.env['OPERATOR_CONNECT_WAIT_MS'] = '10000';
  const called = call(late);
  await new Promise((resolve) => setTimeout(resolve, 500));
  proxy.listen(closed, '127.0.0.1');
  await expect(called).resolves.toBeDefined();
  delete process.env['OPERATOR_CONNECT_WAIT_MS'];
  proxy.close();
});

it('given no certificates, when a service requires TLS, then the call fails', async () => {
  for (const name of ['CERT', 'KEY', 'CA']) delete process.env[`RPC_TLS_${name}_FILE`];
  await expect(call()).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
});

it('given TLS, then the metrics of the service contain the seconds until its certificate expires', async () => {
  const value = Number(
    /^porchlight_rpc_certificate_expires_seconds\S* (\S+)$/m.exec(await metrics.registry.metrics())?.[1],
  );
  expect(value).toBeGreaterThan(0);
});
