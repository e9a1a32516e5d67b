import { SystemServiceDefinition } from '@porchlight/contracts';
import type { IgnoredFields } from '@porchlight/edge';
import { createRpcClient, type Channel } from '@porchlight/rpc';
import type { Logger, Metrics } from '@porchlight/runtime';
import { GATEWAY } from './credentials';

/** Requests in which one name was ignored or changed. */
export interface IgnoredFieldCount {
  readonly accountId: number;
  /** Empty without a registered system. */
  readonly system: string;
  readonly operation: string;
  readonly field: string;
  count: number;
}

/** Requests with an unregistered name and key, of an account that accepts these. */
export interface UnregisteredSystemCount {
  readonly accountId: number;
  readonly name: string;
  count: number;
}

/** Stores the counts in the auth service. At most 1,000 of each kind. */
export type RecordCounts = (
  fields: readonly IgnoredFieldCount[],
  unregistered: readonly UnregisteredSystemCount[],
) => Promise<unknown>;

/** Stores counts in the auth service. */
export const createRecordCounts = (auth: Channel, timeoutMs: number): RecordCounts => {
  const systems = createRpcClient(SystemServiceDefinition, auth);
  return (fields, unregistered) =>
    systems.recordIgnoredFields(
      { fields: [...fields], unregistered: [...unregistered] },
      { actor: GATEWAY, timeoutMs },
    );
};

/** Counts fields that lenient reading ignored or changed, and unregistered systems. */
export interface ReadingCounts {
  ignored(fields: IgnoredFields): void;
  unregistered(accountId: number, name: string): void;
  /** Stores the remaining counts, and stops. */
  stop(): Promise<void>;
}

/** Settings of the counts. */
export interface ReadingCountsOptions {
  readonly record: RecordCounts;
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

/** Creates the counters; they are stored every 5 s. Counts of a failed call are added to the next. */
export const createReadingCounts = ({
  record,
  metrics,
  logger,
  everyMs = 5_000,
}: ReadingCountsOptions): ReadingCounts => {
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
      await record([...sentFields.values()], [...sentUnregistered.values()]);
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
    ignored: ({ accountId, system, operation, fields: names }) => {
      total.inc({ operation }, names.length);
      for (const field of new Set(names.map(withoutPositions)))
        addTo(fields, JSON.stringify([accountId, system, operation, field]), () => ({
          accountId,
          system,
          operation,
          field,
          count: 1,
        }));
    },
    unregistered: (accountId, name) =>
      addTo(unregistered, JSON.stringify([accountId, name]), () => ({ accountId, name, count: 1 })),
    stop: async () => {
      clearInterval(timer);
      await flushOnce();
      await flushOnce();
    },
  };
};
