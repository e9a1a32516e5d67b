import { DEFAULT_STAGES, TRASH_ID } from './default-stages';
import { inOrder, recalculate, computeMovedWeight, computeNewWeight } from './stage-order';

const abc = [
  { id: 1, orderWeight: 1000 },
  { id: 2, orderWeight: 2000 },
  { id: 3, orderWeight: 3000 },
];

const after = (stages: typeof abc, placed: number): number[] => {
  const changed = recalculate(stages, placed);
  return inOrder(stages.map((s) => ({ ...s, orderWeight: changed.get(s.id) ?? s.orderWeight }))).map((s) => s.id);
};

describe('order of stages', () => {
  it.each([
    [undefined, 4000, [1, 2, 3, 9]],
    [0, 1000, [9, 1, 2, 3]],
    [2000, 2000, [1, 9, 2, 3]],
    [2500, 3000, [1, 2, 9, 3]],
    [99_999, 4000, [1, 2, 3, 9]],
  ])('puts a new stage at %s', (wanted, weight, order) => {
    expect(computeNewWeight(abc, wanted)).toBe(weight);
    expect(after([...abc, { id: 9, orderWeight: weight }], 9)).toEqual(order);
  });

  it.each([
    [1, 2000, [2, 1, 3]],
    [1, 3000, [2, 3, 1]],
    [3, 2000, [1, 3, 2]],
    [3, 1000, [3, 1, 2]],
    [2, 2500, [1, 2, 3]],
    [1, 50_000, [2, 3, 1]],
  ])('moves stage %s to %s', (id, wanted, order) => {
    const moved = abc.map((s) => (s.id === id ? { ...s, orderWeight: computeMovedWeight(abc, id, wanted) } : s));
    expect(after(moved, id)).toEqual(order);
  });

  it('spaces weights in steps of 1000 and returns only changes', () => {
    expect(recalculate(abc)).toEqual(new Map());
    expect(
      recalculate([
        { id: 1, orderWeight: 5 },
        { id: 2, orderWeight: 2000 },
      ]),
    ).toEqual(new Map([[1, 1000]]));
  });

  it('corrects two stages with the same weight, as after a crash', () =>
    expect(recalculate([...abc, { id: 9, orderWeight: 2000 }])).toEqual(
      new Map([
        [2, 3000],
        [3, 4000],
      ]),
    ));

  it('has the same default stages in every account, Trash last and protected', () => {
    expect(DEFAULT_STAGES.filter((s) => s.isProtected).map((s) => s.name)).toEqual(['Lead', 'Closed', 'Trash']);
    expect(DEFAULT_STAGES.map((s) => s.orderWeight)).toEqual(DEFAULT_STAGES.map((s) => s.id * 1000));
    expect(DEFAULT_STAGES.at(-1)).toMatchObject({ id: TRASH_ID, isProtected: true });
  });
});
