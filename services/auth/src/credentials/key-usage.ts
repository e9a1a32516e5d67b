import type { Logger } from '@porchlight/runtime';
import type { DocumentCollection } from '@porchlight/store';

const PRECISION_MS = 60_000;
const EVERY_MS = 5_000;
/** Maximum number of keys between two writes; further ones are recorded at their next use. */
const MAX_PENDING = 10_000;

/** A credential that shows its last use, to the minute. */
interface Used {
  readonly _id: string;
  readonly lastUsed?: Date;
}

/** Collects uses in memory and writes them every 5 s, so that no request waits for a write. Call `stop` at the end. */
export const createKeyUsage = <T extends Used>(
  documents: DocumentCollection<T>,
  clock: { now(): number },
  logger: Logger,
) => {
  let pending = new Map<string, number>();
  let writing: Promise<void> = Promise.resolve();

  const write = async (): Promise<void> => {
    if (pending.size === 0) return;
    const batch = pending;
    pending = new Map();
    try {
      await documents.bulkUpdate(
        [...batch].map(([_id, at]) => ({ filter: { _id }, update: { $set: { lastUsed: new Date(at) } } })),
      );
    } catch (error) {
      logger.warn({ event: 'keys.uses_lost', err: error, count: batch.size }, 'uses of credentials were not stored');
    }
  };
  const flush = (): Promise<void> => (writing = writing.then(write));
  const timer = setInterval(() => void flush(), EVERY_MS);
  timer.unref();

  return {
    record({ _id, lastUsed }: Used) {
      const now = clock.now();
      if (lastUsed && now - lastUsed.getTime() < PRECISION_MS) return;
      if (pending.size < MAX_PENDING && !pending.has(_id)) pending.set(_id, now);
    },
    /** Writes the pending uses. */
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
};
