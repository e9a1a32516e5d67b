import { createTokenVerifier } from '@porchlight/access';
import { testKeys } from '@porchlight/backend/test/service';
import { AccountServiceDefinition, SERVICE_CALLS } from '@porchlight/contracts';
import { createRpcServer, type RpcServer } from '@porchlight/rpc';
import { createMetrics, systemClock } from '@porchlight/runtime';
import {
  captureLogger,
  eventually,
  startDatabase,
  startReceiver,
  type Receiver,
  type TestDatabase,
} from '@porchlight/testkit';
import { HOUR, SYSTEM, SYSTEM_KEY, startNotifier, type NotifierService } from './notifier-service';

/** The methods of auth that the notifier calls. */
const startAuth = async (port = 0): Promise<{ server: RpcServer; port: number; actors: string[] }> => {
  const actors: string[] = [];
  const server = createRpcServer({
    verifier: createTokenVerifier({
      publicKey: `issuer: notifier\n${testKeys.publicKey}`,
      audience: 'auth',
      clock: systemClock,
    }),
    serviceCalls: SERVICE_CALLS,
    logger: captureLogger().logger,
    metrics: createMetrics({ service: 'auth', processMetrics: false }),
    clock: systemClock,
  });
  const unused = async (): Promise<never> => {
    throw new Error('The notifier does not call this method.');
  };
  server.add(
    AccountServiceDefinition,
    {
      ...Object.fromEntries(Object.keys(AccountServiceDefinition.methods).map((method) => [method, unused])),
      getSystemKey: async ({ name }: { name: string }, { actor }: { actor: { role: string } }) => {
        actors.push(actor.role);
        return name === SYSTEM
          ? { found: true, key: SYSTEM_KEY, signatureHeaders: [] }
          : { found: false, key: '', signatureHeaders: [] };
      },
    } as never,
    { roles: ['Operator'] },
  );
  return { server, port: await server.listen('127.0.0.1', port), actors };
};

describe('Keys of systems over RPC', () => {
  let database: TestDatabase;
  let receiver: Receiver;
  let harness: NotifierService | undefined;
  const auths: RpcServer[] = [];
  beforeAll(async () => {
    database = await startDatabase();
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await harness?.stop();
    for (const auth of auths) await auth.stop(500);
    await receiver.stop();
    await database.stop();
  });

  test('When auth is available, Then it is called as operator; when it is unavailable, the cached key stays in use', async () => {
    const auth = await startAuth();
    auths.push(auth.server);
    harness = await startNotifier({
      database,
      ca: receiver.ca,
      clock: { ...systemClock, advance: () => undefined, set: () => undefined },
      config: { AUTH_RPC_ADDRESS: `127.0.0.1:${auth.port}`, WEBHOOK_RETRY_INTERVAL_MS: HOUR },
      dependencies: { systemKeys: undefined },
    });
    await harness.register('peopleCreated', receiver.url);
    await harness.publish({});
    await receiver.waitFor(1);
    expect(receiver.requests[0]!.headers['x-system-signature']).toMatch(/^[0-9a-f]{64}$/);
    expect(auth.actors).toEqual(['Operator']);

    await auth.server.stop(500);
    await harness.publish({});
    await receiver.waitFor(2);
    expect(receiver.requests[1]!.headers['x-system-signature']).toMatch(/^[0-9a-f]{64}$/);
    await eventually(async () => expect(await harness!.app.ready()).toMatchObject({ ok: true }));
  });
});
