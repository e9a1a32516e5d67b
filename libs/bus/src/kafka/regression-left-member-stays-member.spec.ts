import { createMetrics } from '@porchlight/runtime';
import { captureLogger, eventually } from '@porchlight/testkit';
import { createBusMetrics } from '../bus-metrics';
import type { KafkaClient } from './kafka-client';
import { startKafkaSubscription } from './kafka-subscription';

/** A consumer whose group rebalances while it leaves: kafkajs reports the join before it disconnects. */
const createConsumer = () => {
  const listeners = new Map<string, (event: object) => void>();
  const join = (): void => listeners.get('join')?.({});
  return {
    events: { GROUP_JOIN: 'join', CRASH: 'crash', HEARTBEAT: 'heartbeat', FETCH_START: 'start', FETCH: 'fetch' },
    on: (name: string, listener: (event: object) => void) => {
      const earlier = listeners.get(name);
      listeners.set(name, (event) => {
        earlier?.(event);
        listener(event);
      });
    },
    connect: async () => undefined,
    subscribe: async () => undefined,
    run: async () => join(),
    disconnect: async () => join(),
  };
};

it('given a rebalance while a member leaves, then it is no member afterwards', async () => {
  const metrics = createMetrics({ service: 'left', processMetrics: false });
  const subscription = startKafkaSubscription({
    options: { group: 'left.test', topics: ['left'], handler: async () => undefined },
    deliver: async () => undefined,
    sessionTimeoutMs: 6_000,
    openClient: () => ({ kafka: { consumer: createConsumer }, retire: () => undefined }) as unknown as KafkaClient,
    ensureTopics: async () => undefined,
    logger: captureLogger().logger,
    metrics: createBusMetrics(metrics),
  });
  await eventually(() => expect(subscription.isMember()).toBe(true));
  await subscription.stop();
  expect(subscription.isMember()).toBe(false);
  expect(await metrics.registry.metrics()).toMatch(/^porchlight_bus_group_member\S* 0$/m);
});
