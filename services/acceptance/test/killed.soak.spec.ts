import { eventually, type Receiver } from '@porchlight/testkit';
import { as, unique } from '../src/client';
import { readConnection } from '../src/stack-connection';
import { parseNotifications, receive, register, unregisterAll } from '../src/receive';

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Kills a process with SIGKILL and waits until its replacement is ready. */
const kill = async (name: string): Promise<void> => {
  const pid = readConnection().pids[name]!;
  process.kill(pid, 'SIGKILL');
  await eventually(
    async () => {
      const next = readConnection().pids[name]!;
      expect(next).not.toBe(pid);
      expect(alive(next)).toBe(true);
      expect((await as('owner').get('/v1/people?limit=1')).status).toBe(200);
      expect((await as('owner').get('/v1/webhooks?limit=1')).status).toBe(200);
    },
    { timeoutMs: 60_000, intervalMs: 100 },
  );
};

/** Sends a lead until it is acknowledged. Returns the id of the person. */
const sendLead = async (tag: string, n: number): Promise<number> => {
  const lead = { type: 'Registration', person: { emails: [`k${n}.${tag}@example.com`], tags: [tag] } };
  const reply = await eventually(
    async () => {
      const answer = await as('owner').post('/v1/events', lead);
      expect(answer.status).toBeLessThan(300);
      return answer;
    },
    { timeoutMs: 60_000, intervalMs: 100 },
  );
  return reply.body.id as number;
};

describe('D7.11 given killed processes, every acknowledged lead is delivered', () => {
  const tag = unique();
  let receiver: Receiver;
  afterAll(async () => {
    await unregisterAll();
    await receiver.stop();
  });

  it('also after an outage of the receiver', async () => {
    receiver = await receive();
    const { port, url } = receiver;
    await register('peopleCreated', `${url}/killed`);
    await register('eventsCreated', `${url}/killed`);
    await receiver.stop();

    const people: number[] = [];
    let n = 0;
    const some = async (): Promise<void> => {
      people.push(...(await Promise.all(Array.from({ length: 5 }, () => sendLead(tag, (n += 1))))));
    };
    await some();
    // One database server for all services, or one per service.
    const databases = Object.keys(readConnection().pids).filter((name) => /^((people|notifier)-)?database$/.test(name));
    expect(databases).not.toEqual([]);
    for (const victim of ['people', 'notifier', 'gateway', 'auth', 'kafka', ...databases]) {
      const sending = some();
      await Promise.all([kill(victim), sending]);
    }
    await some();
    expect(new Set(people).size).toBe(n);

    receiver = await receive(port);
    await eventually(
      () => {
        const notified = new Set(
          parseNotifications(receiver)
            .filter((x) => x.event === 'peopleCreated')
            .flatMap((x) => x.resourceIds),
        );
        expect(people.filter((id) => !notified.has(id))).toEqual([]);
      },
      { timeoutMs: 90_000, intervalMs: 200 },
    );
    const owner = as('owner');
    const { body } = await owner.get(`/v1/people?tags=${tag}&limit=100`);
    expect(body._metadata.total).toBe(n);
  }, 300_000);
});
