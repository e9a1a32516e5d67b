import { refuse } from '@porchlight/errors';
import type { Clock, Logger, Metrics, Tracing } from '@porchlight/runtime';
import type { Bus, DeliveryPolicy } from '../bus';
import { createBusMetrics } from '../bus-metrics';
import { createPipeline } from '../pipeline';
import { tracePublishing } from '../trace-messages';
import { DEFAULT_PARTITIONS } from '../topic-names';
import { settledWithin } from '../settled-within';
import { openKafkaClient } from './kafka-client';
import { createKafkaPublisher } from './kafka-publisher';
import type { KafkaSecurity } from './kafka-security';
import { startKafkaSubscription, type KafkaSubscription } from './kafka-subscription';
import { createKafkaTopics } from './kafka-topics';

export interface KafkaBusOptions {
  /** `host:port` of each broker. */
  readonly brokers: readonly string[];
  readonly clientId: string;
  /** Default: plain text without authentication. */
  readonly security?: KafkaSecurity | undefined;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly metrics?: Metrics;
  /** Adds spans for messages with a trace header, on publication and handling. */
  readonly tracing?: Tracing | undefined;
  /** Overrides settings of DELIVERY for all subscriptions of this bus. */
  readonly delivery?: Partial<DeliveryPolicy>;
  /**
   * Time without a heartbeat after which a consumer loses its partitions, ms; 10,000 by default. After a crash, all
   * consumers of its group pause for this time; a longer pause of a process makes it lose its partitions although it
   * runs. kafkajs supports neither static membership nor cooperative rebalances.
   */
  readonly sessionTimeoutMs?: number | undefined;
}

const SESSION_TIMEOUT_MS = 10_000;
const JOIN_MS = 10_000;

/**
 * A bus over Kafka. Nothing connects before the first call; the broker may be unavailable at any time, also at the
 * start.
 */
export const createKafkaBus = (options: KafkaBusOptions): Bus => {
  const { brokers, clientId, security, logger, clock, tracing } = options;
  const metrics = createBusMetrics(options.metrics);
  const openClient = () => openKafkaClient({ brokers, clientId, security, logger, clock });
  const topics = createKafkaTopics(openClient, logger);
  const subscriptions = new Set<KafkaSubscription>();
  let closing: Promise<void> | undefined;
  const isClosing = (): boolean => closing !== undefined;
  const { publish, publishDeadLetter, ...publisher } = createKafkaPublisher({
    topics,
    openClient,
    isClosing,
    logger,
    metrics,
  });

  const answers = async (): Promise<boolean> => !isClosing() && (await topics.ping());

  const close = async (): Promise<void> => {
    await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
    await publisher.close();
    await topics.close();
  };

  return {
    publish: tracing ? tracePublishing(tracing, publish) : publish,
    async subscribe(subscribeOptions) {
      if (isClosing()) throw refuse('UNAVAILABLE', { what: 'bus', why: 'closed' });
      const plans = subscribeOptions.topics.map((name) => ({ name, partitions: DEFAULT_PARTITIONS }));
      const subscription = startKafkaSubscription({
        options: subscribeOptions,
        deliver: createPipeline(subscribeOptions, {
          logger,
          metrics,
          tracing,
          publishDeadLetter,
          ...(options.delivery && { delivery: options.delivery }),
        }),
        openClient,
        sessionTimeoutMs: options.sessionTimeoutMs ?? SESSION_TIMEOUT_MS,
        ensureTopics: () => topics.ensure(plans),
        logger,
        metrics,
      });
      subscriptions.add(subscription);
      // Not awaited: a rebalance takes time, and a new group waits for further members.
      void settledWithin(JOIN_MS, subscription.joined).then((joined) => {
        if (!joined) logger.warn({ event: 'group.not-joined-yet', group: subscribeOptions.group });
      });
      return {
        async stop() {
          await subscription.stop();
          subscriptions.delete(subscription);
        },
      };
    },
    answers,
    ready: async () => (await answers()) && [...subscriptions].every((subscription) => subscription.isMember()),
    ensureTopics: (plans) => topics.ensure(plans),
    close() {
      closing ??= close();
      return closing;
    },
  };
};
