import { serveOnLoopback } from '@porchlight/tools/src/receiver/loopback-server';
import type { BenchContext } from '../bench-context';
import type { BenchReceiver } from '../bench-receiver';
import { percentile } from '../../statistics';
import { addWebhook, knownActivity, sendEvent } from '../webhooks';
import { hookAt, withBacklog } from './backlog';

export interface FairnessResult {
  readonly receivers: number;
  /** From POST /events to the notification at healthy receivers, ms. */
  readonly alone: number;
  readonly among: number;
  readonly missing: number;
}

const HEALTHY = 200;
const EVENTS = 20;
const PAUSE_MS = 1_000;
const SLOW_MS = 9_000;
const FLAP_MS = 5_000;
/** Time until the notifier uses a webhook that was written into its database. */
const NOTICED_MS = 1_500;

/** Measures notifications to 200 healthy receivers, alone and then next to three faulty ones. */
export const measureFairness = (context: BenchContext): Promise<FairnessResult> =>
  withBacklog(context, async (backlog) => {
    const { client, connection, say, sleep } = context;
    const body = knownActivity(context);
    const healthy: BenchReceiver[] = [];
    while (healthy.length < HEALTHY) healthy.push(await backlog.startReceiver());
    const [first, ...others] = healthy.map((receiver) => hookAt(receiver, 'fair'));
    const webhook = await addWebhook(client, first!);
    await backlog.copyWebhook(webhook, others);
    await sleep(NOTICED_MS);

    const round = async (events: number): Promise<{ p99: number; missing: number }> => {
      const sent: { id: number; at: number }[] = [];
      for (let n = 0; n < events; n += 1) {
        sent.push(await sendEvent(client, body, n));
        await sleep(Math.max(0, sent.at(-1)!.at + PAUSE_MS - performance.now()));
      }
      await sleep(5_000);
      const took = sent.flatMap(({ id, at }) =>
        healthy.flatMap((receiver) => {
          const arrived = receiver.arrival('eventsCreated', id);
          return arrived === undefined ? [] : [arrived - at];
        }),
      );
      return { p99: percentile(took, 0.99), missing: sent.length * HEALTHY - took.length };
    };
    say(`fair: ${HEALTHY} receivers`);
    // Warms up connections and queues.
    await round(3);
    const alone = await round(EVENTS);

    const began = performance.now();
    // One never responds, one takes 9 s, one is down every other 5 s.
    const delays = [
      () => undefined,
      () => SLOW_MS,
      () => (Math.floor((performance.now() - began) / FLAP_MS) % 2 === 0 ? 0 : undefined),
    ];
    const faulty = await Promise.all(
      delays.map((delay) =>
        serveOnLoopback(connection.receiverTls, (request, response) => {
          request.resume();
          const ms = delay();
          if (ms !== undefined) setTimeout(() => response.end(), ms);
        }),
      ),
    );
    try {
      await backlog.copyWebhook(
        webhook,
        faulty.map((server) => hookAt(server, 'faulty')),
      );
      await sleep(NOTICED_MS);
      say('fair: and 1 dead, 1 slow, 1 flapping');
      const among = await round(EVENTS);
      return { receivers: HEALTHY, alone: alone.p99, among: among.p99, missing: alone.missing + among.missing };
    } finally {
      for (const server of faulty) await server.stop();
    }
  });
