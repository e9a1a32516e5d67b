import { createMemoryBus, formatTopic, type BatchHandler, type BusMessage } from '@porchlight/bus';
import { eventually } from '@porchlight/testkit';
import { createChangeConsumer } from './consume-changes';

const bus = createMemoryBus();
afterAll(() => bus.close());

const publish = (service: string, id: string): Promise<void> => {
  const message: BusMessage = {
    key: '1',
    id,
    type: `${service}.things.created`,
    time: new Date(),
    value: Buffer.from(id),
  };
  return bus.publish(formatTopic(service), [message]);
};

test('given a running consumer, then it handles changes of its services; once stopped, it handles none until it runs again', async () => {
  const received: string[] = [];
  const handler: BatchHandler = async (batch) => void received.push(...batch.map(({ id }) => id));
  const consumer = createChangeConsumer(bus, { group: 'shop.things', sources: ['auth', 'people'], handler });
  await publish('auth', 'before');
  expect(consumer.joined()).toBe(false);

  const stop = new AbortController();
  const running = consumer.run(stop.signal);
  await Promise.all([publish('people', 'meanwhile'), publish('deals', 'other')]);
  await eventually(() => expect(received).toEqual(expect.arrayContaining(['before', 'meanwhile'])));
  expect(consumer.joined()).toBe(true);
  stop.abort();
  await running;
  expect(consumer.joined()).toBe(false);

  await publish('auth', 'after');
  const again = new AbortController();
  const runningAgain = consumer.run(again.signal);
  await eventually(() => expect(received).toHaveLength(3));
  expect(received.at(-1)).toBe('after');
  again.abort();
  await runningAgain;
});

test('given a stop before the consumer has joined, then it leaves its group at once', async () => {
  const consumer = createChangeConsumer(bus, { group: 'shop.none', sources: ['auth'], handler: async () => undefined });
  await consumer.run(AbortSignal.abort());
  expect(consumer.joined()).toBe(false);
});
