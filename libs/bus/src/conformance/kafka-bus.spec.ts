import { systemClock } from '@porchlight/runtime';
import { captureLogger } from '@porchlight/testkit';
import { startKafka } from '@porchlight/testkit/src/kafka';
import { createKafkaBus } from '../kafka/kafka-bus';
import { busConformance } from './bus-conformance';

// TEST_KAFKA_BROKERS names brokers of others: what needs a kill is left out then.
const outages = !('TEST_KAFKA_BROKERS' in process.env);

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
