import { Change } from '@porchlight/contracts';
import type { Deals } from './deal-parts';
import { followPeople } from './follow-people';

interface DealRow {
  readonly id: number;
  readonly peopleIds: number[];
}

const DEALS = 250;

/** Deals of person 1 in memory; the run is aborted after `writes` of them were changed. */
const createPorts = () => {
  const deals = new Map<number, DealRow>();
  for (let id = 1; id <= DEALS; id++) deals.set(id, { id, peopleIds: [1] });
  const copies = new Map<number, { lostBy: number[] }>();
  let remaining = Infinity;
  const aborting = { current: new AbortController() };
  const ports = {
    deals: {
      find: async (_call: unknown, { peopleIds }: { peopleIds: number }, limit: number) =>
        [...deals.values()].filter((deal) => deal.peopleIds.includes(peopleIds)).slice(0, limit),
      modify: async (_call: unknown, id: number, change: (before: DealRow) => DealRow) => {
        if (remaining-- <= 0) aborting.current.abort();
        aborting.current.signal.throwIfAborted();
        deals.set(id, change(deals.get(id)!));
      },
    },
    people: {
      withDeleted: async (_accountId: number, ids: number[]) => ids.flatMap((id) => copies.get(id) ?? []),
      markDeleted: async (_accountId: number, ids: number[], { lostBy = [] }: { lostBy?: number[] } = {}) =>
        ids.forEach((id) => copies.set(id, { lostBy: [...(copies.get(id)?.lostBy ?? []), ...lostBy] })),
    },
  } as unknown as Deals;
  const run = (changes: readonly Change[], writes = Infinity): Promise<void> => {
    remaining = writes;
    aborting.current = new AbortController();
    return followPeople(ports, changes, aborting.current.signal);
  };
  return { deals, run };
};

const change = (verb: string, data = {}): Change => {
  const empty = Change.decode(new Uint8Array(0));
  return { ...empty, accountId: 1, verb, ids: [1], dataJson: JSON.stringify(data) };
};
const deleted = change('deleted');
const merged = change('merged', { id: 1, into: 2 });

it('given a deletion that continues after an abort, a later merge still reaches all deals of the person', async () => {
  const { deals, run } = createPorts();
  await expect(run([deleted], 100)).rejects.toThrow();
  await run([deleted]);
  expect([...deals.values()].every(({ peopleIds }) => peopleIds.length === 0)).toBe(true);
  await run([merged]);
  expect([...deals.values()].filter(({ peopleIds }) => peopleIds.includes(2))).toHaveLength(DEALS);
});
