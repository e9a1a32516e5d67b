import { randomUUID } from 'node:crypto';
import { createTestClock } from '@porchlight/store/test/conformance/test-store';
import { createMemoryDatabase } from '@porchlight/store/src/memory/memory-database';
import { openProcess } from './crashing-process';

const LEADS = 50;

/** Sends leads at once, each from the person that is chosen for it; returns what they cost and what is stored. */
const sendAtOnce = async (choosePerson: (nth: number) => number, describeLead: (nth: number) => object) => {
  let operations = 0;
  const process = await openProcess(createMemoryDatabase(), {
    accountId: 7,
    clock: createTestClock(),
    publish: async () => undefined,
    chooseFate: () => ((operations += 1), 'fine'),
  });
  const send = (nth: number) => {
    const email = `p${choosePerson(nth)}@x.io`;
    return process.send(randomUUID(), { source: 'form', person: { emails: [email] }, ...describeLead(nth) });
  };
  // The first lead of a process creates the account's counters.
  await process.send(randomUUID(), { source: 'form', type: 'Registration', person: { emails: ['first@x.io'] } });
  operations = 0;
  const results = await Promise.all(Array.from({ length: LEADS }, (_, nth) => send(nth)));
  const cost = operations;
  const counts = await process.counts();
  const drift = await process.drift();
  await process.test.stop();
  return { results, cost, counts, drift };
};
const inquiry = (nth: number): object => ({ type: 'General Inquiry', message: `Is house ${nth} free?` });

describe('50 leads of one person at once', () => {
  it('given different inquiries, then they need at most twice the operations of 50 people', async () => {
    const different = await sendAtOnce((nth) => nth, inquiry);
    const same = await sendAtOnce(() => 1, inquiry);
    expect(same.cost).toBeLessThanOrEqual(2 * different.cost);
  });

  it('given different inquiries, then one lead creates the person and each is recorded', async () => {
    const { results, counts, drift } = await sendAtOnce(() => 1, inquiry);
    expect(results.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(results.map(({ personId }) => personId)).size).toBe(1);
    expect(new Set(results.map(({ eventId }) => eventId)).size).toBe(LEADS);
    expect(counts[0]).toBe(2);
    expect(drift).toEqual([]);
  });

  it('given equal inquiries, then one of them makes the note', async () => {
    const { counts } = await sendAtOnce(
      () => 1,
      () => inquiry(1),
    );
    expect(counts[2]).toBe(1);
  });

  it('given leads with different names, then each of them is recorded', async () => {
    const { results } = await sendAtOnce(
      () => 1,
      (nth) => ({ ...inquiry(nth), person: { firstName: `Ann ${nth}`, emails: ['p1@x.io'] } }),
    );
    expect(new Set(results.map(({ eventId }) => eventId)).size).toBe(LEADS);
    expect(new Set(results.map(({ personId }) => personId)).size).toBe(1);
  });
});
