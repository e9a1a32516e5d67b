import type { Random } from '../chaos/random';
import { startReceiver } from '../chaos/receivers';
import type { Connection, ConnectionAccount } from '../send/connection';
import { createServiceClient } from '../send/service-client';
import type { NeighborRecord, Read } from './measure';

/** An account that is not attacked: reads at a fixed rate, and leads whose notifications a real receiver records. */
export interface Neighbor {
  readonly record: NeighborRecord;
  /** Ends reads and leads. Resolves when every acknowledged lead arrived or `timeoutMs` have passed. */
  finish(timeoutMs: number): Promise<void>;
  close(): Promise<void>;
}

const READ_INTERVAL_MS = 40;
const LEAD_INTERVAL_MS = 500;
/** A read without a response within this time counts as this long, and as refused. */
export const READ_TIMEOUT_MS = 10_000;
const PEOPLE = 20;
const LOOK_MS = 50;

/** Registers a webhook, creates people to read and starts both flows. */
export const startNeighbor = async (
  connection: Connection,
  account: ConnectionAccount,
  random: Random,
  run: string,
): Promise<Neighbor> => {
  const client = createServiceClient(connection, account, { connections: 16, timeoutMs: READ_TIMEOUT_MS });
  const reads: Read[] = [];
  const leads: { personId: number; at: number }[] = [];
  const arrivals = new Map<number, number>();
  const receiver = await startReceiver(
    { name: 'neighbor', delayMs: 0, statusAt: () => 200 },
    connection.receiverTls,
    (_path, { personIds, at }) => {
      for (const id of personIds) if (!arrivals.has(id)) arrivals.set(id, at);
    },
  );
  const create = async (path: string, json: unknown): Promise<number> => {
    const { status, body } = await client.call({ method: 'POST', path, json });
    if (status >= 300) throw new Error(`The neighbor cannot POST ${path}: ${status} ${JSON.stringify(body)}`);
    return (body as { id: number }).id;
  };
  await create('/v1/webhooks', { event: 'peopleCreated', url: `${receiver.url}/neighbor/${run}` });
  const people: number[] = [];
  for (let nth = 0; nth < PEOPLE; nth++)
    people.push(await create('/v1/people', { firstName: 'Neighbor', lastName: `No. ${nth}` }));

  const running = new Set<Promise<void>>();
  const start = (work: () => Promise<void>): void => {
    const one: Promise<void> = work()
      .catch(() => undefined)
      .finally(() => running.delete(one));
    running.add(one);
  };
  const read = async (): Promise<void> => {
    const at = Date.now();
    const began = performance.now();
    const path = random.next() < 0.5 ? `/v1/people/${random.pick(people)}` : '/v1/people?limit=10';
    const status = await client.call({ method: 'GET', path }).then(
      (answer) => answer.status,
      () => 0,
    );
    reads.push({ at, ms: performance.now() - began, status });
  };
  let sent = 0;
  /** Sent again until it is acknowledged, as any sender does. */
  const lead = async (): Promise<void> => {
    const person = { emails: [{ value: `lead.${(sent += 1)}.${run}@neighbor.example` }] };
    while (!stopped) {
      const answer = await client
        .call({ method: 'POST', path: '/v1/events', json: { type: 'Registration', person } })
        .catch(() => undefined);
      if (answer && answer.status >= 200 && answer.status < 300) {
        leads.push({ personId: (answer.body as { id: number }).id, at: Date.now() });
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, LEAD_INTERVAL_MS));
    }
  };
  let stopped = false;
  const timers = [setInterval(() => start(read), READ_INTERVAL_MS), setInterval(() => start(lead), LEAD_INTERVAL_MS)];
  return {
    record: { reads, leads, arrivals },
    async finish(timeoutMs) {
      timers.forEach(clearInterval);
      await Promise.race([Promise.all(running), new Promise((resolve) => setTimeout(resolve, timeoutMs).unref())]);
      stopped = true;
      for (
        const end = Date.now() + timeoutMs;
        Date.now() < end && leads.some(({ personId }) => !arrivals.has(personId));
      )
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    },
    async close() {
      stopped = true;
      timers.forEach(clearInterval);
      await Promise.all([client.close(), receiver.stop()]);
    },
  };
};
