import type { StreamPosition } from '@porchlight/contracts';
import { LIMITS } from '@porchlight/limits';
import { sleep, startStopwatch, type Clock, type Ids } from '@porchlight/runtime';
import { inAccounts, type DocumentCollection } from '@porchlight/store';
import { LRUCache } from 'lru-cache';
import { RETENTION_MS, type StoredEvent, type StreamAccount, type StreamChunk } from './stream-documents';

/** A chunk with as many bytes gets no more events. */
const CHUNK_BYTES = 16_384;
/** Chunks of an account: a full one has at most twice the bytes. */
const CHUNKS = Math.floor(LIMITS.streamBacklogBytes.value / (2 * CHUNK_BYTES));
/** How long each process may use what it read about an account, ms. */
const CACHE_MS = 500;
/** Time after which every process stores the events of a new epoch, ms. */
const EFFECTIVE_MS = CACHE_MS + 100;
/** A cached chunk number is not older, ms: its chunk still exists. */
const CHUNK_CACHE_MS = 60_000;
const MAX_ACCOUNTS = 10_000;
/** Chunks that one read returns for an account. */
const CHUNKS_AT_ONCE = 4;
const ATTEMPTS = 100;

/** Events after a position, and the position of the next read. */
export interface StreamPage {
  readonly events: readonly { readonly position: StreamPosition; readonly event: StoredEvent }[];
  readonly next: StreamPosition;
}

export interface StreamLogOptions {
  readonly accounts: DocumentCollection<StreamAccount>;
  readonly chunks: DocumentCollection<StreamChunk>;
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'eventId'>;
}

const formatChunkId = (accountId: number, epoch: string, chunk: number): string => `${accountId}:${epoch}:${chunk}`;

const sizeOf = (event: StoredEvent): number => JSON.stringify(event).length;

/** Parts of events that fit into a chunk each. */
const splitBySize = (events: readonly StoredEvent[]): { part: StoredEvent[]; bytes: number }[] => {
  const parts: { part: StoredEvent[]; bytes: number }[] = [];
  for (const event of events) {
    const bytes = sizeOf(event);
    const last = parts.at(-1);
    if (last && last.bytes + bytes <= CHUNK_BYTES) {
      last.part.push(event);
      last.bytes += bytes;
    } else parts.push({ part: [event], bytes });
  }
  return parts;
};

/**
 * The recent events of accounts whose stream is read, in the database: any process appends, any process reads. An
 * append is one atomic write at the end of the last chunk, so that readers see every event once and in one order.
 */
export const createStreamLog = ({ accounts, chunks, clock, ids }: StreamLogOptions) => {
  const epochs = new LRUCache<number, { epoch: string | undefined; age: () => number }>({ max: MAX_ACCOUNTS });
  const lastChunks = new LRUCache<string, { chunk: number; age: () => number }>({ max: MAX_ACCOUNTS });
  const expiry = (): Date => new Date(clock.now() + RETENTION_MS);

  const createChunk = (accountId: number, epoch: string, number: number, events: StoredEvent[]): StreamChunk => ({
    _id: formatChunkId(accountId, epoch, number),
    accountId,
    epoch,
    number,
    size: events.length,
    bytes: events.reduce((sum, event) => sum + sizeOf(event), 0),
    events,
    until: expiry(),
  });

  const findLastChunk = async (accountId: number, epoch: string): Promise<StreamChunk | undefined> => {
    const projection = { number: 1, size: 1 } as const;
    return (await chunks.find({ accountId, epoch }, { sort: { number: -1 }, limit: 1, projection }))[0];
  };

  /** The end of an account's events. */
  const findEnd = async (accountId: number, epoch: string): Promise<StreamPosition> => {
    const last = await findLastChunk(accountId, epoch);
    return { epoch, chunk: last?.number ?? 0, index: last?.size ?? 0 };
  };

  const findAccounts = (accountIds: readonly number[]): Promise<StreamAccount[]> =>
    accounts.find(inAccounts({ _id: { $in: [...accountIds] } }, accountIds), { limit: accountIds.length });

  /** The epoch of an account whose events are stored, or a new one. */
  const ensureEpoch = async (accountId: number): Promise<StreamAccount> => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const [account] = await findAccounts([accountId]);
      const now = clock.date();
      if (account && account.until > now) return account;
      const begun = { _id: accountId, accountId, epoch: ids.eventId(), since: now, until: expiry() };
      const { epoch, since, until } = begun;
      await chunks.insertMany([createChunk(accountId, epoch, 0, [])]);
      const isBegun = account
        ? await accounts.updateOne(inAccounts({ _id: accountId, epoch: account.epoch }, [accountId]), {
            $set: { epoch, since, until },
          })
        : (await accounts.insertMany([begun])).length === 0;
      if (isBegun) return begun;
    }
    throw new Error(`The stream of account ${accountId} could not begin.`);
  };

  /** Appends a part to the last chunk, or begins the next one. */
  const appendPart = async (accountId: number, epoch: string, part: StoredEvent[], bytes: number): Promise<void> => {
    const key = `${accountId}:${epoch}`;
    const cached = lastChunks.get(key);
    let chunk =
      cached && cached.age() < CHUNK_CACHE_MS ? cached.chunk : ((await findLastChunk(accountId, epoch))?.number ?? 0);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const place = inAccounts({ _id: formatChunkId(accountId, epoch, chunk), bytes: { $lt: CHUNK_BYTES } }, [
        accountId,
      ]);
      const isAppended = await chunks.updateOne(place, {
        $push: { events: { $each: part } },
        $inc: { size: part.length, bytes },
        $set: { until: expiry() },
      });
      if (isAppended) break;
      chunk += 1;
      const refused = await chunks.insertMany([createChunk(accountId, epoch, chunk, part)]);
      // Another process began this chunk.
      if (refused.length > 0) continue;
      const earlierId = formatChunkId(accountId, epoch, chunk - CHUNKS);
      await chunks.deleteMany(inAccounts({ _id: earlierId }, [accountId]));
      break;
    }
    lastChunks.set(key, { chunk, age: startStopwatch() });
  };

  const readAfter = async (accountId: number, { epoch, chunk, index }: StreamPosition): Promise<StreamPage> => {
    const numbers = Array.from({ length: CHUNKS_AT_ONCE }, (_, nth) => chunk + nth);
    const keys = numbers.map((number) => formatChunkId(accountId, epoch, number));
    const documents = await chunks.find(inAccounts({ _id: { $in: keys } }, [accountId]), { limit: keys.length });
    const events: { position: StreamPosition; event: StoredEvent }[] = [];
    let next: StreamPosition = { epoch, chunk, index };
    for (const { number, events: stored } of documents.sort((a, b) => a.number - b.number)) {
      // A chunk in between is missing only if it was deleted meanwhile; the next read finds that.
      if (number > next.chunk + 1) break;
      const from = number === chunk ? index : 0;
      for (const [nth, event] of stored.slice(from).entries())
        events.push({ position: { epoch, chunk: number, index: from + nth + 1 }, event });
      next = { epoch, chunk: number, index: stored.length };
    }
    return { events, next };
  };

  return {
    findEnd,
    /** The epochs of those accounts whose events are stored. */
    async findEpochs(accountIds: Iterable<number>): Promise<Map<number, string>> {
      const missing: number[] = [];
      const result = new Map<number, string>();
      for (const accountId of accountIds) {
        const cached = epochs.get(accountId);
        if (!cached || cached.age() >= CACHE_MS) missing.push(accountId);
        else if (cached.epoch !== undefined) result.set(accountId, cached.epoch);
      }
      if (missing.length === 0) return result;
      const age = startStopwatch();
      const byId = new Map((await findAccounts(missing)).map((account) => [account._id, account]));
      const now = clock.date();
      for (const accountId of missing) {
        const account = byId.get(accountId);
        const epoch = account && account.until > now ? account.epoch : undefined;
        epochs.set(accountId, { epoch, age });
        if (epoch !== undefined) result.set(accountId, epoch);
      }
      return result;
    },
    /** Begins to store the events of an account; resolves when every process does. */
    async begin(accountId: number): Promise<string> {
      const { epoch, since } = await ensureEpoch(accountId);
      const age = clock.now() - since.getTime();
      if (age < EFFECTIVE_MS) await sleep(Math.min(EFFECTIVE_MS, EFFECTIVE_MS - Math.max(0, age)));
      return epoch;
    },
    async append(accountId: number, epoch: string, events: readonly StoredEvent[]): Promise<void> {
      for (const { part, bytes } of splitBySize(events)) await appendPart(accountId, epoch, part, bytes);
    },
    /** Whether all events after a position are stored. */
    async holds(accountId: number, { epoch, chunk, index }: StreamPosition): Promise<boolean> {
      const _id = formatChunkId(accountId, epoch, chunk);
      const document = await chunks.findOne(inAccounts({ _id }, [accountId]), { projection: { size: 1 } });
      return document !== null && index <= document.size;
    },
    /** The accounts that have events after their positions, or whose events there are no longer stored. */
    async findChanged(positions: ReadonlyMap<number, StreamPosition>): Promise<number[]> {
      const keys = [...positions].flatMap(([accountId, { epoch, chunk }]) => [
        formatChunkId(accountId, epoch, chunk),
        formatChunkId(accountId, epoch, chunk + 1),
      ]);
      const documents = await chunks.find(inAccounts({ _id: { $in: keys } }, positions.keys()), {
        limit: keys.length,
        projection: { size: 1 },
      });
      const sizes = new Map(documents.map(({ _id, size }) => [_id, size]));
      return [...positions].flatMap(([accountId, { epoch, chunk, index }]) => {
        const size = sizes.get(formatChunkId(accountId, epoch, chunk));
        const hasMore = size === undefined || size > index || sizes.has(formatChunkId(accountId, epoch, chunk + 1));
        return hasMore ? [accountId] : [];
      });
    },
    /** Events after a position; undefined if they are no longer stored. */
    async read(accountId: number, position: StreamPosition): Promise<StreamPage | undefined> {
      return (await this.holds(accountId, position)) ? readAfter(accountId, position) : undefined;
    },
    /** Deletes the data of events of an account; the events stay, so that positions name the same ones. */
    async clearData(accountId: number, concerns: (event: StoredEvent) => boolean): Promise<void> {
      const sort = { epoch: 1, number: 1 } as const;
      for (const { _id, events } of await chunks.find({ accountId }, { sort, limit: 2 * CHUNKS })) {
        const paths = events.flatMap((event, nth) =>
          event.dataJson !== undefined && concerns(event) ? [[`events.${nth}.dataJson`, 1] as const] : [],
        );
        if (paths.length > 0)
          await chunks.updateOne(inAccounts({ _id }, [accountId]), { $unset: Object.fromEntries(paths) });
      }
    },
    /** Goes on storing the events of accounts; returns those whose events were not stored for a time. */
    async renew(positions: ReadonlyMap<number, StreamPosition>): Promise<number[]> {
      const accountIds = [...positions.keys()];
      const now = clock.date();
      const stored = new Map((await findAccounts(accountIds)).map((account) => [account._id, account]));
      const lapsed = accountIds.filter((accountId) => {
        const account = stored.get(accountId);
        return !account || account.until <= now || account.epoch !== positions.get(accountId)?.epoch;
      });
      const renewed = accountIds.filter((accountId) => !lapsed.includes(accountId));
      if (renewed.length === 0) return lapsed;
      const until = expiry();
      // The last chunk must not expire while a client waits at its end.
      const last = renewed.flatMap((accountId) => {
        const { epoch, chunk } = positions.get(accountId)!;
        return [0, 1].map((nth) => formatChunkId(accountId, epoch, chunk + nth));
      });
      await accounts.updateMany(inAccounts({ _id: { $in: renewed }, until: { $gt: now } }, renewed), {
        $set: { until },
      });
      await chunks.updateMany(inAccounts({ _id: { $in: last } }, renewed), { $set: { until } });
      return lapsed;
    },
  };
};

/** The recent events of accounts whose stream is read. */
export type StreamLog = ReturnType<typeof createStreamLog>;
