import { addFailure, CLIENT_AUTHENTICATION, type Failures, type LockOut, remainingDelay, SIGN_IN } from './lock-out';

const failing = (times: number, rule: LockOut, everyMs = 0, start = 1_000_000) => {
  let last: Failures | undefined;
  let now = start;
  for (let n = 0; n < times; n++) {
    now += everyMs;
    last = addFailure(last, now, rule);
  }
  return { last, now };
};

describe('failed sign-ins', () => {
  it('cause no delay four times, and then delays of 1, 2, 4 … seconds, at most 15 minutes', () => {
    const waits = [1, 4, 5, 6, 7, 8, 14, 15, 40].map((n) => {
      const { last, now } = failing(n, SIGN_IN);
      return remainingDelay(last, now) / 1000;
    });
    expect(waits).toEqual([0, 0, 1, 2, 4, 8, 512, 900, 900]);
  });

  it('are counted within a minute', () => {
    const { last, now } = failing(8, SIGN_IN, 16_000);
    expect(remainingDelay(last, now)).toBe(0);
  });

  it('given failures after each delay, then the delay keeps growing', () => {
    const { last } = failing(10, SIGN_IN);
    const after = addFailure(last, last!.until + 1, SIGN_IN);
    expect(after.failures).toBe(11);
  });
});

describe('failed client authentications', () => {
  it('are allowed twenty times a minute', () => {
    expect(remainingDelay(failing(19, CLIENT_AUTHENTICATION).last, 1_000_000)).toBe(0);
    const { last, now } = failing(20, CLIENT_AUTHENTICATION, 1_000);
    expect(remainingDelay(last, now)).toBe(41_000);
    expect(addFailure(last, now + 41_001, CLIENT_AUTHENTICATION)).toMatchObject({ failures: 1, until: 0 });
  });
});
