import type { Logger } from '@porchlight/runtime';
import type { DocumentCollection } from '@porchlight/store';
import type { ApiKeyDocument } from './credential-ports';

/** Writes down when keys are used, at most once a minute for each. */
export interface KeyUses {
  note(key: Pick<ApiKeyDocument, '_id' | 'lastUsed'>): void;
  /** Writes the noted uses. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

const PRECISION_MS = 60_000;
const EVERY_MS = 5_000;
/** Largest number of noted uses between two writes; further ones are noted at their next use. */
const MAX_NOTED = 10_000;

/** Remembers when keys were used and writes it every 5 s, so that no request waits for a write; to be stopped. */
export const createKeyUses = (
  apiKeys: DocumentCollection<ApiKeyDocument>,
  clock: { now(): number },
  logger: Logger,
): KeyUses => {
  let noted = new Map<string, number>();
  let writing: Promise<void> = Promise.resolve();

  const write = async (): Promise<void> => {
    if (noted.size === 0) return;
    const batch = noted;
    noted = new Map();
    try {
      await apiKeys.bulkUpdate(
        [...batch].map(([_id, at]) => ({ filter: { _id }, update: { $set: { lastUsed: new Date(at) } } })),
      );
    } catch (error) {
      logger.warn({ event: 'keys.uses_lost', err: error, count: batch.size }, 'uses of API keys were not written down');
    }
  };
  const flush = (): Promise<void> => (writing = writing.then(write));
  const timer = setInterval(() => void flush(), EVERY_MS);
  timer.unref();

  return {
    note({ _id, lastUsed }) {
      const now = clock.now();
      if (lastUsed && now - lastUsed.getTime() < PRECISION_MS) return;
      if (noted.size < MAX_NOTED && !noted.has(_id)) noted.set(_id, now);
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
};
