import { sleep, type Logger } from '@porchlight/runtime';
import type { BusMessage, DeliveryPolicy } from '../bus';
import { deadLetterTopicOf } from '../topic-of';
import { type DeliveryContext, type Middleware, Stopped } from './middleware';
import { backoffOf } from './retry';

export interface DeadLetterOptions {
  readonly group: string;
  readonly policy: DeliveryPolicy;
  readonly logger: Logger;
  /** Publishes to the dead-letter topic, which it creates when it is missing. */
  readonly bury: (topic: string, message: BusMessage) => Promise<void>;
  readonly onDeadLetter?: (topic: string) => void;
}

const REASON_LENGTH = 500;

const printable = (text: string): string => text.replace(/[^\x21-\x7e]+/g, ' ').slice(0, REASON_LENGTH);

/** The message as it lies in the dead-letter topic: itself, plus headers that say why it is there. */
const toDeadLetter = (
  message: BusMessage,
  error: unknown,
  group: string,
  context: DeliveryContext,
): BusMessage => ({
  ...message,
  headers: {
    ...message.headers,
    dead_reason: printable(error instanceof Error ? error.message : String(error)),
    dead_error: printable(error instanceof Error ? error.name : typeof error),
    dead_topic: context.topic,
    dead_partition: String(context.partition),
    dead_group: group,
    dead_attempts: String(context.tally.attempts),
  },
});

/**
 * Takes the poison message out of a partition that would stand still for it. A batch that keeps failing is halved until
 * the bad message is alone, in order, so the others are handled; the bad one goes to `<topic>.dead.<group>`.
 */
export const deadLetter = ({ group, policy, logger, bury, onDeadLetter }: DeadLetterOptions): Middleware => {
  const lay = async (message: BusMessage, error: unknown, context: DeliveryContext): Promise<void> => {
    const { topic, partition } = context;
    const letter = toDeadLetter(message, error, group, context);
    for (let failures = 1; ; failures++) {
      try {
        await bury(deadLetterTopicOf(topic, group), letter);
        break;
      } catch (fault) {
        if (context.stopping.aborted) throw new Stopped();
        logger.warn({ event: 'dead-letter.delayed', group, topic, partition, id: message.id, failures, err: fault });
        await sleep(backoffOf(policy, failures), context.stopping);
        if (context.stopping.aborted) throw new Stopped();
      }
    }
    context.tally.deadLettered++;
    onDeadLetter?.(topic);
    logger.error({
      event: 'message.dead-lettered',
      group,
      topic,
      partition,
      id: message.id,
      type: message.type,
      err: error,
    });
  };

  return (next) => {
    const deliver = async (batch: readonly BusMessage[], context: DeliveryContext): Promise<void> => {
      try {
        await next(batch, context);
      } catch (error) {
        if (error instanceof Stopped) throw error;
        const [only] = batch;
        if (batch.length === 1 && only) return lay(only, error, context);
        const middle = batch.length >> 1;
        await deliver(batch.slice(0, middle), context);
        await deliver(batch.slice(middle), context);
      }
    };
    return deliver;
  };
};
