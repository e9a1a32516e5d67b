import { Client, credentials, status } from '@grpc/grpc-js';
import { HealthListResponse } from '@porchlight/contracts/src/generated/grpc/health/v1/health';
import { useScope } from './rpc-harness';

const scope = useScope();

/** Requests and responses of grpc.health.v1 as bytes: a client without code of this library. */
const encode = (service: string): Buffer =>
  service === '' ? Buffer.alloc(0) : Buffer.concat([Buffer.from([10, service.length]), Buffer.from(service)]);
const SERVING = [8, 1];
const NOT_SERVING = [8, 2];

async function open(isReady?: () => Promise<boolean>) {
  const peer = await scope.peer({}, isReady ? { isReady } : {});
  const client = new Client(peer.address, credentials.createInsecure());
  scope.add(async () => client.close());
  const check = (service = ''): Promise<number[] | status> =>
    new Promise((resolve) =>
      client.makeUnaryRequest(
        '/grpc.health.v1.Health/Check',
        encode,
        (bytes: Buffer) => [...bytes],
        service,
        (error, bytes) => resolve(error ? error.code : bytes!),
      ),
    );
  return { check, client };
}

test('health needs no token, for the server and for each service', async () => {
  const { check } = await open();
  expect(await check()).toEqual(SERVING);
  expect(await check('porchlight.people.v1.PersonService')).toEqual(SERVING);
});

test('an unknown service is NOT_FOUND', async () => {
  const { check } = await open();
  expect(await check('porchlight.people.v1.Other')).toBe(status.NOT_FOUND);
});

test.each([() => Promise.resolve(false), () => Promise.reject(new Error('no database'))])(
  'given a service that is not ready, then it is NOT_SERVING',
  async (isReady) => {
    const { check } = await open(isReady);
    expect(await check()).toEqual(NOT_SERVING);
  },
);

test('watch returns the status and its changes', async () => {
  let isReady = false;
  const { client } = await open(async () => isReady);
  const stream = client.makeServerStreamRequest(
    '/grpc.health.v1.Health/Watch',
    encode,
    (bytes: Buffer) => [...bytes],
    '',
  );
  stream.on('error', () => undefined);
  const seen: number[][] = [];
  await new Promise<void>((resolve) =>
    stream.on('data', (bytes: number[]) => {
      seen.push(bytes);
      isReady = true;
      if (seen.length === 2) resolve();
    }),
  );
  stream.cancel();
  expect(seen).toEqual([NOT_SERVING, SERVING]);
});

test('list returns the status of the server and of each service', async () => {
  const { client } = await open();
  const statuses = await new Promise<number>((resolve, reject) =>
    client.makeUnaryRequest(
      '/grpc.health.v1.Health/List',
      encode,
      (bytes: Buffer) => bytes,
      '',
      (error, bytes) =>
        error ? reject(error) : resolve(Object.keys(HealthListResponse.decode(bytes!).statuses).length),
    ),
  );
  // The server and its three services.
  expect(statuses).toBe(4);
});
