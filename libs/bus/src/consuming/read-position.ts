/**
 * Where one partition is read. A deferred key has skipped messages: reading goes on behind them and jumps back to them
 * when the key has room again. Without gaps per key, its order holds.
 */
export const createReadPosition = () => {
  /** By key, the first offset that may contain a skipped message. */
  const deferred = new Map<string, number>();
  /** Deferred keys whose messages cannot be accepted now: there is a gap before the current position. */
  let blocked = new Set<string>();
  let position: number | undefined;
  /** All messages below were offered at least once. */
  let forward = 0;
  /** A batch has finished since the last repeated read, so that there is more room. */
  let progressed = false;
  let lookedAhead: 'owed' | 'asked' | 'done' = 'done';

  const firstWithRoom = (hasRoom: (key: string) => boolean): number | undefined => {
    let first: number | undefined;
    for (const [key, offset] of deferred) if (hasRoom(key) && (first === undefined || offset < first)) first = offset;
    return first;
  };

  return {
    isBlocked: (key: string): boolean => blocked.has(key),
    /** A message was skipped: no further one of its key is accepted before it. */
    defer(key: string, offset: number): void {
      deferred.set(key, offset);
      blocked.add(key);
    },
    /** A message was accepted. */
    accept(key: string, offset: number): void {
      if (deferred.has(key)) deferred.set(key, offset + 1);
    },
    /** All messages below `next` were offered. */
    readThrough(next: number): void {
      position = next;
      if (next < forward) return;
      forward = next;
      for (const key of deferred.keys()) if (!blocked.has(key)) deferred.delete(key);
    },
    /** Offset of the next read. */
    moveTo(offset: number): void {
      if (position === undefined) forward = offset;
      position = offset;
      blocked = new Set([...deferred].filter(([, first]) => first < offset).map(([key]) => key));
    },
    /** The offset that is read next; undefined before the first read. */
    position: () => position,
    /** A batch has finished. */
    progress: (): void => void (progressed = true),
    /** Position to continue reading at instead of the current one; undefined: no change. */
    plan(hasRoom: (key: string) => boolean): number | undefined {
      if (position === undefined || deferred.size === 0) return undefined;
      if (position < forward) {
        if (blocked.size < deferred.size) return undefined;
        lookedAhead = 'owed';
        return forward;
      }
      if (!progressed || lookedAhead !== 'done') return undefined;
      const target = firstWithRoom(hasRoom);
      if (target !== undefined) progressed = false;
      return target;
    },
    /** After a jump forward one fetch must end before the next jump back. */
    fetchBegan(): void {
      if (lookedAhead === 'owed') lookedAhead = 'asked';
    },
    fetchEnded(): void {
      if (lookedAhead === 'asked') lookedAhead = 'done';
    },
    /** Messages of a key were skipped and must be read again. */
    hasDeferred: () => deferred.size > 0,
    /** Every message below this offset was accepted. */
    acceptedBelow(): number {
      let first = forward;
      for (const offset of deferred.values()) first = Math.min(first, offset);
      return first;
    },
    /** Offsets read beyond `offset`, when reading is not repeated; 0 while it is. */
    distanceFrom: (offset: number): number => (position !== undefined && position >= forward ? forward - offset : 0),
  };
};
