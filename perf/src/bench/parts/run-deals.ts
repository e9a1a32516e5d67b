import type { ServiceClient } from '@porchlight/tools/src/send/service-client';
import { askService } from '../ask-service';
import { measurePair, type Latency, type PairOptions } from '../scale/measure-scale';

export interface DealsSide {
  /** Deals in the account, by its own count. */
  readonly deals: number;
  readonly latency: Latency;
}

export interface DealsResult {
  readonly small: DealsSide;
  readonly big: DealsSide;
  /** p95 of the account with many deals by that of the other. */
  readonly ratio: number;
}

/** Concurrent requests: the service writes waiting records in one batch. */
const WORKERS = 128;
/** People of the deals. */
const PEOPLE = 20;
const LIST = '/v1/deals?limit=10';

const readTotal = async (client: ServiceClient): Promise<number> =>
  (await askService(client, { method: 'GET', path: '/v1/deals?limit=1' }))._metadata.total;

/** Returns the stages of the first pipeline that has any. Creates a pipeline otherwise. */
const listStages = async (client: ServiceClient): Promise<number[]> => {
  const { pipelines } = await askService(client, { method: 'GET', path: '/v1/pipelines?limit=100' });
  const stages = ['Offer', 'Pending', 'Closed'].map((name) => ({ name }));
  const found =
    (pipelines as any[]).find((one) => one.stages?.length > 0) ??
    (await askService(client, { method: 'POST', path: '/v1/pipelines', json: { name: 'Bench', stages } }));
  return found.stages.map(({ id }: { id: number }) => id);
};

/** Body of a deal. */
export interface FillingDeal {
  readonly name: string;
  readonly stageId: number;
  readonly peopleIds: number[];
  readonly price: number;
}

export interface FillOptions {
  readonly create: (deal: FillingDeal) => Promise<unknown>;
  readonly maxMs: number;
  readonly signal: AbortSignal;
}

/** Creates deals up to a number or a time limit. Returns the number of deals in the account. */
export const fillDeals = async (
  client: ServiceClient,
  count: number,
  { create, maxMs, signal }: FillOptions,
): Promise<number> => {
  const there = await readTotal(client);
  if (there >= count) return there;
  const stages = await listStages(client);
  // Created over HTTP: other services learn of bulk-imported people later.
  const people: number[] = [];
  for (let n = 0; n < PEOPLE; n += 1)
    people.push(
      (
        await askService(client, {
          method: 'POST',
          path: '/v1/people',
          json: { firstName: 'Bench', lastName: `Deal ${n}` },
        })
      ).id,
    );
  const until = performance.now() + maxMs;
  let next = there;
  const work = async (): Promise<void> => {
    while (next < count && performance.now() < until) {
      signal.throwIfAborted();
      const n = (next += 1);
      await create({
        name: `Bench ${n}`,
        stageId: stages[n % stages.length]!,
        peopleIds: [people[n % PEOPLE]!],
        price: 300_000 + n,
      });
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  return readTotal(client);
};

/** The deals list with its totals, of an account with few deals and one with many, in turn. */
export const runDeals = async (
  clients: readonly [ServiceClient, ServiceClient],
  options: PairOptions,
): Promise<DealsResult> => {
  const counts = (await Promise.all(clients.map(readTotal))) as [number, number];
  const subject = { name: 'list of deals', request: () => ({ method: 'GET' as const, path: LIST }) };
  for (const [at, client] of clients.entries()) {
    const { total, totalByStageId } = (await askService(client, { method: 'GET', path: LIST }))._metadata;
    const sum = Object.values(totalByStageId as Record<string, number>).reduce((all, one) => all + one, 0);
    if (sum !== total)
      throw new Error(
        `The deals list of the ${at === 0 ? 'small' : 'large'} account counts ${total} deals and ${sum} by stage.`,
      );
  }
  const [small, big] = (await measurePair(
    clients.map((client) => ({ client, subject })),
    options,
  )) as [Latency, Latency];
  return {
    small: { deals: counts[0], latency: small },
    big: { deals: counts[1], latency: big },
    ratio: big.p95 / small.p95,
  };
};
