import { createManualClock } from '@porchlight/runtime';
import { createSystemKeys } from './system-keys';

const setUp = () => {
  const clock = createManualClock();
  const auth = { away: false, asked: 0, keys: new Map([['Demo', 'k1']]) };
  const keys = createSystemKeys({
    clock,
    fetchKey: async (system) => {
      auth.asked++;
      if (auth.away) throw new Error('away');
      const key = auth.keys.get(system);
      return { found: key !== undefined, key: key ?? '' };
    },
  });
  return { clock, auth, keys };
};

describe('Keys of systems', () => {
  test('When there are concurrent reads, Then auth is called once, and again after a minute', async () => {
    const { clock, auth, keys } = setUp();
    expect(await Promise.all([keys.find('Demo'), keys.find('Demo')])).toEqual([{ key: 'k1' }, { key: 'k1' }]);
    clock.advance(59_000);
    await keys.find('Demo');
    expect(auth.asked).toBe(1);
    auth.keys.set('Demo', 'k2');
    clock.advance(2_000);
    expect(await keys.find('Demo')).toEqual({ key: 'k2' });
  });

  test('When the clock is set back by an hour, Then the key is read again', async () => {
    const { clock, auth, keys } = setUp();
    await keys.find('Demo');
    auth.keys.set('Demo', 'k2');
    clock.advance(-3_600_000);
    expect(await keys.find('Demo')).toEqual({ key: 'k2' });
  });

  test('When auth is unavailable, Then a cached key stays in use and an unknown one throws', async () => {
    const { clock, auth, keys } = setUp();
    await keys.find('Demo');
    auth.away = true;
    clock.advance(3_600_000);
    expect(await keys.find('Demo')).toEqual({ key: 'k1' });
    await expect(keys.find('Other')).rejects.toThrow();
    const asked = auth.asked;
    for (let n = 0; n < 20; n++) await expect(keys.find('Other')).rejects.toThrow();
    expect(auth.asked).toBe(asked);
    auth.away = false;
    clock.advance(1_000);
    expect(await keys.find('Other')).toBeUndefined();
  });
});
