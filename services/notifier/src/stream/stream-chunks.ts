import type { StreamPosition } from '@porchlight/contracts';
import { LIMITS } from '@porchlight/limits';
import { inAccounts, type DocumentCollection } from '@porchlight/store';
import type { StoredEvent, StreamChunk } from './stream-documents';

/** A chunk with as many bytes gets no more events. */
export const CHUNK_BYTES = 16_384;
/** Chunks of an account: a full one has at most twice the bytes. */
export const MAX_CHUNKS = Math.floor(LIMITS.streamBacklogBytes.value / (2 * CHUNK_BYTES));
/** Chunks that one read returns for an account. */
const CHUNKS_AT_ONCE = 4;

/** Events after a position, and the position of the next read. */
export interface StreamPage {
  readonly events: readonly { readonly position: StreamPosition; readonly event: StoredEvent }[];
  readonly next: StreamPosition;
}

type Chunks = DocumentCollection<StreamChunk>;

export const formatChunkId = (accountId: number, epoch: string, chunk: number): string =>
  `${accountId}:${epoch}:${chunk}`;

/** The last chunk of an account, without its events. */
export const findLastChunk = async (
  chunks: Chunks,
  accountId: number,
  epoch: string,
): Promise<StreamChunk | undefined> => {
  const projection = { number: 1, size: 1 } as const;
  return (await chunks.find({ accountId, epoch }, { sort: { number: -1 }, limit: 1, projection }))[0];
};

/** Whether all events after a position are stored. */
export const holdsPosition = async (
  chunks: Chunks,
  accountId: number,
  { epoch, chunk, index }: StreamPosition,
): Promise<boolean> => {
  const _id = formatChunkId(accountId, epoch, chunk);
  const document = await chunks.findOne(inAccounts({ _id }, [accountId]), { projection: { size: 1 } });
  return document !== null && index <= document.size;
};

/** The accounts that have events after their positions, or whose events there are no longer stored. */
export const findChangedAccounts = async (
  chunks: Chunks,
  positions: ReadonlyMap<number, StreamPosition>,
): Promise<number[]> => {
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
};

/** The next events after a position that is stored. */
export const readAfter = async (
  chunks: Chunks,
  accountId: number,
  { epoch, chunk, index }: StreamPosition,
): Promise<StreamPage> => {
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

/** Deletes the data of events of an account; the events stay, so that positions name the same ones. */
export const clearEventData = async (
  chunks: Chunks,
  accountId: number,
  concerns: (event: StoredEvent) => boolean,
): Promise<void> => {
  const sort = { epoch: 1, number: 1 } as const;
  for (const { _id, events } of await chunks.find({ accountId }, { sort, limit: 2 * MAX_CHUNKS })) {
    const paths = events.flatMap((event, nth) =>
      event.dataJson !== undefined && concerns(event) ? [[`events.${nth}.dataJson`, 1] as const] : [],
    );
    if (paths.length > 0)
      await chunks.updateOne(inAccounts({ _id }, [accountId]), { $unset: Object.fromEntries(paths) });
  }
};
