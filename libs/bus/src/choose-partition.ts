const SEED = 0x9747b28c;
const M = 0x5bd1e995;

/** MurmurHash2 of 32 bits with the seed of Kafka's own clients. */
export const murmur2 = (data: Uint8Array): number => {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let hash = SEED ^ data.length;
  const whole = data.length - (data.length % 4);
  for (let at = 0; at < whole; at += 4) {
    let k = Math.imul(view.getInt32(at, true), M);
    k ^= k >>> 24;
    hash = Math.imul(hash, M) ^ Math.imul(k, M);
  }
  const rest = data.length - whole;
  if (rest > 0) {
    for (let i = 0; i < rest; i++) hash ^= view.getUint8(whole + i) << (8 * i);
    hash = Math.imul(hash, M);
  }
  hash ^= hash >>> 13;
  hash = Math.imul(hash, M);
  return hash ^ (hash >>> 15);
};

/**
 * Returns the partition of a key, the same as Kafka's Java client, so that other producers agree and a key never moves
 * while the number of partitions is constant.
 */
export const choosePartition = (key: string, partitions: number): number =>
  (murmur2(Buffer.from(key)) & 0x7fffffff) % partitions;
