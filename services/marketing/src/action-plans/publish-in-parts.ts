import type { PendingChange } from '@porchlight/store';

/** Changes in one publish. */
const MAX_CHANGES = 200;
/** Bytes of changes in memory at a time, without the last one; also the size of one publish. */
const MAX_BYTES = 1_048_576;

/** Publishes changes in their order and in bounded parts. `flush` publishes the rest. */
export const publishInParts = (publish: (changes: readonly PendingChange[]) => Promise<void>) => {
  let part: PendingChange[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    if (part.length > 0) await publish(part);
    [part, bytes] = [[], 0];
  };
  return {
    async add(change: PendingChange): Promise<void> {
      part.push(change);
      bytes += change.value.byteLength;
      if (part.length >= MAX_CHANGES || bytes >= MAX_BYTES) await flush();
    },
    flush,
  };
};
