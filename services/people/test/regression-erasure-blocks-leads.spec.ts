import { createOpenJobs } from '@porchlight/backend';
import { allActions, events, notes, people, tasks, type ImportedPerson } from '@porchlight/contracts';
import { emptyRecord } from '@porchlight/resource';
import { captureLogger, eventually } from '@porchlight/testkit';
import { createIds, createManualClock, createMetrics } from '@porchlight/runtime';
import { parseRecordId, type StoreCall } from '@porchlight/store';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { followNow, personFollowing, STEP_RECORDS } from '../src/following/follow-steps';
import type { Following } from '../src/following';
import { useSuite } from './suite';

const suite = useSuite();
const action = (rpc: string) => allActions.find((one) => one.rpc === rpc)!;
const NEVER = new AbortController().signal;

/** Jobs in a store in memory. */
const openFollowingJobs = async () => {
  const clock = createManualClock();
  const store = await openLoneStore({ service: 'people', clock });
  const metrics = createMetrics({ service: 'people', processMetrics: false });
  const { logger } = captureLogger();
  const jobs = createOpenJobs({ store, clock, ids: createIds({ clock }), logger, metrics })(personFollowing);
  return { jobs, clock };
};

/**
 * A deleted person with this many records of two kinds; reports the maximum number of records that one call handled.
 */
const openPerson = async (counts: Record<string, number>) => {
  let handled = 0;
  const purged: number[] = [];
  const named: number[] = [];
  const open = (resource: string, count: number) => {
    let ids = Array.from({ length: count }, (_, nth) => nth + 1);
    const within = (below = Infinity): number[] => ids.filter((id) => id < below).reverse();
    return {
      descriptor: { resource },
      left: () => ids.length,
      find: async (_call: StoreCall, { id }: { id?: { $lt: number } }, limit: number) =>
        within(id?.$lt)
          .slice(0, limit)
          .map((one) => ({ id: one, personId: 1, viewers: [] })),
      purge: async (_call: StoreCall, { _id }: { _id: { $in: number[] } }) => {
        const gone = new Set(_id.$in.map(parseRecordId));
        handled += gone.size;
        ids = ids.filter((one) => !gone.has(one));
        return gone.size;
      },
    };
  };
  const children = Object.entries(counts).map(([resource, count]) => open(resource, count));
  const { jobs, clock } = await openFollowingJobs();
  const following = {
    children,
    personJobs: jobs,
    clock,
    logger: captureLogger().logger,
    merges: { findSurvivor: async () => undefined },
    people: { load: async () => undefined, count: async () => 0 },
    publishFact: async (_fact: unknown, { data }: { data: { children: Record<string, number[]> } }) =>
      void named.push(...Object.values(data.children).flat()),
  } as unknown as Following;
  const step = async (work: () => Promise<unknown>): Promise<void> => {
    handled = 0;
    await work();
    purged.push(handled);
  };
  return { following, jobs, purged, named, step, left: () => children.reduce((sum, one) => sum + one.left(), 0) };
};

describe('erasing a person with many records', () => {
  it('handles at most 200 records in the consumer; the worker continues after a killed one', async () => {
    const { following, jobs, purged, step, left } = await openPerson({ events: 1_000, notes: 350 });
    const person = { accountId: 1, personId: 1, kind: 'remove' } as const;
    await step(() => followNow(following, NEVER, person));
    expect([left(), await jobs.size()]).toEqual([1_150, 1]);
    // A repeated change does not run the worker's steps.
    await step(() => followNow(following, NEVER, person));
    expect(left()).toBe(1_150);
    for (let round = 0; (await jobs.size()) > 0; round++) {
      expect(round).toBeLessThan(10);
      // Each round is another process.
      await step(() => jobs.createWorker(following).look(NEVER));
    }
    expect(left()).toBe(0);
    expect(Math.max(...purged)).toBeLessThanOrEqual(STEP_RECORDS);
  });

  it('publishes the id of every erased record to the other services', async () => {
    const { following, jobs, named, left } = await openPerson({ events: 900, tasks: 10 });
    await following.personJobs.add(1, { personId: 1, kind: 'remove' }, { erased: true });
    const follower = jobs.createWorker(following);
    for (let round = 0; round < 10; round++) await follower.look(NEVER);
    expect(await jobs.size()).toBe(0);
    expect([left(), named.length]).toEqual([0, 910]);
  });

  it('given a job that erases, when it is added again without, then it begins again and still erases', async () => {
    const { following, jobs } = await openPerson({ events: 10 });
    const key = { personId: 1, kind: 'remove' } as const;
    await following.personJobs.add(1, key, { erased: true });
    await following.personJobs.add(1, key, { erased: false, cursor: { resource: 'events', below: 5 } });
    expect(await jobs.find(1, key)).toMatchObject({ data: { erased: true } });
    expect((await jobs.find(1, key))!.data).not.toHaveProperty('cursor');
  });

  it('removes all of them while other records follow their person', async () => {
    const { owner, agent, accountId } = await suite.newAccount();
    const at = new Date();
    const imported: ImportedPerson = {
      person: { ...emptyRecord(people), created: at, firstName: 'Large' },
      events: Array.from({ length: 1_000 }, () => ({ ...emptyRecord(events), type: 'Viewed Page', occurredAt: at })),
      tasks: Array.from({ length: 300 }, () => ({
        ...emptyRecord(tasks),
        name: 'x',
        type: 'Call',
        created: at,
        assignedUserId: 3,
      })),
    };
    const { ids } = await suite.service.importPeople(accountId, [imported]);
    const [large] = ids;
    const small = (await owner.createPerson({ firstName: 'Small' })).person['id'] as number;
    await owner.on(notes).create({ personId: small, subject: 'n' });
    expect((await owner.on(events).list(`personId=${large}`)).total).toBe(1_000);
    expect(await owner.act(action('erasePerson'), { id: large! })).toMatchObject({ status: 204 });
    await owner.updatePerson(small, { assignedUserId: 3 });
    await eventually(async () => expect((await agent.on(notes).list(`personId=${small}`)).total).toBe(1));
    await eventually(async () => {
      const totals = [events, tasks].map(
        async (kind) => (await owner.on(kind as never).list(`personId=${large}`)).total,
      );
      expect(await Promise.all(totals)).toEqual([0, 0]);
    });
    const erased = suite.collected.changes.filter(
      (change) => change.accountId === accountId && change.verb === 'erased',
    );
    const named = new Set(erased.flatMap(({ dataJson }) => (JSON.parse(dataJson).children.events ?? []) as number[]));
    expect(named.size).toBe(1_000);
  });
});
