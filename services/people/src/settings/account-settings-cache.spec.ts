import { createManualClock } from '@porchlight/runtime';
import { DEFAULT_STAGES } from './default-stages';
import type { StageView } from './account-settings';
import { SETTINGS_TTL_MS, createAccountSettingsCache } from './account-settings-cache';

const open = (stages: StageView[]) => {
  const clock = createManualClock();
  const calls = { stages: 0, seeds: 0 };
  const settingsCache = createAccountSettingsCache(
    {
      loadStages: async () => {
        calls.stages++;
        return [...stages];
      },
      loadMembers: async () => [],
      loadMoves: async () => [],
      countTrash: async () => 0,
    },
    clock,
  );
  settingsCache.seedWith(async () => {
    calls.seeds++;
    stages.splice(0, stages.length, ...DEFAULT_STAGES);
  });
  return { clock, calls, settingsCache };
};

describe('cached account settings', () => {
  it('creates the default stages of a new account, also after an interrupted creation', async () => {
    const { settingsCache, calls } = open(DEFAULT_STAGES.slice(0, 3));
    expect((await settingsCache.load(1)).stages).toHaveLength(DEFAULT_STAGES.length);
    await settingsCache.load(1);
    expect(calls.seeds).toBe(1);
  });

  it('reads once for concurrent callers, and again after expiry or a change', async () => {
    const { settingsCache, calls, clock } = open([...DEFAULT_STAGES]);
    await Promise.all([settingsCache.load(1), settingsCache.load(1), settingsCache.load(1)]);
    await settingsCache.load(1);
    expect(calls.stages).toBe(1);
    clock.advance(SETTINGS_TTL_MS);
    await settingsCache.load(1);
    expect(calls.stages).toBe(2);
    settingsCache.forget(1);
    expect(settingsCache.cached(1).stages).toHaveLength(DEFAULT_STAGES.length);
    await settingsCache.load(1);
    expect(calls.stages).toBe(3);
  });

  it.each([3_600_000, -3_600_000])('reads again after the clock jumps by %d ms', async (jump) => {
    const { settingsCache, calls, clock } = open([...DEFAULT_STAGES]);
    await settingsCache.load(1);
    clock.advance(jump);
    await settingsCache.load(1);
    expect(calls.stages).toBe(2);
  });

  it('does not cache a read that started before a change', async () => {
    const stages = [...DEFAULT_STAGES];
    const { settingsCache } = open(stages);
    const early = settingsCache.load(1);
    settingsCache.forget(1);
    stages[0] = { ...DEFAULT_STAGES[0]!, name: 'New Lead' };
    await early;
    expect((await settingsCache.load(1)).defaultStage.name).toBe('New Lead');
  });
});
