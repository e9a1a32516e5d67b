import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceAnswer, ServiceCall, ServiceClient } from '@porchlight/tools/src/send/service-client';
import type { Write } from './ledger';
import { persist, readAll } from '../service-calls';

/** One read per service, and the lists of created records. */
const READS = ['/v1/people?limit=10', '/v1/deals?limit=10', '/v1/templates?limit=10', '/v1/users', '/v1/webhooks'];
const CALLERS_PER_ACCOUNT = 2;
/** Between two rounds of one caller. */
const PAUSE_MS = 200;

/**
 * Starts callers for each account: a lead, a deal and a template in each round, and reads of everything. They accept
 * only the expected response and never retry.
 */
export async function startReleaseTraffic(clients: ReadonlyMap<number, ServiceClient>, run: string) {
  const mark = `Release ${run}`;
  const lists = {
    people: `/v1/people?tags=${encodeURIComponent(mark)}&limit=100`,
    deals: '/v1/deals?limit=100',
    templates: '/v1/templates?limit=100',
  };
  const failed: string[] = [];
  const people: Write[] = [];
  const made: string[] = [];
  let answered = 0;
  let rounds = 0;
  let over = false;

  const wanted = async (
    status: number,
    client: ServiceClient,
    call: ServiceCall,
  ): Promise<ServiceAnswer | undefined> => {
    const answer = await client.call(call).catch((error: unknown) => String(error));
    if (typeof answer !== 'string' && answer.status === status) {
      answered += 1;
      return answer;
    }
    failed.push(
      `${call.method} ${call.path}: ${typeof answer === 'string' ? answer : `${answer.status} ${JSON.stringify(answer.body)}`}`,
    );
    return undefined;
  };

  const caller = async (accountId: number, client: ServiceClient, stageId: number): Promise<void> => {
    const make = async (list: keyof typeof lists, path: string, json: object): Promise<number | undefined> => {
      const id = (await wanted(201, client, { method: 'POST', path, json }))?.body.id as number | undefined;
      if (id !== undefined) made.push(`${list} ${accountId}/${id}`);
      return id;
    };
    while (!over) {
      const name = `${mark} ${(rounds += 1)}`;
      const person = { emails: [{ value: `release.${rounds}.${run}@example.com` }], tags: [mark] };
      const personId = await make('people', '/v1/events', { type: 'Registration', source: 'release.example', person });
      if (personId !== undefined) {
        people.push({ accountId, personId });
        await wanted(200, client, { method: 'GET', path: `/v1/people/${personId}` });
      }
      await make('deals', '/v1/deals', { name, stageId });
      await make('templates', '/v1/templates', { name, subject: name, body: name });
      for (const path of READS) await wanted(200, client, { method: 'GET', path });
      await sleep(PAUSE_MS);
    }
  };

  const stages = new Map<number, number>();
  for (const [accountId, client] of clients) {
    const { body } = await persist(client, {
      method: 'POST',
      path: '/v1/pipelines',
      json: { name: mark, stages: [{ name: 'Offer' }] },
    });
    stages.set(accountId, body.stages[0].id as number);
  }
  const running = [...clients].flatMap(([accountId, client]) =>
    Array.from({ length: CALLERS_PER_ACCOUNT }, () => caller(accountId, client, stages.get(accountId)!)),
  );

  return {
    /** Successful calls. */
    get answered() {
      return answered;
    },
    /** Failed calls, one line each. */
    failed,
    /** People made by leads. */
    people,
    /** All created records, as `<list> <account>/<id>`. */
    made,
    /** Waits for the current rounds to end. */
    async stop(): Promise<void> {
      over = true;
      await Promise.all(running);
    },
    /** Reads the created records from the lists. */
    async found(): Promise<string[]> {
      const found: string[] = [];
      for (const [accountId, client] of clients) {
        for (const [list, path] of Object.entries(lists)) {
          const records = await readAll<{ id: number; name?: string }>(client, path, list);
          found.push(
            ...records
              .filter(({ name }) => list === 'people' || name?.startsWith(mark))
              .map(({ id }) => `${list} ${accountId}/${id}`),
          );
        }
      }
      return found;
    },
  };
}
