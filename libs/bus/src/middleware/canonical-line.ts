import { canonicalLine as writeLine, startStopwatch, type Logger } from '@porchlight/runtime';
import { type Middleware, Stopped } from './middleware';

export interface CanonicalLineOptions {
  readonly group: string;
  readonly logger: Logger;
  readonly onBatch?: (topic: string, count: number, ms: number, outcome: Outcome) => void;
}

/** What became of a batch; `stopped` and `failed` ones come again. */
export type Outcome = 'ok' | 'dead-lettered' | 'stopped' | 'failed';

/** One log line per consumed batch, `batch.consumed`, with all there is to know of it. */
export const canonicalLine =
  ({ group, logger, onBatch }: CanonicalLineOptions): Middleware =>
  (next) =>
  async (batch, context) => {
    const { topic, partition, tally } = context;
    const elapsed = startStopwatch();
    const end = (outcome: Outcome, extra: object = {}): void => {
      const ms = elapsed();
      const ids = { firstId: batch[0]?.id, lastId: batch.at(-1)?.id };
      const fields = { group, topic, partition, count: batch.length, ...ids, ...tally, ms, outcome, ...extra };
      writeLine(logger, 'batch.consumed', fields, outcome === 'failed' ? 'error' : 'info');
      onBatch?.(topic, batch.length, ms, outcome);
    };
    try {
      await next(batch, context);
    } catch (error) {
      if (error instanceof Stopped) end('stopped');
      else end('failed', { err: error });
      throw error;
    }
    end(tally.deadLettered > 0 ? 'dead-lettered' : 'ok');
  };
