import { randomBytes } from 'node:crypto';
import { createManualClock } from '@porchlight/runtime';
import { batchIdAt, MAKER_AT } from './event-batch';
import { createBatchIds } from './batch-ids';

const setUp = () => {
  const clock = createManualClock(1_000_000);
  let floor = '';
  const ids = createBatchIds({ clock, ids: { random: randomBytes }, floor: () => floor });
  return { clock, ids, setFloor: (moment: number) => void (floor = batchIdAt(moment)) };
};

it('increase, also within a millisecond, and contain their process', () => {
  const { ids } = setUp();
  const created = Array.from({ length: 100 }, () => ids.next());
  expect([...created].sort()).toEqual(created);
  const { maker } = ids.settled();
  expect(created.every((id) => id.slice(MAKER_AT.start, MAKER_AT.start + MAKER_AT.length) === maker)).toBe(true);
});

it('are settled below the oldest unfinished one of the process; without one, below the next', () => {
  const { ids } = setUp();
  const [a, b, c] = [ids.next(), ids.next(), ids.next()];
  ids.done(b);
  expect(ids.settled().ownBefore).toBe(a);
  ids.done(a);
  expect(ids.settled().ownBefore).toBe(c);
  ids.done(c);
  const { ownBefore } = ids.settled();
  expect(c < ownBefore).toBe(true);
  expect(ids.next() >= ownBefore).toBe(true);
});

it('given a batch that another process may have resumed, then it stays open until the floor has passed it', async () => {
  const { clock, ids, setFloor } = setUp();
  const slow = ids.next();
  await clock.advance(12_000);
  ids.done(slow);
  expect(ids.settled().ownBefore).toBe(slow);
  setFloor(1_005_000);
  expect(slow < ids.settled().ownBefore).toBe(true);
});
