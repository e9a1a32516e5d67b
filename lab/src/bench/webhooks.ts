import type { ServiceClient } from '@porchlight/tools/src/send/service-client';
import { askService } from '../service-calls';
import type { BenchContext } from './bench-context';
import { startBenchReceiver, type BenchReceiver } from './bench-receiver';
import { KNOWN_LEADS } from './leads';
import { percentile } from '../statistics';

/** Path of all bench webhooks; identifies those that a killed bench left. */
export const BENCH_PATH = '/porchlight-bench/';

const LATENCY_PART = { perSecond: 100, seconds: 10 } as const;

/** Registers a webhook of `eventsCreated` and returns its id. */
export const addWebhook = async (client: ServiceClient, url: string): Promise<number> =>
  (await askService(client, { method: 'POST', path: '/v1/webhooks', json: { event: 'eventsCreated', url } })).id;

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

/** A known lead with an activity, as a template of a body. */
export const knownActivity = ({ leads }: Pick<BenchContext, 'leads'>): string =>
  leads.event('known', 0, 'Viewed Property');

/** Sends the nth event of a known lead. Returns its id and the times of request and response, ms. */
export const sendEvent = async (
  client: ServiceClient,
  template: string,
  n: number,
): Promise<{ id: number; at: number; answered: number }> => {
  const at = performance.now();
  const answer = await client.call({
    method: 'POST',
    path: '/v1/events',
    headers: { 'content-type': 'application/json' },
    body: template.replaceAll('{{n}}', String(n % KNOWN_LEADS)),
  });
  const id = Number(answer.headers['x-event-id']);
  if (answer.status >= 300 || !id)
    throw new Error(`POST /v1/events returned ${answer.status} ${answer.body?.errorMessage ?? 'without X-Event-Id'}`);
  return { id, at, answered: performance.now() };
};

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
  { client, leads, sleep }: Pick<BenchContext, 'client' | 'leads' | 'sleep'>,
  receiver: BenchReceiver,
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
): Promise<LatencyResult> {
  const template = knownActivity({ leads });
  const sent: Awaited<ReturnType<typeof sendEvent>>[] = [];
  const post = async (n: number): Promise<void> => void sent.push(await sendEvent(client, template, n));
  const arrival = (id: number): number | undefined => receiver.arrival('eventsCreated', id);
  /** Waits until the events from this one on have arrived, for `ms` at most. */
  const allArrived = async (from: number, ms: number): Promise<boolean> => {
    for (const end = performance.now() + ms; performance.now() <= end; await sleep(5))
      if (sent.slice(from).every(({ id }) => arrival(id) !== undefined)) return true;
    return false;
  };
  const steadily = async (count: number): Promise<void> => {
    const started = performance.now();
    const running: Promise<void>[] = [];
    for (let n = 0; n < count; n += 1) {
      const wait = started + (n * 1_000) / perSecond - performance.now();
      if (wait > 0) await sleep(wait);
      const one = post(n);
      // Awaited below; prevents an unhandled rejection until then.
      one.catch(() => undefined);
      running.push(one);
    }
    await Promise.all(running);
  };

  // Also waits for queued work of an earlier load.
  await post(0);
  if (!(await allArrived(0, 60_000))) throw new Error('No notification came within 60 s.');
  await steadily(perSecond);
  await allArrived(0, 10_000);
  const from = sent.length;
  await steadily(perSecond * seconds);
  await allArrived(from, 20_000);
  const timed = sent.slice(from).flatMap(({ id, at, answered }) => {
    const arrived = arrival(id);
    return arrived === undefined ? [] : [{ whole: arrived - at, after: arrived - answered }];
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

/** Part `latency`: duration of a notification at 100 events per second. */
export const measureLatencyPart = async (context: BenchContext): Promise<LatencyResult> => {
  const { perSecond, seconds } = LATENCY_PART;
  const receiver = await startBenchReceiver(context.connection.receiverTls);
  try {
    await addWebhook(context.client, `${receiver.url}${BENCH_PATH}latency`);
    context.say(`latency: ${perSecond} events a second for ${seconds} s`);
    return await measureLatency(context, receiver, LATENCY_PART);
  } finally {
    await receiver.stop();
  }
};
