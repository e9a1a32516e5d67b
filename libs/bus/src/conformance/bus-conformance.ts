import { randomUUID } from 'node:crypto';
import { sleep, startStopwatch } from '@porchlight/runtime';
import { eventually } from '@porchlight/testkit';
import type { BatchHandler, Bus, BusMessage, DeliveryPolicy } from '../bus';
import { formatDeadLetterTopic } from '../topic-names';

export interface BusHarness {
  /** A new bus on the same broker, like another process. */
  createBus(delivery?: Partial<DeliveryPolicy>): Bus;
  /** The broker is killed without warning. */
  killBroker?(): Promise<void>;
  restartBroker?(): Promise<void>;
  stop(): Promise<void>;
}

export interface BusFeatures {
  /** The broker is a separate process, which can be killed and restarted with its data. */
  readonly outages: boolean;
  /** Messages that arrive one after another share a batch of a subscription that lingers. */
  readonly lingers: boolean;
  /** Time within which messages arrive and groups rebalance, ms. */
  readonly patienceMs: number;
}

const QUICK: Partial<DeliveryPolicy> = { attempts: 3, firstBackoffMs: 5, maxBackoffMs: 20 };
const EIGHT_KEYS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Conformance suite of every bus; run over the memory bus and over Kafka, so that tests on the former are valid. */
export const busConformance = (name: string, createHarness: () => Promise<BusHarness>, features: BusFeatures): void => {
  describe(`bus over ${name}`, () => {
    const { patienceMs: timeoutMs } = features;
    const patient = { timeoutMs };
    let harness: BusHarness;
    let buses: Bus[] = [];

    beforeAll(async () => {
      harness = await createHarness();
    }, 200_000);
    afterEach(async () => {
      await Promise.all(buses.map((bus) => bus.close()));
      buses = [];
    });
    afterAll(() => harness?.stop());

    const createBus = (delivery = QUICK): Bus => {
      const bus = harness.createBus(delivery);
      buses.push(bus);
      return bus;
    };
    const openTopic = async (partitions = 3, bus = createBus()) => {
      const topic = `conformance.${randomUUID()}`;
      await bus.ensureTopics([{ name: topic, partitions }]);
      return { bus, topic };
    };
    const createMessage = (text: string, over: Partial<BusMessage> = {}): BusMessage => ({
      key: 'account-1',
      id: randomUUID(),
      type: 'people.people.created',
      time: new Date('2026-03-04T05:06:07.089Z'),
      value: Buffer.from(text),
      ...over,
    });
    const text = (message: BusMessage): string => Buffer.from(message.value).toString();
    const createGroup = (): string => `test.${randomUUID()}`;

    type Seen = ReturnType<typeof observe>;
    /** A handler that records its messages; `fault` may throw for a message before it is recorded. */
    const observe = (fault: (message: BusMessage) => void = () => {}) => {
      const texts: string[] = [];
      const messages: BusMessage[] = [];
      return {
        texts,
        messages,
        handler: async (batch: readonly BusMessage[]): Promise<void> => {
          batch.forEach(fault);
          messages.push(...batch);
          texts.push(...batch.map(text));
        },
      };
    };
    /** Subscribes a group of its own. */
    const listen = async (bus: Bus, topic: string, fault?: (message: BusMessage) => void): Promise<Seen> => {
      const listener = observe(fault);
      await bus.subscribe({ group: createGroup(), topics: [topic], handler: listener.handler });
      return listener;
    };
    const numbered = (count: number, from = 0): BusMessage[] =>
      Array.from({ length: count }, (_, i) => createMessage(String(from + i)));

    it('given types, when messages of others arrive too, then only those types are handled, and none is read again', async () => {
      const { bus, topic } = await openTopic(1);
      const group = createGroup();
      const types = new Set(['people.people.deleted']);
      const createDeleted = (value: string) => createMessage(value, { type: 'people.people.deleted' });
      const listener = observe();
      const subscription = await bus.subscribe({ group, topics: [topic], types, handler: listener.handler });
      await bus.publish(topic, [...numbered(3), createDeleted('wanted'), ...numbered(3, 3)]);
      await eventually(() => expect(listener.texts).toEqual(['wanted']), patient);
      await subscription.stop();
      // Without types the next member of the group would receive the messages that were not committed.
      const later = observe();
      await bus.subscribe({ group, topics: [topic], handler: later.handler });
      await bus.publish(topic, numbered(1, 6));
      await eventually(() => expect(later.texts).toEqual(['6']), patient);
    });

    if (features.lingers)
      it('handles the first message at once and the next ones together, if the subscription lingers', async () => {
        const [lingerMs, count] = [1_500, 20];
        const { bus, topic } = await openTopic();
        const listener = observe();
        const sizes: number[] = [];
        const handler: BatchHandler = async (batch) => {
          sizes.push(batch.length);
          await listener.handler(batch);
        };
        await bus.subscribe({ group: createGroup(), topics: [topic], handler, lingerMs });
        await bus.publish(topic, numbered(1));
        await eventually(() => expect(listener.texts).toEqual(['0']), patient);
        for (const message of numbered(count, 1)) await bus.publish(topic, [message]);
        await eventually(() => expect(listener.texts).toHaveLength(count + 1), { timeoutMs: lingerMs * 3 });
        expect(sizes.length).toBeLessThanOrEqual(3);
        await sleep(lingerMs);
        const elapsed = startStopwatch();
        await bus.publish(topic, numbered(1, count + 1));
        await eventually(() => expect(listener.texts).toHaveLength(count + 2), patient);
        expect(elapsed()).toBeLessThan(lingerMs);
      });

    it('transfers a complete message: key, id, type, time, value, headers', async () => {
      const { bus, topic } = await openTopic();
      const listener = await listen(bus, topic);
      const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
      const value = Uint8Array.from([0, 255, 128, 10]);
      const sent = createMessage('', { key: 'Zoë 株式', value, headers: { traceparent, note: 'ünïcode' } });
      await bus.publish(topic, [sent]);
      await eventually(() => expect(listener.messages).toHaveLength(1), patient);
      const [got] = listener.messages as [BusMessage];
      expect({ ...got, value: [...got.value] }).toEqual({ ...sent, value: [...value] });
    });

    it('maintains the order of each key, for any partition', async () => {
      const { bus, topic } = await openTopic(4);
      const byKey = new Map<string, string[]>();
      const homes = new Map<string, Set<number>>();
      let count = 0;
      await bus.subscribe({
        group: createGroup(),
        topics: [topic],
        maxBatch: 7,
        handler: async (batch, { partition }) => {
          for (const message of batch) {
            byKey.set(message.key, [...(byKey.get(message.key) ?? []), text(message)]);
            homes.set(message.key, (homes.get(message.key) ?? new Set()).add(partition));
            count++;
          }
        },
      });
      const publications: Promise<void>[] = [];
      for (let i = 0; i < 40; i++) {
        publications.push(
          bus.publish(
            topic,
            EIGHT_KEYS.map((key) => createMessage(String(i), { key })),
          ),
        );
      }
      await Promise.all(publications);
      await eventually(() => expect(count).toBe(320), patient);
      const inOrder = Array.from({ length: 40 }, (_, i) => String(i));
      for (const key of EIGHT_KEYS) expect(byKey.get(key)).toEqual(inOrder);
      expect([...homes.values()].every((partitions) => partitions.size === 1)).toBe(true);
      expect(new Set([...homes.values()].map((partitions) => [...partitions][0])).size).toBeGreaterThan(1);
    });

    it('delivers batches up to the requested size', async () => {
      const { bus, topic } = await openTopic(1);
      const sizes: number[] = [];
      await bus.publish(topic, numbered(100));
      await bus.subscribe({
        group: createGroup(),
        topics: [topic],
        maxBatch: 40,
        handler: async (batch) => void sizes.push(batch.length),
      });
      await eventually(() => expect(sizes.reduce((a, b) => a + b, 0)).toBe(100), patient);
      expect(sizes).toEqual([40, 40, 20]);
    });

    it('delivers all messages to every group, and a share to each member of a group', async () => {
      const [first, second] = [createBus(), createBus()];
      const { topic } = await openTopic(4, first);
      const group = createGroup();
      const [one, two, other] = [observe(), observe(), observe()];
      const subscribe = (bus: Bus, name: string, listener: Seen) =>
        bus.subscribe({ group: name, topics: [topic], handler: listener.handler });
      await subscribe(first, group, one);
      await Promise.all([subscribe(second, group, two), subscribe(second, createGroup(), other)]);
      // Partitions are assigned some moments after joining: publish until both have received a message.
      let sent = 0;
      await eventually(
        async () => {
          await first.publish(
            topic,
            EIGHT_KEYS.map((key) => createMessage(String(sent++), { key })),
          );
          expect(one.texts.length).toBeGreaterThan(0);
          expect(two.texts.length).toBeGreaterThan(0);
        },
        { timeoutMs, intervalMs: 100 },
      );
      await eventually(() => {
        expect(new Set([...one.texts, ...two.texts]).size).toBe(sent);
        expect(other.texts.length).toBe(sent);
      }, patient);
      const listKeys = (listener: Seen) => new Set(listener.messages.slice(-8).map(({ key }) => key));
      expect(
        [...listKeys(one)].filter((key) => listKeys(two).has(key) && seenLast(one, key) === seenLast(two, key)),
      ).toEqual([]);
    });
    const seenLast = (listener: Seen, key: string) => listener.messages.findLast((message) => message.key === key)?.id;

    it('starts a new group at the beginning, or at the end if configured', async () => {
      const { bus, topic } = await openTopic();
      await bus.publish(topic, [createMessage('before')]);
      const [all, late] = [observe(), observe()];
      await bus.subscribe({ group: createGroup(), topics: [topic], handler: all.handler });
      await bus.subscribe({ group: createGroup(), topics: [topic], handler: late.handler, fromBeginning: false });
      await eventually(
        async () => {
          await bus.publish(topic, [createMessage('after')]);
          expect(late.texts).toContain('after');
        },
        { timeoutMs, intervalMs: 100 },
      );
      await eventually(() => expect(all.texts).toContain('before'), patient);
      expect(late.texts).not.toContain('before');
    });

    it('resumes a group at its committed offset, also in another process', async () => {
      const first = createBus();
      const { topic } = await openTopic(1, first);
      const group = createGroup();
      const [before, after] = [observe(), observe()];
      const subscription = await first.subscribe({ group, topics: [topic], handler: before.handler });
      await first.publish(topic, numbered(5));
      await eventually(() => expect(before.texts).toHaveLength(5), patient);
      await subscription.stop();
      await first.publish(topic, numbered(5, 5));
      await createBus().subscribe({ group, topics: [topic], handler: after.handler });
      await eventually(() => expect(after.texts).toEqual(['5', '6', '7', '8', '9']), patient);
      expect(before.texts).toEqual(['0', '1', '2', '3', '4']);
    });

    it('redelivers messages after a handler error, in order', async () => {
      const { bus, topic } = await openTopic(1);
      let faults = 0;
      const listener = await listen(bus, topic, (message) => {
        if (text(message) === '1' && faults++ < 1) throw new Error('not today');
      });
      await bus.publish(topic, numbered(3));
      await eventually(() => expect(listener.texts).toEqual(['0', '1', '2']), patient);
      expect(faults).toBe(2);
    });

    it('publishes a poison message to the dead-letter topic and continues with the others', async () => {
      const { bus, topic } = await openTopic(1);
      const group = createGroup();
      let tries = 0;
      const listener = observe((message) => {
        if (text(message) !== '3') return;
        tries++;
        throw new RangeError('the third\nis rotten');
      });
      await bus.subscribe({ group, topics: [topic], handler: listener.handler });
      const sent = numbered(8);
      await bus.publish(topic, sent);
      await eventually(
        () => expect([...new Set(listener.texts)]).toEqual(['0', '1', '2', '4', '5', '6', '7']),
        patient,
      );
      expect(tries).toBeGreaterThanOrEqual(3);

      const dead = observe();
      await bus.subscribe({
        group: createGroup(),
        topics: [formatDeadLetterTopic(topic, group)],
        handler: dead.handler,
      });
      await eventually(() => expect(dead.messages).toHaveLength(1), patient);
      const [letter] = dead.messages as [BusMessage];
      expect(letter.id).toBe(sent[3]?.id);
      expect(text(letter)).toBe('3');
      expect(letter.headers).toMatchObject({
        dead_reason: 'the third is rotten',
        dead_error: 'RangeError',
        dead_topic: topic,
        dead_group: group,
        dead_partition: '0',
      });
    });

    it('never dead-letters a message for a transient error', async () => {
      const { bus, topic } = await openTopic(1);
      let tries = 0;
      const listener = await listen(bus, topic, () => {
        if (++tries <= 12) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      });
      await bus.publish(topic, [createMessage('patience')]);
      await eventually(() => expect(listener.texts).toEqual(['patience']), patient);
      expect(tries).toBe(13);
    });

    it('releases messages that it cannot handle when another member joins', async () => {
      const bus = createBus({ ...QUICK, firstBackoffMs: 60_000, maxBackoffMs: 60_000 });
      const { topic } = await openTopic(4, bus);
      const group = createGroup();
      let tries = 0;
      await bus.subscribe({
        group,
        topics: [topic],
        handler: async () => {
          tries++;
          throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
        },
      });
      await bus.publish(
        topic,
        EIGHT_KEYS.map((key) => createMessage(key, { key })),
      );
      await eventually(() => expect(tries).toBeGreaterThan(0), patient);
      const listener = observe();
      await createBus().subscribe({ group, topics: [topic], handler: listener.handler });
      await eventually(() => expect(listener.texts.length).toBeGreaterThan(0), patient);
    });

    it('rejects a message of 1 MiB and one with a reserved header, and sends no message of that call', async () => {
      const { bus, topic } = await openTopic(1);
      const large = createMessage('', { value: new Uint8Array(1024 * 1024) });
      await expect(bus.publish(topic, [createMessage('lost'), large])).rejects.toMatchObject({
        name: 'Refusal',
        reason: 'BODY_TOO_LARGE',
        message: 'The body is larger than 1000000 bytes.',
      });
      const forged = createMessage('lost', { headers: { ce_id: '1' } });
      await expect(bus.publish(topic, [forged])).rejects.toThrow("Header 'ce_id' is reserved for the bus.");
      const listener = await listen(bus, topic);
      await bus.publish(topic, [createMessage('', { value: new Uint8Array(999_000) }), createMessage('end')]);
      await eventually(() => expect(listener.texts).toContain('end'), patient);
      expect(listener.messages.map(({ value }) => value.length)).toEqual([999_000, 3]);
    });

    it('completes and commits the running batch on stop', async () => {
      const { bus, topic } = await openTopic(1);
      const group = createGroup();
      const { promise: gate, resolve: release } = Promise.withResolvers<void>();
      let isHandling = false;
      const subscription = await bus.subscribe({
        group,
        topics: [topic],
        handler: async () => {
          isHandling = true;
          await gate;
        },
      });
      await bus.publish(topic, [createMessage('slow')]);
      await eventually(() => expect(isHandling).toBe(true), patient);
      const stopping = subscription.stop();
      release();
      await stopping;
      const next = observe();
      await bus.subscribe({ group, topics: [topic], handler: next.handler });
      await bus.publish(topic, [createMessage('next')]);
      await eventually(() => expect(next.texts).toEqual(['next']), patient);
    });

    it('stops in bounded time although a handler hangs, and the next member gets the batch', async () => {
      const { bus, topic } = await openTopic(1);
      const group = createGroup();
      const signals: AbortSignal[] = [];
      const subscription = await bus.subscribe({
        group,
        topics: [topic],
        handler: (_, { signal }) => {
          signals.push(signal);
          return new Promise(() => {});
        },
      });
      await bus.publish(topic, [createMessage('stuck')]);
      await eventually(() => expect(signals).toHaveLength(1), patient);
      const startedAt = performance.now();
      await subscription.stop();
      expect(performance.now() - startedAt).toBeLessThan(12_000);
      expect(signals[0]?.aborted).toBe(true);
      const next = observe();
      await createBus().subscribe({ group, topics: [topic], handler: next.handler });
      await eventually(() => expect(next.texts).toEqual(['stuck']), patient);
    });

    it('is ready while open, and rejects all calls after close', async () => {
      const { bus, topic } = await openTopic();
      const listener = await listen(bus, topic);
      await eventually(async () => expect(await bus.ready()).toBe(true), patient);
      expect(await bus.answers()).toBe(true);
      await bus.close();
      expect([await bus.answers(), await bus.ready()]).toEqual([false, false]);
      await expect(bus.publish(topic, [createMessage('x')])).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
      const again = bus.subscribe({ group: createGroup(), topics: [topic], handler: listener.handler });
      await expect(again).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
    });

    if (!features.outages) return;

    it('returns DEADLINE while the broker is unavailable, and loses no message when it is back', async () => {
      const { bus, topic } = await openTopic();
      const listener = await listen(bus, topic);
      await bus.publish(topic, [createMessage('before')]);
      await eventually(() => expect(listener.texts).toContain('before'), patient);

      await harness.killBroker?.();
      const startedAt = performance.now();
      const refused = bus.publish(topic, [createMessage('maybe')], { timeoutMs: 300 });
      await expect(refused).rejects.toMatchObject({ reason: 'DEADLINE' });
      expect(performance.now() - startedAt).toBeLessThan(1_500);
      expect(await bus.ready()).toBe(false);
      const patientOnes = numbered(20).map((message) => bus.publish(topic, [message], { timeoutMs: 60_000 }));
      await harness.restartBroker?.();
      await Promise.all(patientOnes);
      await eventually(() => {
        expect(listener.texts.filter((t) => t !== 'maybe' && t !== 'before')).toEqual(numbered(20).map(text));
      }, patient);
      await eventually(async () => expect(await bus.ready()).toBe(true), patient);
    }, 90_000);

    it('stops and closes in bounded time while the broker is unavailable', async () => {
      const { bus, topic } = await openTopic();
      const subscription = await bus.subscribe({ group: createGroup(), topics: [topic], handler: observe().handler });
      await bus.publish(topic, [createMessage('before')]);
      await harness.killBroker?.();
      try {
        const publishing = bus.publish(topic, [createMessage('left')], { timeoutMs: 60_000 });
        const refused = expect(publishing).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
        const startedAt = performance.now();
        await subscription.stop();
        await bus.close();
        await refused;
        expect(performance.now() - startedAt).toBeLessThan(20_000);
      } finally {
        await harness.restartBroker?.();
      }
    }, 90_000);

    it('starts while the broker is unavailable and joins when it is back', async () => {
      const { topic } = await openTopic();
      await harness.killBroker?.();
      const bus = createBus();
      const startedAt = performance.now();
      const listener = await listen(bus, topic);
      expect(performance.now() - startedAt).toBeLessThan(1_000);
      await expect(bus.publish(topic, [createMessage('x')], { timeoutMs: 200 })).rejects.toMatchObject({
        reason: 'DEADLINE',
      });
      expect([await bus.answers(), await bus.ready()]).toEqual([false, false]);
      await harness.restartBroker?.();
      await eventually(
        async () => {
          await bus.publish(topic, [createMessage('y')]);
          expect(listener.texts).toContain('y');
        },
        { timeoutMs: 40_000, intervalMs: 100 },
      );
    }, 90_000);
  });
};
