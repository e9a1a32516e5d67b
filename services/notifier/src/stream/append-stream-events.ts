import { startStopwatch, type Clock } from '@porchlight/runtime';
import { inAccounts, type DocumentCollection } from '@porchlight/store';
import { LRUCache } from 'lru-cache';
import { CHUNK_BYTES, findLastChunk, formatChunkId, MAX_CHUNKS } from './stream-chunks';
import { RETENTION_MS, type StoredEvent, type StreamChunk } from './stream-documents';

/** A cached chunk number is not older, ms: its chunk still exists. */
const CHUNK_CACHE_MS = 60_000;
const MAX_ACCOUNTS = 10_000;
const ATTEMPTS = 100;

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

/** Creates a chunk with these events. */
export const createChunk = (
  clock: Clock,
  accountId: number,
  epoch: string,
  number: number,
  events: StoredEvent[],
): StreamChunk => ({
  _id: formatChunkId(accountId, epoch, number),
  accountId,
  epoch,
  number,
  size: events.length,
  bytes: events.reduce((sum, event) => sum + sizeOf(event), 0),
  events,
  until: new Date(clock.now() + RETENTION_MS),
});

/** Appends events at the end of an account's stream. */
export const createAppend = ({
  chunks,
  clock,
}: {
  readonly chunks: DocumentCollection<StreamChunk>;
  readonly clock: Clock;
}) => {
  const lastChunks = new LRUCache<string, { chunk: number; age: () => number }>({ max: MAX_ACCOUNTS });

  const findLastNumber = async (accountId: number, epoch: string): Promise<number> => {
    const cached = lastChunks.get(`${accountId}:${epoch}`);
    if (cached && cached.age() < CHUNK_CACHE_MS) return cached.chunk;
    return (await findLastChunk(chunks, accountId, epoch))?.number ?? 0;
  };

  /** True if the chunk exists, has room, and got the part. */
  const pushPart = (accountId: number, _id: string, part: StoredEvent[], bytes: number): Promise<boolean> =>
    chunks.updateOne(inAccounts({ _id, bytes: { $lt: CHUNK_BYTES } }, [accountId]), {
      $push: { events: { $each: part } },
      $inc: { size: part.length, bytes },
      $set: { until: new Date(clock.now() + RETENTION_MS) },
    });

  /** Appends a part to the last chunk, or begins the next one. */
  const appendPart = async (accountId: number, epoch: string, part: StoredEvent[], bytes: number): Promise<void> => {
    let chunk = await findLastNumber(accountId, epoch);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (await pushPart(accountId, formatChunkId(accountId, epoch, chunk), part, bytes)) break;
      chunk += 1;
      const refused = await chunks.insertMany([createChunk(clock, accountId, epoch, chunk, part)]);
      // Another process began this chunk.
      if (refused.length > 0) continue;
      const earlierId = formatChunkId(accountId, epoch, chunk - MAX_CHUNKS);
      await chunks.deleteMany(inAccounts({ _id: earlierId }, [accountId]));
      break;
    }
    lastChunks.set(`${accountId}:${epoch}`, { chunk, age: startStopwatch() });
  };

  return async (accountId: number, epoch: string, events: readonly StoredEvent[]): Promise<void> => {
    for (const { part, bytes } of splitBySize(events)) await appendPart(accountId, epoch, part, bytes);
  };
};
