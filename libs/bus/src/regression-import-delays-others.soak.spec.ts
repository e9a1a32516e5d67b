import { randomUUID } from 'node:crypto';
import { sleep, systemClock } from '@porchlight/runtime';
import { captureLogger, eventually } from '@porchlight/testkit';
import { startKafka, type TestKafka } from '@porchlight/testkit/src/kafka';
import type { BatchHandler, Bus, BusMessage } from './bus';
import { createKafkaBus } from './kafka/kafka-bus';

jest.setTimeout(180_000);

const CHANGES = 20_000;
const CHUNK = 1_000;
/** Time that the handler needs for one message, ms. */
const COST_MS = 0.5;

/** One account imports 20,000 records; the changes of all accounts are in one partition. */
describe('the import of one account', () => {
  const { logger } = captureLogger();
  let kafka: TestKafka;
  let buses: Bus[] = [];
  beforeAll(async () => {
    kafka = await startKafka();
  }, 200_000);
  afterEach(async () => {
    await Promise.all(buses.map((bus) => bus.close()));
    buses = [];
  });
  afterAll(() => kafka?.stop());

  const createBus = (): Bus => {
    const bus = createKafkaBus({ brokers: kafka.brokers, clientId: 'import-spec', logger, clock: systemClock });
    buses.push(bus);
    return bus;
  };
  const change = (key: string, index: number): BusMessage => ({
    key,
    id: `${key}-${index}`,
    type: 'people.people.created',
    time: new Date(0),
    value: Buffer.alloc(400, 'x'),
  });
  const publishImport = async (bus: Bus, topic: string): Promise<void> => {
    for (let at = 0; at < CHANGES; at += CHUNK) {
      await bus.publish(
        topic,
        Array.from({ length: CHUNK }, (_, i) => change('importer', at + i)),
        { timeoutMs: 30_000 },
      );
    }
  };
  const createTopic = async (bus: Bus): Promise<string> => {
    const topic = `import.${randomUUID()}`;
    await bus.ensureTopics([{ name: topic, partitions: 1 }]);
    return topic;
  };
  /** Records the order in which messages are finished, by key. */
  const createHandler =
    (handled: string[]): BatchHandler =>
    async (batch, { signal }) => {
      await sleep(batch.length * COST_MS, signal);
      signal.throwIfAborted();
      handled.push(...batch.map(({ id }) => id));
    };
  const imported = Array.from({ length: CHANGES }, (_, index) => `importer-${index}`);
  const firstTimes = (handled: readonly string[]): string[] =>
    [...new Set(handled)].filter((id) => id.startsWith('importer'));

  it('does not delay the changes of another account behind it', async () => {
    const bus = createBus();
    const topic = await createTopic(bus);
    const handled: string[] = [];
    await bus.subscribe({ group: `test.${randomUUID()}`, topics: [topic], handler: createHandler(handled) });
    await eventually(async () => expect(await bus.ready()).toBe(true), { timeoutMs: 30_000 });
    const startedAt = performance.now();
    await publishImport(bus, topic);
    const published = performance.now();
    await bus.publish(topic, [change('neighbor', 0)], { timeoutMs: 30_000 });
    await eventually(() => expect(handled).toContain('neighbor-0'), { timeoutMs: 60_000 });
    const waited = performance.now() - published;
    await eventually(() => expect(handled).toHaveLength(CHANGES + 1), { timeoutMs: 120_000, intervalMs: 100 });
    const drained = performance.now() - startedAt;
    expect(waited).toBeLessThan(Math.max(2_000, drained / 10));
    expect(handled.filter((id) => id.startsWith('importer'))).toEqual(imported);
  });

  it('loses no message and maintains order when members join and leave meanwhile', async () => {
    const [first, second] = [createBus(), createBus()];
    const topic = await createTopic(first);
    const group = `test.${randomUUID()}`;
    const handled: string[] = [];
    const handler = createHandler(handled);
    await publishImport(first, topic);
    await first.publish(topic, [change('neighbor', 0)]);
    const leaving = await first.subscribe({ group, topics: [topic], handler });
    await eventually(() => expect(handled.length).toBeGreaterThan(CHANGES / 10), { timeoutMs: 60_000 });
    await second.subscribe({ group, topics: [topic], handler });
    await eventually(() => expect(handled.length).toBeGreaterThan(CHANGES / 3), { timeoutMs: 60_000 });
    await leaving.stop();
    await eventually(() => expect(new Set(handled).size).toBe(CHANGES + 1), { timeoutMs: 120_000, intervalMs: 100 });
    expect(firstTimes(handled)).toEqual(imported);
  });
});
