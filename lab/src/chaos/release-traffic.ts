import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceAnswer, ServiceCall, ServiceClient } from '@porchlight/tools/src/send/service-client';
import type { Write } from './ledger';
import { persist, readAll } from '../service-calls';

/** One read per service, and the lists of created records. */
const READS = ['/v1/people?limit=10', '/v1/deals?limit=10', '/v1/templates?limit=10', '/v1/users', '/v1/webhooks'];
const CALLERS_PER_ACCOUNT = 2;
const isRepeatedLead = ({ path }: ServiceCall, { status }: ServiceAnswer): boolean =>
  path === '/v1/events' && status === 200;

/** Between two rounds of one caller, ms. */
const PAUSE_MS = 200;

/** On a slow machine: how often a call is repeated, and the longest wait before, s. */
const MAX_REPEATS = 10;
const MAX_WAIT_S = 10;

/**
 * Starts callers for each account: a lead, a deal and a template in each round, and reads of everything. They accept
 * only the expected response and never retry. On a slow machine 503 with `Retry-After` is a response of an overloaded
 * service: they repeat the call as docs/errors.md says, and it must succeed.
 */
export async function startReleaseTraffic(clients: ReadonlyMap<number, ServiceClient>, run: string, slowdown: number) {
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
  let repeated = 0;
  let rounds = 0;
  let over = false;

  const callAgain = async (
    client: ServiceClient,
    call: ServiceCall,
  ): Promise<(ServiceAnswer & { readonly repeats: number }) | string> => {
    for (let repeats = 0; ; repeats++) {
      const answer = await client.call(call).catch((error: unknown) => String(error));
      if (typeof answer === 'string') return answer;
      const seconds = Number(answer.headers['retry-after']);
      const overloaded = answer.status === 503 && seconds <= MAX_WAIT_S;
      if (slowdown === 1 || !overloaded || repeats === MAX_REPEATS) return { ...answer, repeats };
      repeated += 1;
      await sleep(seconds * 1_000);
    }
  };

  const wanted = async (
    status: number,
    client: ServiceClient,
    call: ServiceCall,
  ): Promise<ServiceAnswer | undefined> => {
    const answer = await callAgain(client, call);
    // A lead that was stored before its first response was lost is one of a known person.
    const expected =
      typeof answer !== 'string' && (answer.status === status || (answer.repeats > 0 && isRepeatedLead(call, answer)));
    if (expected) {
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
      // A repeated call with the same key creates no second record.
      const headers = { 'idempotency-key': randomUUID() };
      const id = (await wanted(201, client, { method: 'POST', path, json, headers }))?.body.id as number | undefined;
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
      await sleep(PAUSE_MS * slowdown);
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
    Array.from({ length: slowdown === 1 ? CALLERS_PER_ACCOUNT : 1 }, () =>
      caller(accountId, client, stages.get(accountId)!),
    ),
  );

  return {
    /** Successful calls. */
    get answered() {
      return answered;
    },
    /** Calls that were repeated after a response of 503. */
    get repeated() {
      return repeated;
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
