import { serveOnLoopback, type LoopbackServer } from '@porchlight/tools/src/receiver/loopback-server';
import { startBenchReceiver, type BenchReceiver } from '../bench-receiver';
import { percentile } from '../statistics';
import { BENCH_PATH } from '../webhooks';
import { createTemplate, withBacklog, type DeliveriesContext } from './deliveries-context';

export interface FairnessResult {
  readonly receivers: number;
  /** From POST /events to the notification at healthy receivers, ms. */
  readonly alone: number;
  readonly among: number;
  readonly missing: number;
}

const WELL = 200;
const EVENTS = 20;
const PAUSE_MS = 1_000;
const SLOW_MS = 9_000;
const FLAP_MS = 5_000;

/** Receivers that must not delay others: one never responds, one takes 9 s, one is down every other 5 s. */
const startOdd = (
  tls: { certFile: string; keyFile: string },
  answerAfter: () => number | undefined,
): Promise<LoopbackServer> =>
  serveOnLoopback(tls, (request, response) => {
    request.resume();
    const ms = answerAfter();
    if (ms !== undefined) setTimeout(() => response.end(), ms);
  });

/** Measures notifications to 200 healthy receivers, alone and then next to the three faulty ones. */
export const measureFairness = (context: DeliveriesContext): Promise<FairnessResult> =>
  withBacklog(context, async (backlog) => {
    const { client, connection, body, cycle, say, sleep } = context;
    const tls = connection.receiverTls;
    const open: { stop(): Promise<void> }[] = [];
    try {
      const well: BenchReceiver[] = [];
      for (let n = 0; n < WELL; n += 1) {
        const receiver = await startBenchReceiver(tls);
        open.push(receiver);
        well.push(receiver);
      }
      const template = await createTemplate(context, `${well[0]!.url}${BENCH_PATH}fair`);
      await backlog.addWebhooks(
        template,
        well.slice(1).map(({ url }) => `${url}${BENCH_PATH}fair`),
      );
      await sleep(1_500);
      const round = async (events: number): Promise<{ p99: number; missing: number }> => {
        const sent: { id: number; at: number }[] = [];
        for (let n = 0; n < events; n += 1) {
          const at = performance.now();
          const answer = await client.call({
            method: 'POST',
            path: '/v1/events',
            headers: { 'content-type': 'application/json' },
            body: body.replaceAll('{{n}}', String(n % cycle)),
          });
          sent.push({ id: Number(answer.headers['x-event-id']), at });
          await sleep(Math.max(0, at + PAUSE_MS - performance.now()));
        }
        await sleep(5_000);
        const took = sent.flatMap(({ id, at }) =>
          well.flatMap((receiver) => {
            const arrival = receiver.arrival('eventsCreated', id);
            return arrival ? [arrival.at - at] : [];
          }),
        );
        return { p99: percentile(took, 0.99), missing: sent.length * WELL - took.length };
      };
      say(`fair: ${WELL} receivers`);
      // Warms up connections and queues.
      await round(3);
      const alone = await round(EVENTS);
      const began = performance.now();
      const odd = await Promise.all([
        startOdd(tls, () => undefined),
        startOdd(tls, () => SLOW_MS),
        startOdd(tls, () => (Math.floor((performance.now() - began) / FLAP_MS) % 2 === 0 ? 0 : undefined)),
      ]);
      open.push(...odd);
      await backlog.addWebhooks(
        template,
        odd.map(({ url }) => `${url}${BENCH_PATH}odd`),
      );
      await sleep(1_500);
      say('fair: and 1 dead, 1 slow, 1 flapping');
      const among = await round(EVENTS);
      return { receivers: WELL, alone: alone.p99, among: among.p99, missing: alone.missing + among.missing };
    } finally {
      for (const each of open) await each.stop();
    }
  });
