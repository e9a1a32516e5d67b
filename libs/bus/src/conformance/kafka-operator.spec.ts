import { randomUUID } from 'node:crypto';
import { systemClock } from '@porchlight/runtime';
import { captureLogger, eventually } from '@porchlight/testkit';
import { startKafka, type TestKafka } from '@porchlight/testkit/src/kafka';
import type { Bus, BusMessage } from '../bus';
import { createKafkaBus } from '../kafka/kafka-bus';
import { createKafkaOperator, type BusOperator } from '../kafka/kafka-operator';

const QUICK = { attempts: 2, firstBackoffMs: 5, maxBackoffMs: 20 };

/** Poison messages on a real Kafka: dead-lettered, inspected, republished. */
describe('the operator of a bus over Kafka', () => {
  const { logger } = captureLogger();
  let kafka: TestKafka;
  let bus: Bus;
  let operator: BusOperator;
  beforeAll(async () => {
    kafka = await startKafka();
    const { brokers } = kafka;
    bus = createKafkaBus({ brokers, clientId: 'operator-spec', logger, clock: systemClock, delivery: QUICK });
    operator = createKafkaOperator({ brokers, logger, clock: systemClock });
  });
  afterAll(async () => {
    await operator?.close();
    await bus?.close();
    await kafka?.stop();
  });

  const buildMessage = (text: string): BusMessage => ({
    key: `key of ${text}`,
    id: `id-${text}`,
    type: 'people.people.created',
    time: new Date('2026-03-04T05:06:07.089Z'),
    value: Buffer.from(text),
    headers: { traceparent: `trace-${text}` },
  });

  it('lists dead letters with their reason and republishes them, oldest first, for their own group only', async () => {
    const topic = `operator.${randomUUID()}`;
    const [group, other] = [`spec.${randomUUID()}`, `spec.${randomUUID()}`];
    await bus.ensureTopics([{ name: topic, partitions: 3 }]);
    let fails = true;
    const handled: BusMessage[] = [];
    const others: string[] = [];
    await bus.subscribe({
      group,
      topics: [topic],
      handler: async (batch) => {
        for (const message of batch)
          if (fails && message.id.includes('poison')) throw new TypeError(`cannot read ${message.id}`);
        handled.push(...batch);
      },
    });
    await bus.subscribe({
      group: other,
      topics: [topic],
      handler: async (batch) => void others.push(...batch.map(({ id }) => id)),
    });
    for (const text of ['a', 'poison-1', 'b', 'poison-2', 'c', 'poison-3'])
      await bus.publish(topic, [buildMessage(text)]);

    const name = `${topic}.dead.${group}`;
    const queue = async () => (await operator.deadLetterQueues()).find((one) => one.name === name);
    await eventually(async () => expect(await queue()).toEqual({ name, topic, group, open: 3, done: 0 }));
    await eventually(() => expect(others).toHaveLength(6));
    expect(handled.map(({ id }) => id).sort()).toEqual(['id-a', 'id-b', 'id-c']);

    const [first, second, ...more] = await operator.deadLetters(name, 2);
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      offset: '0',
      reason: expect.stringContaining('cannot read id-poison-'),
      error: 'TypeError',
      attempts: expect.any(Number),
    });
    expect(first!.message).toMatchObject({
      type: 'people.people.created',
      headers: { dead_topic: topic, dead_group: group },
    });
    // Inspection changes no state.
    expect((await operator.deadLetters(name, 10)).map(({ message }) => message.id).slice(0, 2)).toEqual([
      first!.message.id,
      second!.message.id,
    ]);

    fails = false;
    expect(await operator.redrive(name, 2)).toBe(2);
    await eventually(() => expect(handled).toHaveLength(5));
    expect(
      handled
        .slice(3)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([first!.message.id, second!.message.id].sort());
    const again = handled.find(({ id }) => id === first!.message.id)!;
    const text = again.id.slice(3);
    // The message as first published.
    expect(again).toMatchObject({
      key: `key of ${text}`,
      time: new Date('2026-03-04T05:06:07.089Z'),
      headers: { traceparent: `trace-${text}` },
    });
    expect(Object.keys(again.headers!).filter((header) => header.startsWith('dead_'))).toEqual([]);
    expect(Buffer.from(again.value).toString()).toBe(text);
    expect(await queue()).toMatchObject({ open: 1, done: 2 });

    expect(await operator.redrive(name, 100)).toBe(1);
    expect(await operator.redrive(name, 100)).toBe(0);
    await eventually(() => expect(handled).toHaveLength(6));
    expect(await operator.deadLetters(name, 10)).toEqual([]);
    await eventually(async () =>
      expect((await operator.lags()).filter((lag) => lag.topic === topic).map(({ lag }) => lag)).toEqual([0, 0]),
    );
    expect(others).toHaveLength(6);
  });

  it('dead-letters a message again that still fails, and discards it on request', async () => {
    const topic = `operator.${randomUUID()}`;
    const group = `spec.${randomUUID()}`;
    await bus.ensureTopics([{ name: topic, partitions: 1 }]);
    await bus.subscribe({ group, topics: [topic], handler: async () => Promise.reject(new Error('never')) });
    await bus.publish(topic, [buildMessage('poison')]);
    const name = `${topic}.dead.${group}`;
    const queue = async () => (await operator.deadLetterQueues()).find((one) => one.name === name);
    await eventually(async () => expect(await queue()).toMatchObject({ open: 1, done: 0 }));
    expect(await operator.redrive(name, 10)).toBe(1);
    await eventually(async () => expect(await queue()).toMatchObject({ open: 1, done: 1 }));
    expect(await operator.discard(name, 10)).toBe(1);
    expect(await queue()).toMatchObject({ open: 0, done: 2 });
  });

  it('rejects unknown queues', async () => {
    for (const name of ['nothing', `${randomUUID()}.dead.g`]) {
      await expect(operator.deadLetters(name, 1)).rejects.toMatchObject({ reason: 'NOT_FOUND' });
      await expect(operator.redrive(name, 1)).rejects.toMatchObject({ reason: 'NOT_FOUND' });
    }
  });
});
