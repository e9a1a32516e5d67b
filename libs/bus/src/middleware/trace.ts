import type { Tracing } from '@porchlight/runtime';
import { messageStep, stepWith } from '../trace-messages';
import type { Middleware } from './middleware';

/**
 * Each handling of a message that is part of a trace is a step of it: the handler finds that step in the message's
 * header. What a handler writes while all its batch is of one trace is part of that too; of a mixed batch nobody could
 * tell.
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
