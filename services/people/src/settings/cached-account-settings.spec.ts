import { createManualClock } from '@porchlight/runtime';
import { DEFAULT_STAGES } from './default-stages';
import type { StageView } from './account-settings';
import { DIRECTORY_TTL_MS, createAccountDirectory } from './cached-account-settings';

const open = (stages: StageView[]) => {
  const clock = createManualClock();
  const calls = { stages: 0, seeds: 0 };
  const directory = createAccountDirectory(
    {
      stagesOf: async () => {
        calls.stages++;
        return [...stages];
      },
      seedStages: async () => {
        calls.seeds++;
        stages.splice(0, stages.length, ...DEFAULT_STAGES);
      },
      membersOf: async () => [],
      movesOf: async () => [],
      trashIn: async () => 0,
    },
    clock,
  );
  return { clock, calls, directory };
};

describe('the directory of accounts', () => {
  it('makes the stages of a new account, also when their making was cut short', async () => {
    const { directory, calls } = open(DEFAULT_STAGES.slice(0, 3));
    expect((await directory.of(1)).stages).toHaveLength(DEFAULT_STAGES.length);
    await directory.of(1);
    expect(calls.seeds).toBe(1);
  });

  it('reads once for all who ask at the same moment, and again after its time or a change', async () => {
    const { directory, calls, clock } = open([...DEFAULT_STAGES]);
    await Promise.all([directory.of(1), directory.of(1), directory.of(1)]);
    await directory.of(1);
    expect(calls.stages).toBe(1);
    clock.advance(DIRECTORY_TTL_MS);
    await directory.of(1);
    expect(calls.stages).toBe(2);
    directory.forget(1);
    expect(directory.known(1).stages).toHaveLength(DEFAULT_STAGES.length);
    await directory.of(1);
    expect(calls.stages).toBe(3);
  });

  it.each([3_600_000, -3_600_000])('reads again after the clock jumps by %d ms', async (jump) => {
    const { directory, calls, clock } = open([...DEFAULT_STAGES]);
    await directory.of(1);
    clock.advance(jump);
    await directory.of(1);
    expect(calls.stages).toBe(2);
  });

  it('does not keep what was read before a change', async () => {
    const stages = [...DEFAULT_STAGES];
    const { directory } = open(stages);
    const early = directory.of(1);
    directory.forget(1);
    stages[0] = { ...DEFAULT_STAGES[0]!, name: 'New Lead' };
    await early;
    expect((await directory.of(1)).defaultStage.name).toBe('New Lead');
  });
});
