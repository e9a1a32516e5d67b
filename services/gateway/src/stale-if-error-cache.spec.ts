import { refuse } from '@porchlight/errors';
import { createManualClock } from '@porchlight/runtime';
import { createStaleIfErrorCache } from './stale-if-error-cache';

const setUp = () => {
  const clock = createManualClock(1_000_000);
  const asked: string[] = [];
  let answer: () => Promise<string | undefined> = async () => 'first';
  const remembered = createStaleIfErrorCache<string | undefined>({
    load: (key) => {
      asked.push(key);
      return answer();
    },
    clock,
    max: 3,
  });
  return { clock, asked, remembered, answerWith: (next: () => Promise<string | undefined>) => (answer = next) };
};

const away = async (): Promise<never> => {
  throw refuse('UNAVAILABLE');
};

describe('createStaleIfErrorCache', () => {
  it('loads once for concurrent callers', async () => {
    const { remembered, asked } = setUp();
    expect(await Promise.all([remembered('a'), remembered('a'), remembered('b')])).toEqual(['first', 'first', 'first']);
    expect(asked).toEqual(['a', 'b']);
  });

  it.each([3_600_000, -3_600_000])('loads again after the clock jumps by %d ms', async (jump) => {
    const { remembered, clock, answerWith } = setUp();
    clock.advance(7_200_000);
    await remembered('a');
    answerWith(async () => 'second');
    clock.advance(jump);
    expect(await remembered('a')).toBe('second');
  });

  it('loads again after 800 ms, so that disabled credentials are rejected', async () => {
    const { remembered, clock, answerWith } = setUp();
    await remembered('a');
    answerWith(async () => undefined);
    clock.advance(799);
    expect(await remembered('a')).toBe('first');
    clock.advance(1);
    expect(await remembered('a')).toBeUndefined();
  });

  it('does not cache unknown values', async () => {
    const { remembered, asked, answerWith } = setUp();
    answerWith(async () => undefined);
    await remembered('x');
    await remembered('x');
    expect(asked).toEqual(['x', 'x']);
  });

  it('returns the last value while the source is unavailable, for at most 30 s', async () => {
    const { remembered, clock, answerWith } = setUp();
    await remembered('a');
    answerWith(away);
    clock.advance(1_000);
    expect(await remembered('a')).toBe('first');
    clock.advance(28_000);
    expect(await remembered('a')).toBe('first');
    clock.advance(2_000);
    await expect(remembered('a')).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  });

  it('throws other errors to the caller and loads again next time', async () => {
    const { remembered, answerWith } = setUp();
    answerWith(async () => Promise.reject(new Error('broken')));
    await expect(remembered('a')).rejects.toThrow('broken');
    answerWith(async () => 'whole');
    expect(await remembered('a')).toBe('whole');
  });

  it('removes the oldest entries over its limit', async () => {
    const { remembered, asked } = setUp();
    for (const key of ['a', 'b', 'c', 'd', 'a']) await remembered(key);
    expect(asked).toEqual(['a', 'b', 'c', 'd', 'a']);
  });
});
