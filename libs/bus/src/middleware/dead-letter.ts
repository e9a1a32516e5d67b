import { isRefusal } from '@porchlight/errors';
import { sleep, type Logger } from '@porchlight/runtime';
import type { BusMessage, DeliveryPolicy } from '../bus';
import { MAX_MESSAGE_BYTES, messageSize } from '../message-size';
import { formatDeadLetterTopic } from '../topic-names';
import { type DeliveryContext, type Middleware, Postponed, Stopped } from './middleware';
import { computeBackoff } from './retry';

const MAX_REASON_LENGTH = 500;

const printable = (text: string): string => text.replace(/[^\x21-\x7e]+/g, ' ').slice(0, MAX_REASON_LENGTH);

/**
 * The message with headers that state why it failed. If these make it too large, first its own headers are removed,
 * then its value, so that a dead letter can always be published (`dead_omitted` states what is missing).
 */
const toDeadLetter = (message: BusMessage, error: unknown, group: string, context: DeliveryContext): BusMessage => {
  const dead = {
    dead_reason: printable(error instanceof Error ? error.message : String(error)),
    dead_error: printable(error instanceof Error ? error.name : typeof error),
    dead_topic: context.topic,
    dead_partition: String(context.partition),
    dead_group: group,
    dead_attempts: String(context.tally.attempts),
  };
  const whole = { ...message, headers: { ...message.headers, ...dead } };
  if (messageSize(whole) <= MAX_MESSAGE_BYTES) return whole;
  const withoutHeaders = { ...message, headers: { ...dead, dead_omitted: 'headers' } };
  if (messageSize(withoutHeaders) <= MAX_MESSAGE_BYTES) return withoutHeaders;
  return withoutValue(withoutHeaders);
};

/** Only metadata: the value stays in the source topic, at most for that topic's retention. */
const withoutValue = (letter: BusMessage): BusMessage => ({
  ...letter,
  key: letter.key.slice(0, MAX_REASON_LENGTH),
  value: new Uint8Array(0),
  headers: { ...letter.headers, dead_omitted: `headers and the value of ${letter.value.byteLength} bytes` },
});

/**
 * Prevents a bad message from blocking its partition. A batch that fails or exceeds its deadline is bisected, in order,
 * until the bad message is alone; it is published to `<topic>.dead.<group>`. Finished halves are reported by
 * `context.settled` and are not repeated. Messages that the handler rejects are published there too.
 */
export const deadLetter = ({
  group,
  policy,
  logger,
  publishDeadLetter,
  onDeadLetter,
}: {
  readonly group: string;
  readonly policy: DeliveryPolicy;
  readonly logger: Logger;
  /** Publishes to the dead-letter topic and creates it if it is missing. */
  readonly publishDeadLetter: (topic: string, message: BusMessage) => Promise<void>;
  readonly onDeadLetter?: (topic: string) => void;
}): Middleware => {
  const lay = async (message: BusMessage, error: unknown, context: DeliveryContext): Promise<void> => {
    const { topic, partition } = context;
    let letter = toDeadLetter(message, error, group, context);
    for (let failures = 1; ; failures++) {
      try {
        await publishDeadLetter(formatDeadLetterTopic(topic, group), letter);
        break;
      } catch (fault) {
        if (context.stopping.aborted) throw new Stopped();
        if (isRefusal(fault) && fault.reason === 'BODY_TOO_LARGE') letter = withoutValue(letter);
        logger.warn({ event: 'dead-letter.delayed', group, topic, partition, id: message.id, failures, err: fault });
        await sleep(computeBackoff(policy, failures), context.stopping);
        if (context.stopping.aborted) throw new Stopped();
      }
    }
    context.tally.deadLettered++;
    onDeadLetter?.(topic);
    const { id, type } = message;
    logger.error({ event: 'message.dead-lettered', group, topic, partition, id, type, err: error });
  };

  return (next) => {
    const deliver = async (batch: readonly BusMessage[], context: DeliveryContext): Promise<void> => {
      const rejected = new Map<BusMessage, Error>();
      const reject = (message: BusMessage, reason: Error): void => void rejected.set(message, reason);
      try {
        await next(batch, { ...context, reject });
        for (const [message, reason] of rejected) await lay(message, reason, context);
        context.settled?.(batch);
      } catch (error) {
        if (error instanceof Stopped || error instanceof Postponed) throw error;
        const [only] = batch;
        if (batch.length === 1 && only) {
          await lay(only, error, context);
          context.settled?.(batch);
          return;
        }
        const middle = batch.length >> 1;
        await deliver(batch.slice(0, middle), context);
        await deliver(batch.slice(middle), context);
      }
    };
    return deliver;
  };
};
