import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../chaos/random';
import { startReceiver } from '../chaos/receivers';
import type { Connection, ConnectionAccount } from '@porchlight/tools/src/send/connection';
import { createServiceClient, type ServiceAnswer } from '@porchlight/tools/src/send/service-client';
import { askService } from '../service-calls';
import type { Lead, NeighborRecord, Read } from './measure';

const READ_INTERVAL_MS = 40;
const LEAD_INTERVAL_MS = 500;
/** A read without a response within this time counts as this long, and as refused. */
export const READ_TIMEOUT_MS = 10_000;
/** One for each read that can be in flight: no read waits for another one in the client. */
const READ_CONNECTIONS = READ_TIMEOUT_MS / READ_INTERVAL_MS + 50;
/** Leads in flight. A lead that is due beyond that number is not sent and counts as failed. */
const MAX_LEADS = 8;
const SETTLED_REQUEST_MS = 500;
const SETTLED_FOR_MS = 1_000;
const PEOPLE = 20;
const LOOK_MS = 50;

/**
 * Starts an account that is not attacked: reads at a fixed rate, and leads whose notifications a real receiver records.
 */
export const startNeighbor = async (
  connection: Connection,
  account: ConnectionAccount,
  random: Random,
  run: string,
) => {
  const readClient = createServiceClient(connection, account, {
    connections: READ_CONNECTIONS,
    timeoutMs: READ_TIMEOUT_MS,
  });
  const leadClient = createServiceClient(connection, account, { connections: MAX_LEADS, timeoutMs: READ_TIMEOUT_MS });
  const reads: Read[] = [];
  const leads: Lead[] = [];
  const arrivals = new Map<number, number>();
  const receiver = await startReceiver(
    { name: 'neighbor', delayMs: 0, statusAt: () => 200 },
    connection.receiverTls,
    (_path, { personIds, at }) => {
      for (const id of personIds) if (!arrivals.has(id)) arrivals.set(id, at);
    },
  );
  const create = async (path: string, json: unknown): Promise<number> =>
    (await askService(leadClient, { method: 'POST', path, json })).id;
  await create('/v1/webhooks', { event: 'peopleCreated', url: `${receiver.url}/neighbor/${run}` });
  const people: number[] = [];
  for (let nth = 0; nth < PEOPLE; nth++)
    people.push(await create('/v1/people', { firstName: 'Neighbor', lastName: `No. ${nth}` }));

  /** Requests in flight, with the time of their start on the monotonic clock. */
  const running = new Map<Promise<void>, number>();
  const start = (work: () => Promise<void>): void => {
    const one: Promise<void> = work()
      .catch(() => undefined)
      .finally(() => running.delete(one));
    running.set(one, performance.now());
  };
  const read = async (): Promise<void> => {
    const at = Date.now();
    const began = performance.now();
    const path = random.next() < 0.5 ? `/v1/people/${random.pick(people)}` : '/v1/people?limit=10';
    const status = await readClient.call({ method: 'GET', path }).then(
      (answer) => answer.status,
      () => 0,
    );
    reads.push({ at, ms: performance.now() - began, status });
  };
  let sent = 0;
  let leadsInFlight = 0;
  const lead = async (): Promise<void> => {
    const at = Date.now();
    if (leadsInFlight >= MAX_LEADS) return void leads.push({ at, result: 'failed' });
    const person = { emails: [{ value: `lead.${(sent += 1)}.${run}@neighbor.example` }] };
    leadsInFlight += 1;
    const answer = await leadClient
      .call({ method: 'POST', path: '/v1/events', json: { type: 'Registration', person } })
      .catch(() => undefined);
    leadsInFlight -= 1;
    leads.push(toLead(at, answer));
  };
  const timers = [setInterval(() => start(read), READ_INTERVAL_MS), setInterval(() => start(lead), LEAD_INTERVAL_MS)];
  return {
    record: { reads, leads, arrivals } as NeighborRecord,
    /**
     * Resolves when no request has been in flight for longer than 500 ms during one second, so that what an attack left
     * behind does not count for the next one. Resolves with false when `timeoutMs` passed before.
     */
    async settle(timeoutMs: number): Promise<boolean> {
      const end = performance.now() + timeoutMs;
      for (let since = performance.now(); performance.now() < end; await sleep(LOOK_MS)) {
        const now = performance.now();
        if ([...running.values()].some((began) => now - began > SETTLED_REQUEST_MS)) since = now;
        if (now - since >= SETTLED_FOR_MS) return true;
      }
      return false;
    },
    /** Ends reads and leads. Resolves when every acknowledged lead arrived or `timeoutMs` have passed. */
    async finish(timeoutMs: number): Promise<void> {
      timers.forEach(clearInterval);
      await Promise.race([Promise.all(running.keys()), sleep(timeoutMs, undefined, { ref: false })]);
      const arrived = (one: Lead): boolean => one.result !== 'acknowledged' || arrivals.has(one.personId);
      for (const end = Date.now() + timeoutMs; Date.now() < end && !leads.every(arrived);) await sleep(LOOK_MS);
    },
    async close(): Promise<void> {
      timers.forEach(clearInterval);
      await Promise.all([readClient.close(), leadClient.close(), receiver.stop()]);
    },
  };
};

/** A refusal names when to send again; any other status outside of 2xx, or no response, is a failure. */
const toLead = (at: number, answer: ServiceAnswer | undefined): Lead => {
  if (answer && answer.status >= 200 && answer.status < 300)
    return { at, result: 'acknowledged', personId: (answer.body as { id: number }).id, acknowledgedAt: Date.now() };
  const refused = (answer?.status === 503 || answer?.status === 429) && answer.headers['retry-after'] !== undefined;
  return { at, result: refused ? 'refused' : 'failed' };
};
