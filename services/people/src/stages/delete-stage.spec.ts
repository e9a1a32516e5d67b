import { again, done } from '@porchlight/backend';
import { createManualClock } from '@porchlight/runtime';
import { systemCall } from '@porchlight/store';
import { type StageDeletion, stageMoveJob } from './delete-stage';

const MOVE = { _id: '1:5', accountId: 1, stageId: 5, targetId: 1, since: 0 };
const call = systemCall(1, new AbortController().signal);

/** A deletion with this move, and its job. */
const openDeletion = (moves: object[], movePeople: StageDeletion['movePeople'] = async () => undefined) => {
  const clock = createManualClock();
  const finished: object[] = [];
  const deletion = {
    moves: { find: async () => moves, done: async (move: object) => void finished.push(move) },
    stages: { remove: async () => undefined },
    movePeople,
    settingsCache: { forget: () => undefined },
    clock,
  } as unknown as StageDeletion;
  const job = { accountId: 1, key: { stageId: 5 }, data: {}, added: clock.date(), tries: 1 };
  return { clock, finished, step: () => stageMoveJob.step(deletion)({ job, call }) };
};

describe('the job of a deleted stage', () => {
  it('given a move, when a step runs, then the people are moved and the move is removed', async () => {
    const { step, finished } = openDeletion([MOVE]);
    expect(await step()).toEqual(done());
    expect(finished).toEqual([MOVE]);
  });

  it('given people who cannot be moved, when a step runs, then it fails and the move stays', async () => {
    const { step, finished } = openDeletion([MOVE], async () => {
      throw new Error('away');
    });
    await expect(step()).rejects.toThrow('away');
    expect(finished).toEqual([]);
  });

  it('given no move yet, when a step runs, then the job waits a minute for it and then ends', async () => {
    const { step, clock } = openDeletion([]);
    expect(await step()).toEqual(again({ after: '60000ms' }));
    clock.advance(60_001);
    expect(await step()).toEqual(done());
  });
});
