import { canonicalLine as writeLine, startStopwatch, type Logger } from '@porchlight/runtime';
import { type Middleware, Postponed, Stopped } from './middleware';

/** Result of a batch; `stopped`, `postponed` and `failed` ones are delivered again. */
export type Outcome = 'ok' | 'dead-lettered' | 'stopped' | 'postponed' | 'failed';

/** One log line per consumed batch, `batch.consumed`. */
export const canonicalLine =
  ({
    group,
    logger,
    onBatch,
  }: {
    readonly group: string;
    readonly logger: Logger;
    readonly onBatch?: (topic: string, count: number, ms: number, outcome: Outcome) => void;
  }): Middleware =>
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
      else if (error instanceof Postponed) end('postponed');
      else end('failed', { err: error });
      throw error;
    }
    end(tally.deadLettered > 0 ? 'dead-lettered' : 'ok');
  };
