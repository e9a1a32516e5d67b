import type { ServiceClient } from '@porchlight/tools/src/send/service-client';
import type { BenchReceiver } from './bench-receiver';
import type { LoadResult } from './load';
import { cpuBetween, type CpuReading } from './processes';
import { percentile } from './statistics';
import { perRequest } from './throughput';

/** Part of the address of every webhook of a bench, by which leftovers of a killed one are known. */
export const BENCH_PATH = '/porchlight-bench/';

export type Sleep = (ms: number) => Promise<void>;

/** Registers a webhook and gives its id, or undefined with the reason told when it is refused. */
export async function addWebhook(
  client: ServiceClient,
  event: string,
  url: string,
  say: (line: string) => void,
): Promise<number | undefined> {
  const answer = await client.call({ method: 'POST', path: '/v1/webhooks', json: { event, url } });
  if (answer.status === 201) return answer.body.id as number;
  say(`a webhook for ${event} was refused: ${answer.status} ${answer.body?.errorMessage ?? ''}`);
  return undefined;
}

/** Removes all webhooks of benches, also of one that was killed. */
export async function removeBenchWebhooks(client: ServiceClient): Promise<void> {
  for (let left = true; left;) {
    const list = await client.call({ method: 'GET', path: '/v1/webhooks?limit=100' });
    if (list.status !== 200) return;
    const webhooks = list.body.webhooks as { id: number; url: string }[];
    const ours = webhooks.filter(({ url }) => url.includes(BENCH_PATH));
    const gone: boolean[] = [];
    for (const { id } of ours)
      gone.push((await client.call({ method: 'DELETE', path: `/v1/webhooks/${id}` })).status < 300);
    // A full page may hide more; where none can be removed there is nothing to go on for.
    left = webhooks.length === 100 && gone.includes(true);
  }
}

/** Waits until `done` or for `ms` at most; tells whether it came to be. */
async function waitFor(done: () => boolean, ms: number, sleep: Sleep): Promise<boolean> {
  const end = performance.now() + ms;
  while (!done()) {
    if (performance.now() > end) return false;
    await sleep(5);
  }
  return true;
}

export interface LatencyResult {
  readonly sent: number;
  readonly missing: number;
  /** From sending POST /events to the notification's arrival, ms. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** From the answer of POST /events to the arrival, ms. */
  readonly p50AfterAnswer: number;
}

/** Sends events at a fixed rate, whatever the answers take, and times their notifications. */
export async function measureLatency(
  client: ServiceClient,
  receiver: BenchReceiver,
  {
    body,
    cycle,
    perSecond,
    seconds,
    sleep,
  }: { body: string; cycle: number; perSecond: number; seconds: number; sleep: Sleep },
): Promise<LatencyResult> {
  const sent: { id: number; at: number; answered: number }[] = [];
  const post = async (n: number): Promise<void> => {
    const at = performance.now();
    const answer = await client.call({
      method: 'POST',
      path: '/v1/events',
      headers: { 'content-type': 'application/json' },
      body: body.replaceAll('{{n}}', String(n % cycle)),
    });
    const id = Number(answer.headers['x-event-id']);
    if (answer.status >= 300 || !id)
      throw new Error(`POST /v1/events answered ${answer.status} ${answer.body?.errorMessage ?? 'without X-Event-Id'}`);
    sent.push({ id, at, answered: performance.now() });
  };
  const arrived = (from: number) => (): boolean =>
    sent.slice(from).every(({ id }) => receiver.arrival('eventsCreated', id));

  // Also waits for what an earlier load left in the queues.
  await post(0);
  if (!(await waitFor(arrived(0), 60_000, sleep))) throw new Error('No notification came within 60 s.');
  await steadily(perSecond, perSecond, post, sleep);
  await waitFor(arrived(0), 10_000, sleep);
  const from = sent.length;

  await steadily(perSecond, perSecond * seconds, post, sleep);
  await waitFor(arrived(from), 20_000, sleep);
  const timed = sent.slice(from).flatMap(({ id, at, answered }) => {
    const arrival = receiver.arrival('eventsCreated', id);
    return arrival ? [{ whole: arrival.at - at, after: arrival.at - answered }] : [];
  });
  const whole = timed.map((one) => one.whole);
  return {
    sent: sent.length - from,
    missing: sent.length - from - timed.length,
    p50: percentile(whole, 0.5),
    p99: percentile(whole, 0.99),
    max: percentile(whole, 1),
    p50AfterAnswer: percentile(
      timed.map((one) => one.after),
      0.5,
    ),
  };
}

/** Calls `work` so many times at a rate; the clock decides, not the answers. */
async function steadily(
  perSecond: number,
  count: number,
  work: (n: number) => Promise<void>,
  sleep: Sleep,
): Promise<void> {
  const started = performance.now();
  const running: Promise<void>[] = [];
  for (let n = 0; n < count; n += 1) {
    const wait = started + (n * 1000) / perSecond - performance.now();
    if (wait > 0) await sleep(wait);
    const one = work(n);
    // Awaited below; until then a failure must not count as unhandled.
    one.catch(() => undefined);
    running.push(one);
  }
  await Promise.all(running);
}

export interface DrainResult {
  /** Deliveries that were waiting when the receiver began to answer. */
  readonly deliveries: number;
  readonly seconds: number;
  readonly perSecond: number;
  readonly missing: number;
  /** Leads taken in a second while the receiver let everybody wait. */
  readonly leadsPerSecond: number;
  /** CPU of a delivery while the backlog goes, in microseconds, by process. */
  readonly cpuMicros?: Readonly<Record<string, number>>;
}

/** A receiver has ten seconds to answer: held longer, first attempts would count as failed. */
const HOLD_MS = 8_000;

/**
 * Lets the receiver accept and not answer while leads come in, so that deliveries become pending in the notifier, then answers
 * all and times how fast the backlog goes. `post` sends the leads and gives what came of it; each makes `perLead`
 * deliveries.
 */
export async function measureDrain(
  receiver: BenchReceiver,
  {
    post,
    perLead,
    sleep,
    readCpu,
  }: { post: () => Promise<LoadResult>; perLead: number; sleep: Sleep; readCpu?: () => CpuReading },
): Promise<DrainResult> {
  receiver.clear();
  receiver.hold();
  const began = performance.now();
  let taken: LoadResult | undefined;
  const posting = post().then((result) => (taken = result));
  posting.catch(() => undefined);
  await waitFor(() => taken !== undefined || performance.now() - began > HOLD_MS, HOLD_MS + 1_000, sleep);
  const before = receiver.notified;
  const released = performance.now();
  const cpu = readCpu?.();
  receiver.release();
  const { good, goodPerSecond } = await posting;
  const wanted = good * perLead;
  await waitFor(() => receiver.notified >= wanted, 120_000, sleep);
  const deliveries = receiver.notified - before;
  const seconds = Math.max(0.001, (receiver.lastAt - released) / 1000);
  return {
    deliveries,
    seconds,
    perSecond: deliveries / seconds,
    missing: Math.max(0, wanted - receiver.notified),
    leadsPerSecond: goodPerSecond,
    cpuMicros: cpu && deliveries > 0 ? perRequest(cpuBetween(cpu, readCpu!()), deliveries) : undefined,
  };
}
