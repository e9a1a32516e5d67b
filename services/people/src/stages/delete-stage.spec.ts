import { finishMoves, type StageDeletion } from './delete-stage';

const buildMove = (accountId: number) => ({ _id: `${accountId}:5`, accountId, stageId: 5, targetId: 1, since: 0 });

it('finishes the moves of all accounts but the failing one, which is logged', async () => {
  const done: number[] = [];
  const warnings: unknown[] = [];
  const deletion = {
    moves: {
      before: async () => [buildMove(1), buildMove(2)],
      done: async ({ accountId }: { accountId: number }) => void done.push(accountId),
    },
    stages: {
      remove: async ({ actor }: { actor: { accountId: number } }) => {
        if (actor.accountId === 1) throw new Error('away');
      },
    },
    movePeople: async () => undefined,
    settingsCache: { forget: () => undefined },
    clock: { now: () => 0 },
    logger: { warn: (fields: unknown) => warnings.push(fields) },
  } as unknown as StageDeletion;
  await finishMoves(deletion, new AbortController().signal);
  expect(done).toEqual([2]);
  expect(warnings).toEqual([expect.objectContaining({ event: 'stage.moving_unfinished', accountId: 1, stageId: 5 })]);
});
