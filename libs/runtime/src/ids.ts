import { randomBytes } from 'node:crypto';
import { monotonicFactory } from 'ulid';
import type { Clock } from './clock';

/** Source of all that must be unique or unguessable. */
export interface Ids {
  /** ULID: 26 characters, each greater than the one before from the same process, also when the clock goes back. */
  eventId(): string;
  /** Cryptographic randomness, that many bytes. */
  random(bytes: number): Buffer;
}

export interface IdsOptions {
  readonly clock: Clock;
  /** Source of randomness (default: the operating system's). */
  readonly random?: (bytes: number) => Buffer;
}

/** Makes a source of ids from a clock and a source of randomness. */
export const createIds = ({ clock, random = randomBytes }: IdsOptions): Ids => {
  // 16 random characters make the tail of a ULID: fetch them in one go. The library takes 5 bits of each number.
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
