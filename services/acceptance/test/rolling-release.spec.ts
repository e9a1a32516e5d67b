import { eventually, freePort, type Receiver } from '@porchlight/testkit';
import { startBalancer } from '../src/balancer';
import { as, unique, type Reply } from '../src/client';
import { notificationsOf, receive, register, unregisterAll } from '../src/receive';
import { createReplica, type Replica } from '../src/replica';

/** Those on the way of a lead, from its arrival to its notification. */
const SERVICES = ['people', 'auth', 'notifier'];
const SENDERS = 4;
/** Between two leads of one sender. */
const PAUSE_MS = 40;
/** Answers over the balancer between two replacements. */
const BETWEEN = 20;
const STOP_MS = 5_000;

describe('a release that replaces every process, one by one, while leads flow', () => {
  const tag = unique();
  const replicas: Replica[] = [];
  const closing: (() => Promise<unknown>)[] = [];
  let receiver: Receiver;

  afterAll(async () => {
    await unregisterAll();
    for (const close of closing.reverse()) await close();
    for (const replica of replicas) replica.kill();
  });

  /** Two of each service and two gateways that know both; answers the address of the balancer before them. */
  const startReplicas = async (): Promise<string> => {
    const addresses: Record<string, string> = {};
    for (const service of SERVICES) {
      const name = `${service.toUpperCase()}_RPC_ADDRESS`;
      const both = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
      addresses[name] = both.join(',');
      for (const [n, address] of both.entries()) replicas.push(createReplica(service, `${service}-${n + 1}`, await freePort(), { [name]: address }));
    }
    const targets = [];
    for (const n of [1, 2]) {
      const port = await freePort();
      const gateway = createReplica('gateway', `gateway-${n}`, await freePort(), { ...addresses, GATEWAY_PORT: String(port), GATEWAY_DRAIN_MS: '1000' });
      replicas.push(gateway);
      targets.push({ port, readyUrl: gateway.readyUrl });
    }
    await Promise.all(replicas.map((replica) => replica.start()));
    const balancer = await startBalancer(targets);
    closing.push(() => balancer.stop());
    return `https://localhost:${balancer.port}`;
  };

  it('fails no request, loses nothing, does nothing twice, and each process ends in 5 s', async () => {
    receiver = await receive();
    closing.push(() => receiver.stop());
    await register('peopleCreated', `${receiver.url}/rolling`);
    const base = await startReplicas();

    const people: number[] = [];
    const failed: string[] = [];
    let answered = 0;
    let sent = 0;
    let releasing = true;
    const wanted = async (what: string, status: number, call: Promise<Reply>): Promise<Reply | undefined> => {
      try {
        const reply = await call;
        if (reply.status !== status) failed.push(`${what}: ${reply.status} ${JSON.stringify(reply.body)}`);
        else answered += 1;
        return reply.status === status ? reply : undefined;
      } catch (error) {
        failed.push(`${what}: ${String(error)}`);
        return undefined;
      }
    };
    const sender = async (): Promise<void> => {
      const owner = as('owner');
      while (releasing) {
        sent += 1;
        const lead = { type: 'Registration', person: { emails: [`r${sent}.${tag}@example.com`], tags: [tag] } };
        const taken = await wanted('POST', 201, owner.post(`${base}/v1/events`, lead));
        const id = taken?.body.id as number | undefined;
        if (id !== undefined) {
          people.push(id);
          await wanted('GET', 200, owner.get(`${base}/v1/people/${id}`));
        }
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    };
    const load = Promise.all(Array.from({ length: SENDERS }, sender));

    const ends: Record<string, { code: number | null; ms: number }> = {};
    try {
      for (const replica of replicas) {
        const before = answered;
        await eventually(() => expect(answered).toBeGreaterThan(before + BETWEEN), { timeoutMs: 20_000 });
        ends[replica.name] = await replica.replace();
      }
      const before = answered;
      await eventually(() => expect(answered).toBeGreaterThan(before + BETWEEN), { timeoutMs: 20_000 });
    } finally {
      releasing = false;
      await load;
    }

    expect(failed).toEqual([]);
    expect(Object.values(ends).map(({ code }) => code)).toEqual(replicas.map(() => 0));
    expect(Object.entries(ends).filter(([, { ms }]) => ms >= STOP_MS)).toEqual([]);
    expect(people).toHaveLength(sent);
    expect(new Set(people).size).toBe(sent);
    const { body } = await as('owner').get(`/v1/people?tags=${tag}&limit=1`);
    expect(body._metadata.total).toBe(sent);
    const told = (): number[] => notificationsOf(receiver).flatMap(({ resourceIds }) => resourceIds).filter((id) => people.includes(id));
    await eventually(() => expect(new Set(told()).size).toBe(sent), { timeoutMs: 60_000, intervalMs: 200 });
    expect(told()).toHaveLength(sent);
  }, 300_000);
});
