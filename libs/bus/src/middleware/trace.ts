import type { Tracing } from '@porchlight/runtime';
import { messageStep, stepWith } from '../trace-messages';
import type { Middleware } from './middleware';

/**
 * Adds a span for each handling of a traced message; the handler finds it in the header of the message. Writes of a
 * handler belong to the trace only if the whole batch has the same trace.
 */
export const trace =
  (group: string, tracing: Tracing): Middleware =>
  (next) =>
  (batch, context) =>
    stepWith(
      tracing,
      batch,
      (message) => messageStep('consumer', context.topic, message, group),
      (stepped, spans) => {
        const [first] = spans;
        const ofOne = spans.length === batch.length && spans.every(({ traceId }) => traceId === first?.traceId);
        return first && ofOne ? first.run(() => next(stepped, context)) : next(stepped, context);
      },
    );
