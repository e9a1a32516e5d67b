import { decodeTime, isValid } from 'ulid';
import { createManualClock } from './clock';
import { createIds } from './ids';

describe('eventId', () => {
  it('is a ULID of the clock', () => {
    const clock = createManualClock(1_767_225_600_123);
    const id = createIds({ clock }).eventId();
    expect(isValid(id)).toBe(true);
    expect(decodeTime(id)).toBe(1_767_225_600_123);
  });

  it('increases always: within a millisecond, over time and when the clock is set back', () => {
    const clock = createManualClock();
    const ids = createIds({ clock });
    const made: string[] = [];
    for (let round = 0; round < 50; round++) {
      for (let n = 0; n < 20; n++) made.push(ids.eventId());
      clock.advance(round % 3 === 2 ? -5_000 : 1);
    }
    expect([...made].sort()).toEqual(made);
    expect(new Set(made).size).toBe(1_000);
  });

  it('uses the given source of randomness', () => {
    const zeros = (bytes: number) => Buffer.alloc(bytes, 0);
    const ones = (bytes: number) => Buffer.alloc(bytes, 255);
    const clock = createManualClock();
    expect(createIds({ clock, random: zeros }).eventId().slice(10)).toBe('0'.repeat(16));
    expect(createIds({ clock, random: ones }).eventId().slice(10)).toBe('Z'.repeat(16));
  });

  it('differs between two processes at the same time', () => {
    const clock = createManualClock();
    const made = Array.from({ length: 200 }, () => createIds({ clock }).eventId());
    expect(new Set(made).size).toBe(200);
  });
});

it('returns the requested number of random bytes', () => {
  const ids = createIds({ clock: createManualClock() });
  expect(ids.random(32)).toHaveLength(32);
  expect(ids.random(32).equals(ids.random(32))).toBe(false);
});
