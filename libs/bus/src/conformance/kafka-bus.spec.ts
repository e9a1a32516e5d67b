import { createMetrics, loadConfig, systemClock } from '@porchlight/runtime';
import { captureLogger } from '@porchlight/testkit';
import { startKafka } from '@porchlight/testkit/src/kafka';
import * as z from 'zod';
import { createKafkaBus } from '../kafka/kafka-bus';
import { busConformance } from './bus-conformance';

// TEST_KAFKA_BROKERS names external brokers: tests that kill the broker are skipped then.
const { TEST_KAFKA_BROKERS } = loadConfig(z.object({ TEST_KAFKA_BROKERS: z.string().optional() }));
const outages = !TEST_KAFKA_BROKERS;
const metrics = createMetrics({ service: 'conformance', processMetrics: false });

busConformance(
  'Kafka',
  async () => {
    const kafka = await startKafka();
    const { brokers } = kafka;
    const { logger } = captureLogger();
    return {
      createBus: (delivery = {}) =>
        createKafkaBus({ brokers, clientId: 'conformance', logger, clock: systemClock, metrics, delivery }),
      killBroker: () => kafka.kill9(),
      restartBroker: () => kafka.restart(),
      stop: () => kafka.stop(),
    };
  },
  { outages, lingers: true, patienceMs: 20_000 },
);

it('all members reported their lag, and that they left', async () => {
  const lines = (await metrics.registry.metrics()).split('\n');
  const values = (name: string): number[] =>
    lines.filter((line) => line.startsWith(`porchlight_bus_${name}{`)).map((line) => Number(line.split(' ')[1]));
  expect(values('consumer_lag').length).toBeGreaterThan(0);
  expect(values('group_member').length).toBeGreaterThanOrEqual(values('consumer_lag').length);
  expect([...new Set([...values('consumer_lag'), ...values('group_member')])]).toEqual([0]);
});
