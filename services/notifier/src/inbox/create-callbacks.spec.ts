import type { BatchContext } from '@porchlight/bus';
import { createManualClock } from '@porchlight/runtime';
import { createPersonMessage } from '../../test/notifier-service';
import type { Delivery, Endpoint } from '../deliveries';
import type { EventRecord } from '../payloads';
import { createCallbacks } from './create-callbacks';

const context = { signal: new AbortController().signal } as BatchContext;
const endpoint = (change: Partial<Endpoint> = {}): Endpoint => ({
  kind: 'inboxApp',
  accountId: 1,
  id: -7,
  version: 1,
  system: 'Site',
  event: 'inboxApp',
  url: 'https://a.test/in',
  origin: 'https://a.test',
  active: true,
  secrets: [],
  givenUp: [],
  ...change,
});
const fact = (eventId: string, inboxAppId = 7) =>
  createPersonMessage({
    eventId,
    accountId: 1,
    service: 'notifier',
    resource: 'conversations',
    verb: 'callback',
    webhookEvents: [],
    dataJson: JSON.stringify({ inboxAppId, event: 'inboxAppReply', data: { message: 'Hi' } }),
  });

const setUp = (answers: Endpoint[][]) => {
  const records = new Map<string, EventRecord>();
  const deliveries = new Map<string, Delivery>();
  const keep = <T extends { _id: string }>(into: Map<string, T>, all: readonly T[]): Set<string> => {
    const known = new Set(all.filter(({ _id }) => into.has(_id)).map(({ _id }) => _id));
    for (const one of all) if (!known.has(one._id)) into.set(one._id, one);
    return known;
  };
  let asked = 0;
  const callBack = createCallbacks({
    directory: {
      findByAccounts: async () => new Map([[1, answers[Math.min(asked, answers.length - 1)]!]]),
      invalidate: () => void asked++,
    },
    events: { record: async (all) => keep(records, all) },
    deliveryStore: { add: async (all) => keep(deliveries, all) },
    onDue: () => undefined,
    clock: createManualClock(),
  });
  return { callBack, records, deliveries };
};

describe('Callbacks of conversations', () => {
  test('When a batch is repeated with any borders, Then each change causes one callback', async () => {
    const { callBack, records, deliveries } = setUp([[endpoint()]]);
    await callBack([fact('a'), fact('b')], context);
    await callBack([fact('b'), fact('c')], context);
    expect([...records.keys()]).toEqual(['a', 'b', 'c']);
    const made = { webhookId: -7, status: 'Pending', lane: '1 https://a.test' };
    expect([...deliveries.values()]).toMatchObject(['a:-7', 'b:-7', 'c:-7'].map((_id) => ({ _id, ...made })));
    expect(records.get('a')).toMatchObject({
      event: 'inboxAppReply',
      callback: true,
      dataJson: '{"message":"Hi"}',
      systems: [],
    });
  });

  test('When the installation is not cached, Then it is read again before the callback is dropped', async () => {
    const { callBack, deliveries } = setUp([[], [endpoint()]]);
    await callBack([fact('a')], context);
    expect([...deliveries.keys()]).toEqual(['a:-7']);
  });

  test('When the installation is deleted or disabled, or a webhook has its id, Then nothing is delivered', async () => {
    for (const found of [[], [endpoint({ active: false })], [endpoint({ id: 7 })]]) {
      const { callBack, deliveries } = setUp([found]);
      await callBack([fact('a')], context);
      expect(deliveries.size).toBe(0);
    }
  });

  test('When a message is not a callback, Then it is ignored; an invalid one throws', async () => {
    const { callBack, deliveries } = setUp([[endpoint()]]);
    await callBack(
      [
        createPersonMessage({
          eventId: 'x',
          accountId: 1,
          service: 'notifier',
          resource: 'webhooks',
          verb: 'disabled',
        }),
      ],
      context,
    );
    expect(deliveries.size).toBe(0);
    const broken = createPersonMessage({
      eventId: 'y',
      accountId: 1,
      service: 'notifier',
      resource: 'conversations',
      verb: 'callback',
      dataJson: '{}',
    });
    await expect(callBack([broken], context)).rejects.toThrow();
  });
});
