import { loadConfig, systemClock } from '@porchlight/runtime';
import { captureLogger } from '@porchlight/testkit';
import { startKafka } from '@porchlight/testkit/src/kafka';
import * as z from 'zod';
import { createKafkaBus } from '../kafka/kafka-bus';
import { busConformance } from './bus-conformance';

// TEST_KAFKA_BROKERS names brokers of others: what needs a kill is left out then.
const { TEST_KAFKA_BROKERS } = loadConfig(z.object({ TEST_KAFKA_BROKERS: z.string().optional() }));
const outages = !TEST_KAFKA_BROKERS;

busConformance(
  'Kafka',
  async () => {
    const kafka = await startKafka();
    const { brokers } = kafka;
    const { logger } = captureLogger();
    return {
      createBus: (delivery = {}) =>
        createKafkaBus({ brokers, clientId: 'conformance', logger, clock: systemClock, delivery }),
      killBroker: () => kafka.kill9(),
      restartBroker: () => kafka.restart(),
      stop: () => kafka.stop(),
    };
  },
  { outages, patienceMs: 20_000 },
);
