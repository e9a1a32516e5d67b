import { randomInt, randomUUID } from 'node:crypto';
import { Change } from '@porchlight/contracts';
import { mapBounded } from '@porchlight/runtime';
import type { PendingChange } from '@porchlight/store';
import { type Fate, ProcessEnded } from '@porchlight/store/test/conformance/faulty-database';
import { createTestClock } from '@porchlight/store/test/conformance/test-store';
import { createMemoryDatabase } from '@porchlight/store/src/memory/memory-database';
import { openProcess, type Process, type WriteResult } from './crashing-process';

type Request = (process: Process, key: string) => Promise<WriteResult>;
type Case = {
  name: string;
  request: Request;
  counts: readonly [number, number, number];
  before?: Request;
  created: boolean;
};

const PERSON = { firstName: 'Jo', emails: [{ value: 'jo@example.com' }] };
const LEAD = {
  source: 'site',
  type: 'Inquiry',
  message: 'Is it free?',
  person: { firstName: 'Jo', emails: ['jo@example.com'] },
};
const NAMELESS = { source: 'site', type: 'Registration', person: { firstName: 'Jo', lastName: 'Bell' } };

/** Leads of one form that share the write of their person; one of them creates it. */
const sendTogether: Request = async (process, key) => {
  const sent = await Promise.allSettled(
    [1, 2, 3].map((nth) => process.send(`${key}-${nth}`, { ...LEAD, message: `Is house ${nth} free?` })),
  );
  const results = sent.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
  const created = results.filter((one) => one.created).length === 1;
  return { personId: results[0]!.personId, created, replayed: results.every(({ replayed }) => replayed) };
};

const CASES: Case[] = [
  {
    name: 'POST /events of one new person, three at once',
    request: sendTogether,
    counts: [1, 3, 3],
    created: true,
  },
  {
    name: 'POST /people',
    request: (process, key) => process.createPerson(key, PERSON),
    counts: [1, 0, 0],
    created: true,
  },
  {
    name: 'POST /events with a new person',
    request: (process, key) => process.send(key, LEAD),
    counts: [1, 1, 1],
    created: true,
  },
  {
    name: 'POST /events of a person without email or phone',
    request: (process, key) => process.send(key, NAMELESS),
    counts: [1, 1, 0],
    created: true,
  },
  {
    name: 'POST /events of a known person',
    before: (process, key) => process.createPerson(key, PERSON),
    request: (process, key) => process.send(key, LEAD),
    counts: [1, 1, 1],
    created: false,
  },
];

/** Runs a process that fails at one operation, then repeats the request twice at another process. */
const live = async ({ request, before, counts, created }: Case, fate: Fate, at: number): Promise<number> => {
  const database = createMemoryDatabase();
  const clock = createTestClock();
  const accountId = randomInt(1, 2_000_000);
  const published: PendingChange[] = [];
  let isDead = false;
  let operations = 0;
  let ended: () => void = () => undefined;
  const end = new Promise<undefined>((resolve) => (ended = () => resolve(undefined)));
  const publish = async (changes: readonly PendingChange[]): Promise<void> => {
    if (isDead) throw new ProcessEnded();
    published.push(...changes);
  };
  const own = { accountId, clock };
  if (before) {
    const earlier = await openProcess(database, { ...own, publish });
    await before(earlier, randomUUID());
    await earlier.test.stop();
  }
  const chooseFate = (nth: number): Fate => {
    if (isDead) return 'dead';
    operations = nth;
    if (nth !== at) return 'fine';
    if (fate === 'dead' || fate === 'dying') {
      isDead = true;
      setTimeout(ended, 5);
    }
    return fate;
  };
  const first = await openProcess(database, { ...own, publish, chooseFate });
  const key = randomUUID();
  const result = await Promise.race([request(first, key).catch(() => undefined), end]);
  if (!isDead) await first.test.store.drain(AbortSignal.timeout(3_000));
  const total = operations;
  isDead = true;
  // Ends its timers.
  await first.test.store.stop(AbortSignal.abort());

  clock.advance(20_000);
  const second = await openProcess(database, { ...own, publish: async (changes) => void published.push(...changes) });
  const again = await request(second, key);
  const third = await request(second, key);
  expect(third).toEqual({ ...again, replayed: true });
  expect(again.created).toBe(created);
  if (result) expect({ ...again, replayed: false }).toEqual({ ...result, replayed: false });
  await second.test.store.drain(AbortSignal.timeout(3_000));
  for (let round = 0; round < 3; round += 1) {
    clock.advance(20_000);
    await second.test.store.relay.run();
  }
  expect(await second.counts()).toEqual(counts);
  expect(await second.drift()).toEqual([]);
  const made = published
    .map(({ value }) => Change.decode(value))
    .filter(({ verb, resource }) => verb === 'created' && resource !== 'stages');
  expect(new Set(made.map(({ resource, ids }) => `${resource} ${ids[0]}`)).size).toBe(
    counts[0] + counts[1] + counts[2],
  );
  await second.test.stop();
  return total;
};

/** Ends the process at every operation of each request, or at every nth one, and repeats the request with its key. */
export const repeatRequests = (every: number): void => {
  describe.each(CASES)('$name, sent again with its key after the process ended or an answer was lost', (one) => {
    test.each<Fate>(['dead', 'dying', 'lost', 'away'])(
      'at any operation, fate %s: one answer, and nothing twice',
      async (fate) => {
        const total = await live(one, 'fine', 0);
        expect(total).toBeGreaterThan(4);
        // For slow, less relevant fates every third one, others in each run.
        const pace = fate === 'dead' ? every : 3 * every;
        const shift = randomInt(Math.min(pace, total));
        const moments = Array.from({ length: total }, (_, nth) => nth + 1).filter((nth) => (nth - 1) % pace === shift);
        await mapBounded(moments, 12, (at) =>
          live(one, fate, at).catch((error: Error) => {
            error.message = `operation ${at} of ${total}: ${error.message}`;
            throw error;
          }),
        );
      },
      120_000,
    );
  });

  test('given no key, when the same request is sent twice, then two records exist', async () => {
    const process = await openProcess(createMemoryDatabase(), {
      accountId: 7,
      clock: createTestClock(),
      publish: async () => undefined,
    });
    await process.send(randomUUID(), NAMELESS);
    await process.send(randomUUID(), NAMELESS);
    expect(await process.counts()).toEqual([2, 2, 0]);
    await process.test.stop();
  });
};
