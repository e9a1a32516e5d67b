import { randomBytes } from 'node:crypto';
import { monotonicFactory } from 'ulid';
import type { Clock } from './clock';

/** Source of unique and unguessable values. */
export interface Ids {
  /**
   * Creates a ULID: 26 characters, each greater than the previous one of the process, also when the clock is set back.
   */
  eventId(): string;
  /** Creates cryptographically random bytes. */
  random(bytes: number): Buffer;
}

export interface IdsOptions {
  readonly clock: Clock;
  /** Source of randomness (default: the operating system's). */
  readonly random?: (bytes: number) => Buffer;
}

/** Creates a source of ids from a clock and a source of randomness. */
export const createIds = ({ clock, random = randomBytes }: IdsOptions): Ids => {
  // 16 random characters form the end of a ULID: they are fetched in one call. The library uses 5 bits of each number.
  let pool: Buffer = Buffer.alloc(0);
  let next = 0;
  const nextNumber = (): number => {
    if (next >= pool.length) {
      pool = random(64);
      next = 0;
    }
    return pool.readUInt8(next++) / 256;
  };
  const ulid = monotonicFactory(nextNumber);
  return { eventId: () => ulid(clock.now()), random };
};
