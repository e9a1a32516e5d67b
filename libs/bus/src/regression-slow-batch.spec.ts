import { eventually } from '@porchlight/testkit';
import { refuse } from '@porchlight/errors';
import { sleep } from '@porchlight/runtime';
import type { BatchHandler, BusMessage } from './bus';
import { createMemoryBus } from './memory/memory-bus';
import { createMemoryBroker } from './memory/memory-broker';
import { formatDeadLetterTopic } from './topic-names';

const TOPIC = 'slow';
const GROUP = 'test.slow';
const messages = (count: number): BusMessage[] =>
  Array.from({ length: count }, (_, i) => ({
    key: 'a',
    id: String(i),
    type: 't',
    time: new Date(0),
    value: new Uint8Array(0),
  }));

/** Runs `handler` with a limit of 100 ms and returns what reached the dead-letter topic. */
const consume = async (count: number, handler: BatchHandler) => {
  const broker = createMemoryBroker();
  const bus = createMemoryBus({
    broker,
    delivery: { firstBackoffMs: 1, maxBackoffMs: 5, handlerTimeoutMs: 100, attempts: 5 },
  });
  const dead: string[] = [];
  broker.ensureTopics([{ name: TOPIC, partitions: 1 }]);
  await bus.subscribe({
    group: 'test.dead',
    topics: [formatDeadLetterTopic(TOPIC, GROUP)],
    handler: async (batch) => void dead.push(...batch.map(({ id }) => id)),
  });
  await bus.publish(TOPIC, messages(count));
  await bus.subscribe({ group: GROUP, topics: [TOPIC], handler });
  return { bus, dead };
};

describe('a batch that exceeds the time limit of its handler', () => {
  it('is split until its parts fit, and finished parts are not repeated', async () => {
    const handled: string[] = [];
    const { bus, dead } = await consume(16, async (batch, { signal }) => {
      await sleep(batch.length * 20, signal);
      signal.throwIfAborted();
      handled.push(...batch.map(({ id }) => id));
    });
    await eventually(() => expect(handled).toEqual(messages(16).map(({ id }) => id)));
    expect(dead).toEqual([]);
    await bus.close();
  });

  it('loses only the message that never finishes: three attempts, then the dead-letter topic', async () => {
    const handled: string[] = [];
    let attempts = 0;
    const { bus, dead } = await consume(4, async (batch, { signal }) => {
      if (batch.some(({ id }) => id === '2')) {
        if (batch.length === 1) attempts++;
        await sleep(60_000, signal);
        signal.throwIfAborted();
      }
      handled.push(...batch.map(({ id }) => id));
    });
    await eventually(() => expect(handled).toEqual(['0', '1', '3']));
    await eventually(() => expect(dead).toEqual(['2']));
    expect(attempts).toBe(3);
    await bus.close();
  });

  it('is not confused with an outage: a transient fault is retried without limit and in order', async () => {
    const handled: string[] = [];
    let failures = 0;
    const { bus, dead } = await consume(4, async (batch) => {
      if (failures++ < 40) throw refuse('DEADLINE');
      handled.push(...batch.map(({ id }) => id));
    });
    await eventually(() => expect(handled).toEqual(['0', '1', '2', '3']));
    expect(dead).toEqual([]);
    await bus.close();
  });
});
