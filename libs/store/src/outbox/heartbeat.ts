import type { Database } from '../database';
import type { StoreOptions } from '../types';

/** A process that writes, as the sweepers of all processes see it. */
export interface InstanceDocument {
  _id: string;
  expiresAt: Date;
  /** Resource -> its epoch; entries of lower ones are left to the sweeper. */
  epochs: Record<string, number>;
  /** Entries were dropped from memory; the sweeper takes what is old. */
  behind: boolean;
}

/** Milliseconds: who has not been heard of for `ttlMs` counts as dead. */
const HEARTBEAT = { ttlMs: 6_000, everyMs: 2_000 } as const;

/** Tells the sweepers that this process lives and looks after its own entries. */
export interface Heartbeat {
  start(): Promise<void>;
  /** Tells of a new epoch soon. */
  touch(): void;
  stop(): Promise<void>;
}

/** Whose heartbeat it is, and what it tells. */
export interface HeartbeatOptions {
  readonly database: Database;
  readonly processId: string;
  readonly clock: StoreOptions['clock'];
  readonly logger: StoreOptions['logger'];
  readonly state: () => Pick<InstanceDocument, 'epochs' | 'behind'>;
}

/** Makes the heartbeat of this process; a beat that cannot be written is logged and tried again. */
export const createHeartbeat = ({ database, processId, clock, logger, state }: HeartbeatOptions): Heartbeat => {
  const collection = database.collection<InstanceDocument>('instances');
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const beat = async (): Promise<void> => {
    const fields = { expiresAt: new Date(clock.now() + HEARTBEAT.ttlMs), ...state() };
    if (await collection.updateOne({ _id: processId }, { $set: fields })) return;
    await collection.insertMany([{ _id: processId, ...fields }]);
  };
  const beatAgain = async (): Promise<void> => {
    try {
      await beat();
    } catch (error) {
      logger.warn({ err: error }, 'the heartbeat could not be written');
    }
    schedule(HEARTBEAT.everyMs);
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
      schedule(HEARTBEAT.everyMs);
    },
    touch: () => schedule(0),
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      // Not deleted: the sweeper forgets an instance when it has pruned its marks.
      await collection
        .updateOne({ _id: processId }, { $set: { expiresAt: new Date(clock.now()) } })
        .catch(() => undefined);
    },
  };
};

/** Whether entries of an instance name are still looked after by their process. */
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
