import { AdaptiveConcurrency } from './adaptive-concurrency';

const BOUNDS = { min: 1, max: 64, first: 2 };

describe('Adaptive concurrency', () => {
  test('Given no failure yet, When every attempt of a round trip gets a response, Then the limit doubles up to the maximum', () => {
    const concurrency = new AdaptiveConcurrency(BOUNDS);
    const limits: number[] = [];
    for (let round = 0; round < 6; round++) {
      for (let n = concurrency.limit; n > 0; n--) concurrency.grow();
      limits.push(concurrency.limit);
    }
    expect(limits).toEqual([4, 8, 16, 32, 64, 64]);
  });

  test('Given a failure, When attempts get responses again, Then the limit grows by one per round trip', () => {
    const concurrency = new AdaptiveConcurrency(BOUNDS);
    for (let n = 0; n < 100; n++) concurrency.grow();
    concurrency.shrink(concurrency.epoch);
    expect(concurrency.limit).toBe(32);
    for (let n = 0; n < 33; n++) concurrency.grow();
    expect(concurrency.limit).toBe(33);
  });

  test('When all attempts that ran together fail, Then the limit halves once', () => {
    const concurrency = new AdaptiveConcurrency(BOUNDS);
    for (let n = 0; n < 100; n++) concurrency.grow();
    const { epoch } = concurrency;
    for (let n = 0; n < 64; n++) concurrency.shrink(epoch);
    expect(concurrency.limit).toBe(32);
  });

  test('When failures continue, Then the limit shrinks to the minimum', () => {
    const concurrency = new AdaptiveConcurrency(BOUNDS);
    for (let n = 0; n < 100; n++) concurrency.grow();
    for (let n = 0; n < 10; n++) concurrency.shrink(concurrency.epoch);
    expect(concurrency.limit).toBe(1);
  });

  test('Given the circuit was open, When the receiver recovers, Then the limit grows quickly to half of what it was', () => {
    const concurrency = new AdaptiveConcurrency(BOUNDS);
    for (let n = 0; n < 100; n++) concurrency.grow();
    concurrency.shrink(concurrency.epoch);
    concurrency.collapse();
    expect(concurrency.limit).toBe(1);
    for (let n = 0; n < 31; n++) concurrency.grow();
    expect(concurrency.limit).toBe(32);
  });
});
