import { createMemoryDatabase } from '@porchlight/store/src/memory/memory-database';
import type { AutomationRunDocument } from './automation-run';
import { createRunProgress } from './run-progress';

const before = new Date(1_000);
const now = new Date(2_000);

/** The runs of a test, and the operations on them. */
const openRuns = async (...people: { readonly personId: number; readonly status?: string }[]) => {
  const runs = createMemoryDatabase().collection<AutomationRunDocument>('automationsPeople');
  const waits = { accountId: 1, waitsFor: 'reply', waitStart: before, waitUntil: new Date(9_000) };
  await runs.insertMany(
    people.map(({ personId, status = 'Running' }, at) => ({ _id: at, personId, status, ...waits }) as never),
  );
  const operations: string[] = [];
  const watched = new Proxy(runs, {
    get: (target, name: keyof typeof runs) => (operations.push(name), (target[name] as () => unknown).bind(target)),
  });
  const listMet = async () =>
    (await runs.find({ isMet: true }, { limit: 9_999, sort: { _id: 1 } })).map(({ personId }) => personId);
  return { progress: createRunProgress(watched), operations, listMet };
};
const replies = (from: number, to: number, occurred = now) =>
  Array.from({ length: to - from + 1 }, (_, at) => ({ personId: from + at, event: 'reply', occurred }));

describe('events of people', () => {
  test('given 200 people without a waiting run, then one query and no write', async () => {
    const { progress, operations } = await openRuns({ personId: 900 });
    expect(await progress.meet(1, replies(1, 200), now)).toBe(0);
    expect(operations).toEqual(['find']);
  });

  test('given no event, then no query', async () => {
    const { progress, operations } = await openRuns({ personId: 1 });
    expect(await progress.meet(1, [], now)).toBe(0);
    expect(operations).toEqual([]);
  });

  test('given waiting and paused runs, then those of the people of the events are met', async () => {
    const { progress, listMet } = await openRuns({ personId: 1 }, { personId: 2, status: 'Paused' }, { personId: 300 });
    expect(await progress.meet(1, replies(1, 200), now)).toBe(2);
    expect(await listMet()).toEqual([1, 2]);
  });

  test('given an event from before the wait, then the run waits on', async () => {
    const { progress, listMet } = await openRuns({ personId: 1 });
    await progress.meet(1, replies(1, 1, new Date(999)), now);
    expect(await listMet()).toEqual([]);
  });

  test('given another account or another event, then the run waits on', async () => {
    const { progress, listMet } = await openRuns({ personId: 1 });
    await progress.meet(2, replies(1, 1), now);
    await progress.meet(1, [{ personId: 1, event: 'tagAdded', occurred: now }], now);
    expect(await listMet()).toEqual([]);
  });

  test('given more waiting runs than one query returns, then all of them are met', async () => {
    const many = Array.from({ length: 1_000 }, () => ({ personId: 1 }));
    const { progress, listMet } = await openRuns(...many, { personId: 2 });
    expect(await progress.meet(1, replies(1, 2), now)).toBe(1_001);
    expect(await listMet()).toContain(2);
  });
});
