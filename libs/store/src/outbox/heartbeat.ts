import type { Database } from '../database';
import type { StoreOptions } from '../contract/store';
import { date, flag, mapOf, number, text, type Columns, type Stored } from '../schema/columns';
import { defineDocument } from '../schema/document-schema';

const instanceColumns = {
  _id: text,
  expiresAt: date,
  /** Epoch by resource; the relay publishes entries of lower epochs. */
  epochs: mapOf(number),
  /** Entries were dropped from memory; the relay publishes old entries. */
  behind: flag,
} satisfies Columns;

/** A writing process, as seen by the relays of all processes. */
export type InstanceDocument = Stored<typeof instanceColumns>;
export const instanceSchema = defineDocument(instanceColumns);

/** A process without a heartbeat for this time counts as dead, ms. */
const TTL_MS = 6_000;
const INTERVAL_MS = 2_000;

/**
 * Reports to the relays that this process is alive and publishes its own entries. A failed write is logged and retried.
 */
export const createHeartbeat = ({
  database,
  processId,
  clock,
  logger,
  state,
}: Pick<StoreOptions, 'clock' | 'logger'> & {
  readonly database: Database;
  readonly processId: string;
  readonly state: () => Pick<InstanceDocument, 'epochs' | 'behind'>;
}) => {
  const collection = database.collection('instances', instanceSchema);
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const beat = async (): Promise<void> => {
    const fields = { expiresAt: new Date(clock.now() + TTL_MS), ...state() };
    if (await collection.updateOne({ _id: processId }, { $set: fields })) return;
    await collection.insertMany([{ _id: processId, ...fields }]);
  };
  const beatAgain = async (): Promise<void> => {
    try {
      await beat();
    } catch (error) {
      logger.warn({ err: error }, 'the heartbeat could not be written');
    }
    schedule(INTERVAL_MS);
  };
  const schedule = (ms: number): void => {
    clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(() => void beatAgain(), ms);
    timer.unref();
  };

  return {
    start: async () => {
      await beat();
      schedule(INTERVAL_MS);
    },
    /** Schedules a heartbeat with the new epoch. */
    touch: () => schedule(0),
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      // Not deleted: the relay removes an instance after it has pruned its counters.
      await collection
        .updateOne({ _id: processId }, { $set: { expiresAt: new Date(clock.now()) } })
        .catch(() => undefined);
    },
  };
};

/** True if the process of an instance still publishes its entries. */
export const looksAfter = (
  instances: ReadonlyMap<string, InstanceDocument>,
  resource: string,
  instance: string,
  now: number,
): boolean => {
  const dash = instance.lastIndexOf('-');
  const document = instances.get(instance.slice(0, dash));
  return (
    document !== undefined &&
    document.expiresAt.getTime() > now &&
    Number(instance.slice(dash + 1)) >= (document.epochs[resource] ?? 0)
  );
};
