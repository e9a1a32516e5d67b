import { createListGate } from './list-gate';

const BUSY = 1;
const OTHER = 2;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A gate whose lists end when the test ends them, in the order of their start. */
const openGate = (sizes: { maxPerAccount: number; maxPerService: number }) => {
  const gate = createListGate(sizes);
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const list = (accountId: number): Promise<void> =>
    gate.run('people', accountId, () => {
      started.push(accountId);
      return new Promise((resolve) => ends.push(resolve));
    });
  const endNext = async (): Promise<void> => {
    ends.shift()!();
    await turn();
  };
  return { started, list, endNext };
};

it('given an account with many waiting lists, when a list of another account arrives last, then it is served second', async () => {
  const { started, list, endNext } = openGate({ maxPerAccount: 2, maxPerService: 2 });
  const all = [...Array<number>(10).fill(BUSY), OTHER].map(list);
  await endNext();
  await endNext();
  expect(started).toEqual([BUSY, BUSY, BUSY, OTHER]);
  while (started.length < all.length) await endNext();
  await endNext();
  await endNext();
  await Promise.all(all);
});

it('given an account that uses its share, when another account sends a list, then it starts at once and the first account waits', async () => {
  const { started, list, endNext } = openGate({ maxPerAccount: 1, maxPerService: 3 });
  const all = [BUSY, BUSY, OTHER].map(list);
  expect(started).toEqual([BUSY, OTHER]);
  for (const _ of all) await endNext();
  await Promise.all(all);
  expect(started).toEqual([BUSY, OTHER, BUSY]);
});
