import { createByteBudget } from './byte-budget';

describe('byte budget', () => {
  it('refuses a reservation that does not fit and accepts it after a release', () => {
    const budget = createByteBudget({ maxBytes: 100 });
    const first = budget.reserve(60);
    expect(budget.reserve(41)).toBeUndefined();
    expect(budget.inUse()).toBe(60);
    first?.release();
    expect(budget.inUse()).toBe(0);
    expect(budget.reserve(100)).toBeDefined();
  });

  it('grows a lease up to the limit and releases all of it', () => {
    const budget = createByteBudget({ maxBytes: 100 });
    const lease = budget.reserve(10);
    expect([lease?.grow(80), lease?.grow(11), budget.inUse()]).toEqual([true, false, 90]);
    lease?.release();
    expect(budget.inUse()).toBe(0);
  });

  it('releases a lease once and refuses to grow it afterwards', () => {
    const budget = createByteBudget({ maxBytes: 100 });
    const kept = budget.reserve(30);
    const lease = budget.reserve(50);
    lease?.release();
    lease?.release();
    expect([budget.inUse(), lease?.grow(1), budget.inUse()]).toEqual([30, false, 30]);
    kept?.release();
  });

  it.each([-1, 0.5, NaN, Infinity])('throws for %p bytes', (bytes) => {
    const budget = createByteBudget({ maxBytes: 100 });
    expect(() => budget.reserve(bytes)).toThrow(RangeError);
    expect(() => budget.reserve(1)?.grow(bytes)).toThrow(RangeError);
    expect(() => createByteBudget({ maxBytes: bytes })).toThrow(RangeError);
  });
});
