import { eventually, type Receiver } from '@porchlight/testkit';
import { unique, type Client } from '@porchlight/acceptance/src/client';
import { porchlight, porchlightJson } from '@porchlight/acceptance/src/porchlight-command';
import { parseNotifications, useReceiver } from '@porchlight/acceptance/src/receive';
import { inEveryCollection } from '../src/databases';
import { openAccount, type OpenedAccount } from '../src/open-account';

/** Gateways notice within this, ms. */
const NOTICED_MS = 2_000;

/** Opens an account and creates records of every service in it. */
const openFilledAccount = async (receiver: Receiver): Promise<OpenedAccount> => {
  const word = unique();
  const opened = await openAccount(word);
  const { owner } = opened;
  expect(await owner.post('/v1/webhooks', { event: 'peopleCreated', url: `${receiver.url}/${word}` })).toMatchObject({
    status: 201,
  });
  const lead = await owner.post('/v1/events', {
    type: 'Registration',
    person: { firstName: 'Lee', emails: [`lead.${word}@example.com`] },
  });
  expect(lead.status).toBe(201);
  expect(await owner.post('/v1/notes', { personId: lead.body.id, body: 'A note' })).toMatchObject({ status: 201 });
  expect(await owner.post('/v1/templates', { name: 'Welcome', subject: 'Hello', body: 'Hello' })).toMatchObject({
    status: 201,
  });
  expect(await owner.post('/v1/pipelines', { name: 'Buyers' })).toMatchObject({ status: 201 });
  return opened;
};

/** Finds the collections of all services that contain a record of the account, by field or by key. */
const findRemains = async (id: number): Promise<string[]> => {
  const found = await inEveryCollection(async (name, collection) => {
    const low = id * 2 ** 32;
    const filters = [
      // A document whose key is the account records that it existed.
      { accountId: id, _id: { $ne: id } as never },
      { _id: { $gt: low - 1, $lt: low + 2 ** 32 } as never },
      { _id: { $gt: `${id}:`, $lt: `${id};` } as never },
    ];
    for (const filter of filters) if ((await collection.find(filter).limit(1).toArray()).length > 0) return [name];
    return [];
  });
  return found.flat().sort();
};

/** Accounts that are taken away by the operator (docs/operations.md). */
describe('accounts', () => {
  let receiver: Receiver;
  useReceiver((started) => (receiver = started));
  const comesTo = (status: number, errorCode: string | undefined, owner: Client) =>
    eventually(
      async () =>
        expect(await owner.get('/v1/identity')).toMatchObject({
          status,
          body: errorCode === undefined ? {} : { errorCode },
        }),
      { timeoutMs: NOTICED_MS },
    );

  it('given a disabled account, then requests are refused within two seconds and pending deliveries wait until it is enabled', async () => {
    const { id, owner } = await openFilledAccount(receiver);
    await receiver.waitFor(1);
    receiver.clear();
    receiver.answerWith({ status: 500 });
    expect(
      (await owner.post('/v1/events', { type: 'Registration', person: { emails: [`late.${unique()}@example.com`] } }))
        .status,
    ).toBe(201);
    await receiver.waitFor(1);
    const { eventId } = parseNotifications(receiver)[0]!;
    await porchlightJson('account', 'disable', id);
    await comesTo(403, 'ACCOUNT_DISABLED', owner);
    receiver.clear();
    receiver.answerWith({});
    await porchlightJson('account', 'enable', id);
    await comesTo(200, undefined, owner);
    const [again] = await receiver.waitFor(1);
    expect((again!.json as { eventId: string }).eventId).toBe(eventId);
  });

  it('given a deleted account, then its key is unknown within two seconds and no database has its records, and other accounts stay', async () => {
    const [gone, stays] = [await openFilledAccount(receiver), await openFilledAccount(receiver)];
    const before = await findRemains(stays.id);
    for (const service of ['auth', 'people', 'deals', 'marketing', 'notifier'])
      expect(before.some((name) => name.startsWith(`${service}.`))).toBe(true);
    expect((await porchlight(['account', 'delete', String(gone.id)])).code).toBe(2);
    await porchlightJson('account', 'delete', gone.id, '--yes');
    await comesTo(401, 'UNAUTHENTICATED', gone.owner);
    // Deliveries and what is logged of the last writes go half a minute later, counts and the job itself after that.
    await eventually(
      async () =>
        expect(
          (await findRemains(gone.id)).filter(
            (name) => !/\.(auditLog|counters|deliveries|attempts|accountErasureJobs)$/.test(name),
          ),
        ).toEqual([]),
      { intervalMs: 500 },
    );
    expect(await findRemains(stays.id)).toEqual(expect.arrayContaining(before));
    await comesTo(200, undefined, stays.owner);
    expect((await porchlight(['account', 'enable', String(gone.id)])).code).toBe(5);
  });
});
