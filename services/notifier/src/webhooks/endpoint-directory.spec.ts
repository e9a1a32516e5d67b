import { randomBytes } from 'node:crypto';
import { createManualClock } from '@porchlight/runtime';
import { toEndpoint, secretContext, type WebhookDocument } from './webhook-document';
import { createSecretBox } from '../payloads';
import { createEndpointDirectory } from '../deliveries';

const box = createSecretBox(randomBytes(32), randomBytes);

const createDocument = (accountId: number, id: number): WebhookDocument => ({
  _id: accountId * 100 + id,
  accountId,
  id,
  created: new Date(0),
  updated: new Date(0),
  version: 1,
  status: 'Active',
  event: 'peopleCreated',
  url: 'https://hooks.example.com/a',
  system: 'Demo',
  secrets: [box.seal('whsec_x', secretContext(accountId))],
  givenUp: [],
});

const setUp = () => {
  const clock = createManualClock();
  const stored: WebhookDocument[] = [];
  const loads: number[][] = [];
  let hold: Promise<void> | undefined;
  const directory = createEndpointDirectory({
    load: async (accountIds) => {
      loads.push([...accountIds]);
      const answer = stored.filter(({ accountId }) => accountIds.includes(accountId));
      await hold;
      return answer.map((document) => toEndpoint(document, box, clock.date()));
    },
    clock,
    ttlMs: 1_000,
  });
  return { clock, stored, loads, directory, holdUntil: (promise: Promise<void> | undefined) => void (hold = promise) };
};

describe('The endpoint directory', () => {
  test('When accounts are requested, Then each is read once a second, also those without endpoints', async () => {
    const { clock, stored, loads, directory } = setUp();
    stored.push(createDocument(1, 1), createDocument(1, 2));
    const found = await directory.findByAccounts([1, 2]);
    expect(found.get(1)).toHaveLength(2);
    expect(found.get(1)![0]).toMatchObject({ origin: 'https://hooks.example.com', active: true, secrets: ['whsec_x'] });
    expect(found.has(2)).toBe(false);
    await directory.findByAccounts([1, 2]);
    expect(loads).toEqual([[1, 2]]);
    clock.advance(1_000);
    await directory.findByAccounts([2]);
    expect(loads).toEqual([[1, 2], [2]]);
  });

  test('When a webhook is written in this process, Then the next result contains it, even if a load was running', async () => {
    const { stored, directory, holdUntil } = setUp();
    let release = (): void => undefined;
    holdUntil(new Promise((resolve) => (release = resolve)));
    const old = directory.findByAccounts([1]);
    stored.push(createDocument(1, 1));
    directory.invalidate(1);
    release();
    holdUntil(undefined);
    expect((await old).has(1)).toBe(false);
    expect((await directory.findByAccounts([1])).get(1)).toHaveLength(1);
  });
});
