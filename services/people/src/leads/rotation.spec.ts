import type { DocumentCollection } from '@porchlight/store';
import { createRotation, type RotationDocument } from './rotation';

/** A collection of counters that responds asynchronously. */
const collection = () => {
  const taken = new Map<string, number>();
  const state = { writes: 0, failing: false };
  const later = () => new Promise((resolve) => setImmediate(resolve));
  const port = {
    async findOneAndUpdate({ _id }: { _id: string }, { $inc }: { $inc: { taken: number } }) {
      await later();
      if (state.failing) throw new Error('away');
      const before = taken.get(_id);
      if (before === undefined) return null;
      state.writes++;
      taken.set(_id, before + $inc.taken);
      return { _id, taken: before + $inc.taken };
    },
    async findOne({ _id }: { _id: string }) {
      const value = taken.get(_id);
      return value === undefined ? null : { _id, taken: value };
    },
    async insertMany([document]: RotationDocument[]) {
      await later();
      if (taken.has(document!._id)) return [document!._id];
      state.writes++;
      taken.set(document!._id, document!.taken);
      return [];
    },
  } as unknown as DocumentCollection<RotationDocument>;
  return { port, state };
};
const times = <T>(n: number, fn: () => T): T[] => Array.from({ length: n }, fn);

describe('turns of a group', () => {
  it('are each taken once over all replicas, concurrent ones with one write', async () => {
    const { port, state } = collection();
    const [one, two] = [createRotation(port), createRotation(port)];
    const turns = await Promise.all([...times(20, () => one.next(1, 7)), ...times(20, () => two.next(1, 7))]);
    expect([...turns].sort((a, b) => a - b)).toEqual(times(40, () => 0).map((_, at) => at));
    expect(state.writes).toBeLessThan(8);
    expect(await one.next(1, 7)).toBe(40);
  });

  it('are counted per group and account', async () => {
    const rotation = createRotation(collection().port);
    expect(
      await Promise.all([rotation.next(1, 7), rotation.next(1, 8), rotation.next(2, 7), rotation.next(1, 7)]),
    ).toEqual([0, 0, 0, 1]);
  });

  it('given turns that are looked at, then the next turn stays the same', async () => {
    const { port, state } = collection();
    const rotation = createRotation(port);
    expect(await rotation.peek(1, 7)).toBe(0);
    await rotation.next(1, 7);
    const { writes } = state;
    expect(await Promise.all([rotation.peek(1, 7), rotation.peek(1, 7), rotation.peek(1, 8)])).toEqual([1, 1, 0]);
    expect(state.writes).toBe(writes);
  });

  it('can be taken again after a failure', async () => {
    const { port, state } = collection();
    const rotation = createRotation(port);
    state.failing = true;
    const results = await Promise.allSettled([rotation.next(1, 7), rotation.next(1, 7)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    state.failing = false;
    expect(await rotation.next(1, 7)).toBe(0);
  });
});
