import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createMemoryBus } from '@porchlight/bus';
import { createManualClock } from '@porchlight/runtime';
import { eventually, startDatabase, startReceiver, type Receiver, type TestDatabase } from '@porchlight/testkit';
import { createPlainPost } from './plain-post';
import { HOUR, startNotifier, type NotifierService, type NotifierOptions } from './notifier-service';

/** A proxy to the database. Closing it has the same effect as killing the process that uses it. */
const startProxy = async (port: number) => {
  const sockets = new Set<Socket>();
  const server = createServer((from) => {
    const to = connect(port, '127.0.0.1');
    for (const socket of [from, to]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => (from.destroy(), to.destroy(), sockets.delete(socket)));
    }
    from.pipe(to).pipe(from);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut(): void {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};

describe('Replicas', () => {
  let database: TestDatabase;
  const open: { stop(): Promise<void> }[] = [];
  beforeAll(async () => void (database = await startDatabase()));
  afterEach(async () => {
    // In parallel, because each step of a replica without its database takes some seconds.
    await Promise.all(open.splice(0).map((each) => each.stop()));
  });
  afterAll(() => database?.stop());

  const shared = { databaseName: 'notifier_replicas', clock: createManualClock(Date.now()), bus: createMemoryBus() };
  const start = async (receiver: Receiver, options: Partial<NotifierOptions> = {}): Promise<NotifierService> => {
    const harness = await startNotifier({ database, ca: receiver.ca, ...shared, ...options });
    open.push(harness);
    return harness;
  };
  const findAttempts = (harness: NotifierService): number => harness.log.of('delivery.attempted').length;

  test('When replicas start and one is killed, Then they share the work, nothing is lost, and only leases of the killed one are repeated', async () => {
    const receiver = await startReceiver();
    open.push(receiver);
    receiver.answerWith({ delayMs: 5 });
    const { port } = new URL(database.uri('x').replace('mongodb:', 'http:'));
    const proxy = await startProxy(Number(port));
    const cutOff: TestDatabase = {
      ...database,
      uri: (name) => database.uri(name).replace(`:${port}/`, `:${proxy.port}/`),
    };

    let killed = false;
    const inHands = new Set<string>();
    const first = await start(receiver);
    const { post } = createPlainPost(receiver.ca);
    const doomed = await start(receiver, {
      database: cutOff,
      dependencies: {
        receivers: {
          async post(url, headers, body) {
            inHands.add(headers['webhook-id']!);
            if (killed) return new Promise(() => undefined);
            const outcome = await post(url, headers, body);
            // The result is never stored, as after a crash, so the delivery is repeated.
            return killed ? new Promise(() => undefined) : outcome;
          },
        },
      },
    });
    await first.register('peopleCreated', receiver.url);
    const ids: string[] = [];
    // Replicas share retries: all attempts fail at first and are then due at the same time.
    receiver.answerWith({ status: 500 });
    for (let n = 0; n < 150; n++) ids.push(await first.publish({ ids: [n + 1] }));
    await eventually(() => expect(findAttempts(first) + findAttempts(doomed)).toBe(150));
    await eventually(async () =>
      expect(await first.metrics.registry.metrics()).toMatch(/notifier_running_attempts\{[^}]*\} 0/),
    );
    await new Promise((turn) => setTimeout(turn, 300));
    receiver.clear();
    inHands.clear();
    receiver.answerWith({ delayMs: 20 });
    shared.clock.advance(3_600_200);
    const added = await start(receiver);
    await receiver.waitFor(40);
    killed = true;
    proxy.cut();
    for (const name of ['due_deliveries', 'waiting_deliveries', 'running_attempts'])
      for (const harness of [first, added])
        await eventually(async () =>
          expect(await harness.metrics.registry.metrics()).toMatch(new RegExp(`notifier_${name}\\{[^}]*\\} 0`)),
        );
    // Its deliveries are due again when its leases expire.
    shared.clock.advance(16_000);
    const readEventId = (request: { json: unknown }): string => (request.json as { eventId: string }).eventId;
    await eventually(() => expect(new Set(receiver.requests.map(readEventId)).size).toBe(150));
    expect(new Set(receiver.requests.map(readEventId))).toEqual(new Set(ids));
    const times = Map.groupBy(receiver.requests, readEventId);
    const twice = [...times].filter(([, requests]) => requests.length > 1).map(([id]) => id);
    for (const id of twice) expect(inHands).toContain(id);
    for (const [, requests] of times) expect(requests.length).toBeLessThanOrEqual(2);
  });

  test('Given a webhook that another replica created, When a delivery of it is due before this replica knows it, Then it does not become a dead letter', async () => {
    const receiver = await startReceiver();
    open.push(receiver);
    receiver.answerWith({ status: 500 });
    const databaseName = 'notifier_replicas_new_webhook';
    const clock = createManualClock(Date.now());
    const [accountId, busOfOther] = [4_711, createMemoryBus()];
    const config = { NOTIFIER_WEBHOOK_CACHE_MS: 10 * HOUR };
    const first = await start(receiver, { databaseName, clock, bus: createMemoryBus(), config });
    const other = await startNotifier({ database, ca: receiver.ca, databaseName, clock, bus: busOfOther });
    try {
      // The first replica caches that the account has no webhooks.
      await first.publish({ accountId, webhookEvents: ['peopleCreated'] });
      await new Promise((done) => setTimeout(done, 300));
      await other.register('peopleCreated', receiver.url, { accountId });
      await other.publish({ accountId });
      await receiver.waitFor(1);
      await eventually(() => expect(findAttempts(other)).toBe(1));
    } finally {
      await other.stop();
      await busOfOther.close();
    }
    receiver.answerWith({});
    clock.advance(HOUR + 1_000);
    await receiver.waitFor(2);
    await eventually(() => expect(findAttempts(first)).toBe(1));
  });
});
