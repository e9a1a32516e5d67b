import { randomInt, randomUUID } from 'node:crypto';
import { Change } from '@porchlight/contracts';
import { mapBounded } from '@porchlight/runtime';
import type { PendingChange } from '@porchlight/store';
import { createMemoryDatabase } from '@porchlight/store/src/memory/memory-database';
import { type Fate, ProcessEnded } from '@porchlight/store/test/conformance/faulty-database';
import { createTestClock } from '@porchlight/store/test/conformance/test-store';
import { openProcess } from './crashing-process';

const PERSON = { firstName: 'Jo', emails: [{ value: 'jo@example.com' }] };
const KEY = 'plan:1:2:0';

/** Records a mail in a process that fails at one operation, then twice in another. Returns the number of operations. */
const recordTwice = async (fate: Fate, at: number): Promise<number> => {
  const database = createMemoryDatabase();
  const clock = createTestClock();
  const own = { accountId: randomInt(1, 2_000_000), clock };
  const published: PendingChange[] = [];
  const collect = async (changes: readonly PendingChange[]): Promise<void> => void published.push(...changes);
  const earlier = await openProcess(database, { ...own, publish: collect });
  const { personId } = await earlier.createPerson(randomUUID(), PERSON);
  await earlier.test.stop();

  let isDead = false;
  let operations = 0;
  let ended: () => void = () => undefined;
  const end = new Promise<void>((resolve) => (ended = resolve));
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
  const publish = (changes: readonly PendingChange[]): Promise<void> =>
    isDead ? Promise.reject(new ProcessEnded()) : collect(changes);
  const first = await openProcess(database, { ...own, publish, chooseFate });
  await Promise.race([first.recordEmail(KEY, personId).catch(() => undefined), end]);
  if (!isDead) await first.test.store.drain(AbortSignal.timeout(3_000));
  const total = operations;
  isDead = true;
  // Ends its timers.
  await first.test.store.stop(AbortSignal.abort());

  clock.advance(20_000);
  const second = await openProcess(database, { ...own, publish: collect });
  await second.recordEmail(KEY, personId);
  await second.recordEmail(KEY, personId);
  await second.test.store.drain(AbortSignal.timeout(3_000));
  for (let round = 0; round < 3; round += 1) {
    clock.advance(20_000);
    await second.test.store.relay.run();
  }
  expect(await second.countEmails(personId)).toEqual({ records: 1, emailsSent: 1 });
  const created = published
    .map(({ value }) => Change.decode(value))
    .filter(({ verb, resource }) => verb === 'created' && resource === 'emails');
  expect(new Set(created.map(({ ids }) => ids[0])).size).toBe(1);
  await second.test.stop();
  return total;
};

describe('D12.7 a sent mail is recorded, and the process ends at any operation', () => {
  it.each<Fate>(['dead', 'dying', 'lost', 'away'])(
    'given the fate %s, when it is recorded again, then there is one record and it counts once',
    async (fate) => {
      const total = await recordTwice('fine', 0);
      expect(total).toBeGreaterThan(4);
      const moments = Array.from({ length: total }, (_, nth) => nth + 1);
      await mapBounded(moments, 6, (at) =>
        recordTwice(fate, at).catch((error: Error) => {
          error.message = `operation ${at} of ${total}: ${error.message}`;
          throw error;
        }),
      );
    },
  );
});
