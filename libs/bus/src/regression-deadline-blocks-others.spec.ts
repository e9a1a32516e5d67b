import { randomUUID } from 'node:crypto';
import { refuse } from '@porchlight/errors';
import { sleep, systemClock } from '@porchlight/runtime';
import { captureLogger, eventually } from '@porchlight/testkit';
import { startKafka, type TestKafka } from '@porchlight/testkit/src/kafka';
import type { BatchHandler, Bus, BusMessage } from './bus';
import { createKafkaBus } from './kafka/kafka-bus';

/** All messages are in one partition. */
describe('a message whose handling does not end', () => {
  const { logger } = captureLogger();
  let kafka: TestKafka;
  let bus: Bus;
  beforeAll(async () => {
    kafka = await startKafka();
    const delivery = { firstBackoffMs: 10, maxBackoffMs: 100, handlerTimeoutMs: 300 };
    bus = createKafkaBus({ brokers: kafka.brokers, clientId: 'deadline-spec', logger, clock: systemClock, delivery });
  });
  afterAll(async () => {
    await bus?.close();
    await kafka?.stop();
  });

  const message = (key: string, index: number): BusMessage => ({
    key,
    id: `${key}-${index}`,
    type: 't',
    time: new Date(0),
    value: new Uint8Array(0),
  });
  const consume = async (handler: BatchHandler, resumable = false): Promise<void> => {
    const topic = `deadline.${randomUUID()}`;
    await bus.ensureTopics([{ name: topic, partitions: 1 }]);
    await bus.publish(topic, [message('slow', 0), message('slow', 1), message('other', 0)]);
    await bus.subscribe({ group: `test.${randomUUID()}`, topics: [topic], handler, resumable });
    await eventually(async () => expect(await bus.ready()).toBe(true));
    for (let index = 1; index < 50; index++) await bus.publish(topic, [message('other', index)]);
  };
  const others = Array.from({ length: 50 }, (_, index) => `other-${index}`);

  it('given DEADLINE of another service without end, delays its own key only and is not lost', async () => {
    const handled: string[] = [];
    let slow = true;
    await consume(async (batch) => {
      if (slow && batch.some(({ key }) => key === 'slow')) throw refuse('DEADLINE');
      handled.push(...batch.map(({ id }) => id));
    });
    await eventually(() => expect(handled).toEqual(others));
    slow = false;
    await eventually(() => expect(handled.slice(50)).toEqual(['slow-0', 'slow-1']));
  });

  it('given a resumable handler, continues in several runs, between which other keys are handled', async () => {
    const handled: string[] = [];
    let stepsLeft = 40;
    let runs = 0;
    await consume(async (batch, { signal }) => {
      for (const { id } of batch) {
        if (id === 'slow-0') runs++;
        for (; id === 'slow-0' && stepsLeft > 0; stepsLeft--) {
          await sleep(50, signal);
          signal.throwIfAborted();
        }
        handled.push(id);
      }
    }, true);
    await eventually(() => expect(new Set(handled).size).toBe(52));
    expect(runs).toBeGreaterThan(4);
    expect([...new Set(handled.filter((id) => id.startsWith('slow')))]).toEqual(['slow-0', 'slow-1']);
    expect(handled.indexOf('slow-0')).toBeGreaterThan(handled.indexOf('other-0'));
  });
});
