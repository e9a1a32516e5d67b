import { openJobStore } from '@porchlight/backend';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { systemClock } from '@porchlight/runtime';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { SETTINGS_TTL_MS } from '../src/settings';
import type { StoredMove } from '../src/settings/stage-moves';
import { stageMoveJob } from '../src/stages/delete-stage';
import { useSuite } from './suite';

const suite = useSuite();

/** Stores a move and its job like a process that is killed right afterwards. */
const leaveMove = async (accountId: number, stageId: number, targetId: number) => {
  const store = await openLoneStore({
    service: 'people',
    uri: suite.uri,
    database: suite.database,
    clock: systemClock,
  });
  const since = Date.now();
  const dueAt = new Date(since + 3 * SETTINGS_TTL_MS);
  await openJobStore({ store, clock: systemClock }, stageMoveJob).add(accountId, { stageId }, {}, dueAt);
  const move = { _id: `${accountId}:${stageId}`, accountId, stageId, targetId, since };
  await store.collection<StoredMove>('stageMoves').insertOne(move);
  await store.stop(AbortSignal.timeout(1_000));
};

it('given a deletion interrupted by a crash, when its job runs, then it is completed', async () => {
  const { owner, accountId } = await suite.newAccount();
  const ids: number[] = [];
  for (let at = 0; at < 5; at++) ids.push((await owner.createPerson({ stage: 'Nurture' })).person['id']);
  await leaveMove(accountId, 4, 6);
  await eventually(async () => {
    await expectRefusal(owner.getStage(4), 'NOT_FOUND');
    expect((await owner.getStage(6))['peopleCount']).toBe(5);
  });
  for (const id of ids) expect(await owner.getPerson(id)).toMatchObject({ stage: 'Pending', stageId: '6' });
  // The deletion continues, and the name can be used again.
  expect((await owner.createStage({ name: 'Nurture' }))['id']).toBeGreaterThan(9);
});
