import { createManualClock } from '@porchlight/runtime';
import { captureLogger } from '@porchlight/testkit';
import type { Delivery } from '../deliveries';
import type { EventRecord } from '../payloads';
import type { WebhookDocument } from './webhook-document';
import { createReplay } from './replay-webhook';

describe('Replay of a long range', () => {
  test('When the range contains more than 10,000 events, Then the oldest 10,000 are delivered again', async () => {
    const clock = createManualClock();
    const all = Array.from(
      { length: 10_700 },
      (_, n) => ({ _id: `e${n}`, systems: n % 1_000 === 0 ? ['Other'] : ['Site'] }) as EventRecord,
    );
    const added: Delivery[] = [];
    const again: string[] = [];
    const webhook = {
      id: 4,
      accountId: 1,
      system: 'Site',
      event: 'peopleCreated',
      url: 'https://a.test/x',
      status: 'Active',
    } as WebhookDocument;
    const replay = createReplay({
      webhooks: { load: async () => webhook },
      events: { read: async () => new Map(), findRange: async () => all },
      deliveryStore: { add: async (deliveries) => (added.push(...deliveries), new Set()) },
      log: {
        findStatuses: async (_accountId, ids) =>
          new Map(
            ids.filter((id) => id.endsWith('7:4')).map((id) => [id, { status: 'Delivered', occurred: new Date(0) }]),
          ),
        requeue: async (ids) => void again.push(...ids.map(({ _id }) => _id)),
      },
      lock: { run: (_key, _signal, work) => work(), attempt: (_key, _signal, work) => work() },
      onDue: () => undefined,
      clock,
      logger: captureLogger({ service: 'notifier' }).logger,
    });
    const call = {
      actor: { accountId: 1, userId: 1, role: 'Owner', system: 'Site' },
      signal: new AbortController().signal,
    } as const;
    const request = { webhookId: 4, status: 'all', since: new Date(0), eventId: undefined, until: undefined };
    expect(await replay(request, call)).toEqual({ replayed: 10_000 });
    const done = new Set([...added.map(({ _id }) => _id), ...again]);
    expect(done.size).toBe(10_000);
    expect(done).toContain('e1:4');
    expect(done).not.toContain('e0:4');
    expect(done).not.toContain('e10699:4');
    expect(again).toContain('e7:4');
  });
});
