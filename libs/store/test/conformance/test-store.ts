import { refuse } from '@porchlight/errors';
import { createHmac, randomBytes } from 'node:crypto';
import type { ListQuery } from '@porchlight/resource';
import type { Database } from '../../src/database';
import { openStoreOn, type OpenedStore } from '../../src/open-store';
import type { PendingChange } from '../../src/contract/document';
import type { ResourceStore } from '../../src/contract/resource-store-contract';
import type { StoreOptions } from '../../src/contract/store';
import { itemOptions, type Item, type ItemDocument } from './sample-resource';

/** A database that tests may open several times, as several processes would. */
export interface Harness {
  /** Each call is a connection of its own to the same data. */
  open(): Promise<Database>;
}

/** A clock that runs and can be moved on. */
export const createTestClock = (): { now(): number; advance(ms: number): void } => {
  let ahead = 0;
  return { now: () => Date.now() + ahead, advance: (ms) => void (ahead += ms) };
};

let made = 0;

/** Unique and rising in this process. */
const eventId = (): string =>
  `01TEST${Date.now().toString(36)}${(made += 1).toString(36).padStart(8, '0')}`.toUpperCase();

const quiet = (): void => undefined;

export interface TestStore {
  readonly database: Database;
  readonly store: OpenedStore;
  readonly items: ResourceStore<Item, ItemDocument>;
  /** Published changes, in order. */
  readonly published: PendingChange[];
  readonly stop: () => Promise<void>;
}

/** The plainest list: ten of all, newest first. */
export const QUERY: ListQuery = {
  limit: 10,
  offset: 0,
  next: '',
  sort: '',
  descending: true,
  filters: [],
  customFields: [],
};

export const NEXT_KEY = createHmac('sha256', 'next').digest();

/** Opens a store with the sample resource; the outbox relay runs only when called. */
export const openTestStore = async (database: Database, overrides: Partial<StoreOptions> = {}): Promise<TestStore> => {
  const published: PendingChange[] = [];
  const store = openStoreOn(
    database,
    {
      service: 'sample',
      uri: 'memory:',
      database: 'sample',
      publish: async (changes) => void published.push(...changes),
      clock: { now: () => Date.now() },
      ids: { eventId, random: (bytes) => randomBytes(bytes) },
      logger: { info: quiet, warn: quiet, error: quiet, debug: quiet },
      nextTokenKey: NEXT_KEY,
      ...overrides,
    },
    { relays: false },
  );
  const items = store.resource(itemOptions());
  await store.start();
  return { database, store, items, published, stop: () => store.stop(AbortSignal.timeout(5_000)) };
};

/** Waits until all that the store wrote is published and cleared. */
export const drained = async ({ store }: TestStore): Promise<void> => {
  const deadline = AbortSignal.timeout(10_000);
  await store.drain(deadline);
  deadline.throwIfAborted();
};

/** Runs the relay several times, as time goes by. */
export const relayAll = async ({ store }: TestStore, clock: { advance(ms: number): void }): Promise<void> => {
  for (let round = 0; round < 4; round += 1) {
    clock.advance(60_000);
    await store.relay.run();
  }
};

/** A bus that is away until a test switches it on. */
export const createSwitchedBus = () => {
  const bus = { away: true, published: [] as PendingChange[] };
  const publish: StoreOptions['publish'] = async (changes) => {
    if (bus.away) throw refuse('UNAVAILABLE');
    bus.published.push(...changes);
  };
  return Object.assign(bus, { publish });
};
