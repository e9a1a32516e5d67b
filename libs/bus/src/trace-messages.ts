import { isRefusal } from '@porchlight/errors';
import type { Span, SpanStart, Tracing } from '@porchlight/runtime';
import type { BusMessage, Publisher } from './bus';
import { Stopped } from './middleware/middleware';

/** Span attributes of a message by the semantic conventions. */
export const messageStep = (
  kind: 'producer' | 'consumer',
  topic: string,
  { id }: BusMessage,
  group?: string,
): SpanStart => {
  const [name, type] = kind === 'producer' ? ['publish', 'send'] : ['process', 'process'];
  return {
    name: `${name} ${topic}`,
    kind,
    attributes: {
      'messaging.system': 'kafka',
      'messaging.operation.name': name,
      'messaging.operation.type': type,
      'messaging.destination.name': topic,
      'messaging.message.id': id,
      'messaging.consumer.group.name': group,
    },
  };
};

const wordFor = (problem: unknown): string =>
  isRefusal(problem) ? problem.reason : problem instanceof Stopped ? 'stopped' : 'failed';

/**
 * Adds a span to each traced message of a batch and sets its trace header. Other messages only cost a check of their
 * headers.
 */
export const stepWith = async (
  tracing: Tracing,
  messages: readonly BusMessage[],
  start: (message: BusMessage) => SpanStart,
  work: (messages: readonly BusMessage[], spans: readonly Span[]) => Promise<void>,
): Promise<void> => {
  const spans: Span[] = [];
  const stepped = messages.map((message) => {
    const parent = message.headers?.['traceparent'];
    const span = parent === undefined ? undefined : tracing.join(start(message), parent);
    if (span === undefined) return message;
    spans.push(span);
    return { ...message, headers: { ...message.headers, traceparent: span.traceparent } };
  });
  let error: string | undefined;
  try {
    await work(spans.length > 0 ? stepped : messages, spans);
  } catch (problem) {
    error = wordFor(problem);
    throw problem;
  } finally {
    for (const span of spans) span.end({ error });
  }
};

/** A publisher that adds spans to traced messages. */
export const tracePublishing =
  (tracing: Tracing, publish: Publisher['publish']): Publisher['publish'] =>
  (topic, messages, options) =>
    stepWith(
      tracing,
      messages,
      (message) => messageStep('producer', topic, message),
      (stepped) => publish(topic, stepped, options),
    );
