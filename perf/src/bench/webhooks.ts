import type { ServiceClient } from '@porchlight/tools/src/send/service-client';
import type { BenchReceiver } from './bench-receiver';
import type { LoadResult } from './load';
import { cpuBetween, type CpuReading } from './processes';
import { percentile } from './statistics';
import { perRequest } from './throughput';

/** Path of all bench webhooks; identifies those that a killed bench left. */
export const BENCH_PATH = '/porchlight-bench/';

export type Sleep = (ms: number) => Promise<void>;

/** Registers a webhook and returns its id. Prints the reason and returns undefined if it is refused. */
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

/** Removes all bench webhooks, including those of a killed bench. */
export async function removeBenchWebhooks(client: ServiceClient): Promise<void> {
  for (let left = true; left;) {
    const list = await client.call({ method: 'GET', path: '/v1/webhooks?limit=100' });
    if (list.status !== 200) return;
    const webhooks = list.body.webhooks as { id: number; url: string }[];
    const ours = webhooks.filter(({ url }) => url.includes(BENCH_PATH));
    const gone: boolean[] = [];
    for (const { id } of ours)
      gone.push((await client.call({ method: 'DELETE', path: `/v1/webhooks/${id}` })).status < 300);
    // A full page may be followed by another one. Stops if none can be removed.
    left = webhooks.length === 100 && gone.includes(true);
  }
}

/** Waits until `done`, for `ms` at most. Returns whether it is done. */
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
  /** From the response of POST /events to the arrival, ms. */
  readonly p50AfterAnswer: number;
}

/** Sends events at a fixed rate, independent of response times, and measures their notifications. */
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

  // Also waits for queued work of an earlier load.
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

/** Calls `work` at a fixed rate, independent of response times. */
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
    // Awaited below; prevents an unhandled rejection until then.
    one.catch(() => undefined);
    running.push(one);
  }
  await Promise.all(running);
}

export interface DrainResult {
  /** Pending deliveries when the receiver starts to respond. */
  readonly deliveries: number;
  readonly seconds: number;
  readonly perSecond: number;
  readonly missing: number;
  /** Leads per second while the receiver did not respond. */
  readonly leadsPerSecond: number;
  /** CPU of a delivery while the backlog drains, in microseconds, by process. */
  readonly cpuMicros?: Readonly<Record<string, number>>;
}

/** Below the 10 s timeout of an attempt, after which it would count as failed. */
const HOLD_MS = 8_000;

/**
 * Holds the responses of the receiver while leads arrive, so that deliveries become pending, then releases them and
 * measures how fast the backlog drains. `post` sends the leads; each creates `perLead` deliveries.
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
