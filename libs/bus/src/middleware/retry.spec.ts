import { refuse } from '@porchlight/errors';
import { captureLogger } from '@porchlight/testkit';
import { createContext, createMessages, POLICY } from './fixtures';
import { HandlerTimeout, Postponed, Stopped } from './middleware';
import { computeBackoff, retry } from './retry';

const createRetry = (policy = POLICY, resumable = false) => {
  const log = captureLogger();
  return { log, wrap: retry({ policy, group: 'g', resumable, logger: log.logger }) };
};

it('doubles the waits up to the longest', () => {
  const policy = { firstBackoffMs: 100, maxBackoffMs: 5_000 };
  const waits = [1, 2, 3, 4, 5, 6, 7, 8, 1_000_000].map((failures) => computeBackoff(policy, failures));
  expect(waits).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000]);
});

it('tries a message up to the maximum attempts and throws the last error', async () => {
  const { wrap, log } = createRetry();
  const context = createContext();
  let calls = 0;
  const step = wrap(async () => {
    throw new Error(`fault ${++calls}`);
  });
  await expect(step(createMessages('a'), context)).rejects.toThrow('fault 4');
  expect(context.tally.attempts).toBe(4);
  expect(log.of('batch.retried').map(({ failures, transient }) => [failures, transient])).toEqual([
    [1, false],
    [2, false],
    [3, false],
  ]);
});

it('tries a batch of several messages only twice: it is split afterwards', async () => {
  const context = createContext();
  const step = createRetry().wrap(async () => {
    throw new Error('bad');
  });
  await expect(step(createMessages('a', 'b'), context)).rejects.toThrow('bad');
  expect(context.tally.attempts).toBe(2);
});

it('does not count transient errors', async () => {
  const context = createContext();
  let calls = 0;
  const step = createRetry().wrap(async () => {
    if (++calls <= 50) throw refuse('UNAVAILABLE');
  });
  await step(createMessages('a'), context);
  expect(context.tally.attempts).toBe(51);
});

it('ends a long wait when the subscription stops', async () => {
  const context = createContext();
  const { wrap } = createRetry({ ...POLICY, firstBackoffMs: 60_000, maxBackoffMs: 60_000 });
  const step = wrap(async () => {
    setImmediate(() => context.stop());
    throw refuse('UNAVAILABLE');
  });
  await expect(step(createMessages('a'), context)).rejects.toBeInstanceOf(Stopped);
  expect(context.tally.attempts).toBe(1);
});

it('postpones a transient error after three attempts if other keys wait', async () => {
  const context = { ...createContext(), canPostpone: true };
  const step = createRetry().wrap(async () => {
    throw refuse('DEADLINE');
  });
  await expect(step(createMessages('a'), context)).rejects.toMatchObject({
    name: 'Postponed',
    delayMs: POLICY.maxBackoffMs,
  });
  expect(context.tally.attempts).toBe(3);
});

describe('a resumable handler that runs out of time on one message', () => {
  it('is postponed if other keys wait, and continued at once otherwise', async () => {
    let runs = 0;
    const step = createRetry(POLICY, true).wrap(async () => {
      if (++runs % 10 !== 0) throw new HandlerTimeout(1);
    });
    await expect(step(createMessages('a'), { ...createContext(), canPostpone: true })).rejects.toBeInstanceOf(
      Postponed,
    );
    await step(createMessages('a'), createContext());
    expect(runs).toBe(10);
  });

  it('fails after 180 runs', async () => {
    let runs = 0;
    const step = createRetry(POLICY, true).wrap(async () => {
      runs++;
      throw new HandlerTimeout(1);
    });
    await expect(step(createMessages('a'), createContext())).rejects.toBeInstanceOf(HandlerTimeout);
    expect(runs).toBeGreaterThan(180);
  });
});
