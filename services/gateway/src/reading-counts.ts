import type { IgnoredFieldCount, RecordIgnoredFieldsRequest, UnregisteredSystemCount } from '@porchlight/contracts';
import type { IgnoredFields } from '@porchlight/edge';
import type { Logger, Metrics } from '@porchlight/runtime';

/** Settings of the counts. */
interface ReadingCountsOptions {
  /** Stores the counts in the auth service. At most 1,000 of each kind. */
  readonly record: (counts: RecordIgnoredFieldsRequest) => Promise<unknown>;
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** Time between two calls of `record`, ms. */
  readonly everyMs?: number;
}

/** Maximum number of counters of each kind between two calls; further names are counted by the metric only. */
const MAX_COUNTERS = 1_000;

const addTo = <T extends { count: number }>(
  counters: Map<string, T>,
  key: string,
  create: () => T,
  count = 1,
): void => {
  const counter = counters.get(key);
  if (counter) counter.count += count;
  else if (counters.size < MAX_COUNTERS) counters.set(key, create());
};

/** Removes positions in lists: person.emails.0.type becomes person.emails.type. */
const withoutPositions = (field: string): string => field.replace(/\.\d+(?=\.|$)/g, '');

/**
 * Counts fields that lenient reading ignored or changed, and unregistered systems. The counts are stored every 5 s;
 * those of a failed call are added to the next.
 */
export const createReadingCounts = ({ record, metrics, logger, everyMs = 5_000 }: ReadingCountsOptions) => {
  const total = metrics.counter('ignored_fields_total', 'Fields that were ignored or changed in reading requests.', [
    'operation',
  ]);
  let fields = new Map<string, IgnoredFieldCount>();
  let unregistered = new Map<string, UnregisteredSystemCount>();

  const flush = async (): Promise<void> => {
    if (fields.size === 0 && unregistered.size === 0) return;
    const [sentFields, sentUnregistered] = [fields, unregistered];
    fields = new Map();
    unregistered = new Map();
    try {
      await record({ fields: [...sentFields.values()], unregistered: [...sentUnregistered.values()] });
    } catch (error) {
      logger.warn(
        { event: 'ignored-fields.unsent', err: error },
        'counts of ignored fields could not be stored; they are sent again',
      );
      for (const [key, counter] of sentFields) addTo(fields, key, () => counter, counter.count);
      for (const [key, counter] of sentUnregistered) addTo(unregistered, key, () => counter, counter.count);
    }
  };
  let running: Promise<void> | undefined;
  const flushOnce = (): Promise<void> => (running ??= flush().finally(() => (running = undefined)));
  const timer = setInterval(() => void flushOnce(), everyMs).unref();

  return {
    ignored: ({ accountId, system, operation, fields: names, unlisted = 0 }: IgnoredFields): void => {
      total.inc({ operation }, names.length + unlisted);
      for (const field of new Set(names.map(withoutPositions)))
        addTo(fields, JSON.stringify([accountId, system, operation, field]), () => ({
          accountId,
          system,
          operation,
          field,
          count: 1,
        }));
    },
    unregistered: (accountId: number, name: string): void =>
      addTo(unregistered, JSON.stringify([accountId, name]), () => ({ accountId, name, count: 1 })),
    /** Stores the remaining counts, and stops. */
    stop: async (): Promise<void> => {
      clearInterval(timer);
      await flushOnce();
      await flushOnce();
    },
  };
};
