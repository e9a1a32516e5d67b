import type { ServiceClient } from '@porchlight/tools/src/send/service-client';
import { askService } from '../ask-service';
import { measurePair, type Latency, type PairOptions } from '../scale/measure-scale';
import type { InnerServices } from './inner-services';
import { EVENTS_IN_BATCH } from './run-marketing';

export interface StoredEventsResult {
  /** Stored email events of the two accounts. */
  readonly events: readonly [number, number];
  readonly rows: readonly {
    readonly name: string;
    readonly small: Latency;
    readonly big: Latency;
    readonly ratio: number;
  }[];
}

/** An account that is filled with email events. */
export interface EventsSide {
  readonly client: ServiceClient;
  readonly inner: Pick<InnerServices, 'emEvents' | 'as'>;
  readonly recipients: readonly string[];
}

const CAMPAIGNS = 10;
const WRITERS = 4;
/** Start of the events, so that a repeated fill creates the same events. */
const FIRST_OCCURRED = Date.UTC(2024, 0, 1);
const TYPES = ['delivered', 'open', 'delivered', 'click'];

/** Returns the campaigns of an earlier fill, or creates them. */
const listCampaigns = async (client: ServiceClient): Promise<number[]> => {
  const ids: number[] = [];
  for (let n = 0; n < CAMPAIGNS; n += 1) {
    const named = { origin: 'Bench', originId: `stored-${n}` };
    const { emCampaigns } = await askService(client, {
      method: 'GET',
      path: `/v1/emCampaigns?${String(new URLSearchParams(named))}`,
    });
    const known =
      emCampaigns[0] ??
      (await askService(client, { method: 'POST', path: '/v1/emCampaigns', json: { ...named, name: `Stored ${n}` } }));
    ids.push(known.id);
  }
  return ids;
};

/** Creates the nth batch of a fill. Deterministic; covers each person, campaign and type over time. */
export const storedBatch = (nth: number, recipients: readonly string[], campaigns: readonly number[]) => {
  const [first, around] = [nth * EVENTS_IN_BATCH, Math.floor((nth * EVENTS_IN_BATCH) / recipients.length)];
  return {
    emEvents: Array.from({ length: EVENTS_IN_BATCH }, (_, at) => ({
      type: TYPES[(around + at) % TYPES.length]!,
      occurred: new Date(FIRST_OCCURRED + (first + at) * 1_000),
      recipient: recipients[(first + at) % recipients.length]!,
      campaignId: campaigns[Math.floor(around / TYPES.length) % campaigns.length]!,
    })),
  };
};

/**
 * Stores email events up to a number or a time limit and returns their number. Ids are consecutive, so the next id is
 * the number of stored events.
 */
export const fillEvents = async (
  { client, inner, recipients }: EventsSide,
  count: number,
  { maxMs, say, signal }: { maxMs: number; say: (line: string) => void; signal: AbortSignal },
): Promise<number> => {
  const campaigns = await listCampaigns(client);
  const send = (nth: number) =>
    inner.emEvents.recordEmEvents(storedBatch(nth, recipients, campaigns), { ...inner.as, signal });
  const probe = { type: 'delivered', occurred: new Date(), recipient: recipients[0]!, campaignId: campaigns[0]! };
  const { emEventIds } = await inner.emEvents.recordEmEvents({ emEvents: [probe] }, { ...inner.as, signal });
  let stored = (emEventIds[0] ?? 1) - 1;
  const until = performance.now() + maxMs;
  let nth = Math.floor(stored / EVENTS_IN_BATCH);
  const last = Math.ceil(count / EVENTS_IN_BATCH);
  const work = async (): Promise<void> => {
    while (nth < last && performance.now() < until) {
      signal.throwIfAborted();
      await send(nth++);
      stored += EVENTS_IN_BATCH;
      if (nth % 50 === 0) say(`emevents-read: ${nth * EVENTS_IN_BATCH} of ${count} events`);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, work));
  return stored;
};

/** Reads of email events in an account with few and one with many of them, in turn. */
export const runStoredEvents = async (
  sides: readonly [EventsSide, EventsSide],
  events: readonly [number, number],
  options: PairOptions,
): Promise<StoredEventsResult> => {
  const lists = await Promise.all(sides.map(createReadLists));
  const rows: StoredEventsResult['rows'][number][] = [];
  for (const name of Object.keys(lists[0]!)) {
    const subjects = sides.map(({ client }, at) => ({
      client,
      subject: { name, request: () => ({ method: 'GET' as const, path: lists[at]![name]! }) },
    }));
    const [small, big] = (await measurePair(subjects, options)) as [Latency, Latency];
    rows.push({ name, small, big, ratio: big.p95 / small.p95 });
  }
  return { events, rows };
};

/** All filters that partners use; `updatedAfter` matches the changes of one batch. */
const createReadLists = async ({ client, inner, recipients }: EventsSide): Promise<Record<string, string>> => {
  const campaigns = await listCampaigns(client);
  const since = new Date(Math.ceil(Date.now() / 1_000) * 1_000).toISOString();
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const occurred = new Date();
  const fresh = recipients
    .slice(0, 100)
    .map((recipient) => ({ type: 'open', occurred, recipient, campaignId: campaigns[0]! }));
  await inner.emEvents.recordEmEvents({ emEvents: fresh }, inner.as);
  const { emEvents } = await askService(client, { method: 'GET', path: '/v1/emEvents?limit=1' });
  const lists: Record<string, string> = {
    'the newest': '/v1/emEvents?limit=10',
    'by person': `/v1/emEvents?limit=10&personId=${emEvents[0].personId}`,
    'by campaign': `/v1/emEvents?limit=10&campaignId=${campaigns[1]}`,
    'by type': '/v1/emEvents?limit=10&type=click',
    'updated after': `/v1/emEvents?limit=10&updatedAfter=${since}`,
  };
  // An empty list is fast in any case.
  for (const [name, path] of Object.entries(lists))
    if ((await askService(client, { method: 'GET', path })).emEvents.length === 0)
      throw new Error(`the list of email events ${name} holds none`);
  return lists;
};
