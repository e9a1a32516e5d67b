import { Account } from '@porchlight/contracts';
import { createManualClock } from '@porchlight/runtime';
import { eventually, startDatabase, startReceiver, type Receiver, type TestDatabase } from '@porchlight/testkit';
import mongoose from 'mongoose';
import { HOUR, startNotifier, type NotifierService } from './notifier-service';

/** A change of an account as auth publishes it. */
const accountChange = (accountId: number, status: string, version: number) => ({
  accountId,
  service: 'auth',
  resource: 'accounts',
  verb: status === 'Deleted' ? 'deleted' : 'updated',
  webhookEvents: [],
  ids: [accountId],
  record: Buffer.from(Account.encode({ id: accountId, status, version, country: '' }).finish()),
});

describe('Accounts', () => {
  const databaseName = 'notifier_accounts';
  let database: TestDatabase;
  let receiver: Receiver;
  let harness: NotifierService;
  beforeAll(async () => {
    database = await startDatabase();
    receiver = await startReceiver();
    // Starts today: the server removes documents that are a month old by its own clock, also during a test.
    harness = await startNotifier({ database, databaseName, ca: receiver.ca, clock: createManualClock(Date.now()) });
  });
  afterAll(async () => {
    await harness?.stop();
    await receiver?.stop();
    await database?.stop();
  });
  beforeEach(() => receiver.clear());
  const attempts = (accountId: number) =>
    harness.log.of('delivery.attempted').filter((line) => line.accountId === accountId);
  const publishStatus = async (accountId: number, status: string, version: number): Promise<void> => {
    await harness.publish(accountChange(accountId, status, version));
    // The status is applied and the cache of webhooks is refreshed.
    const known = [expect.objectContaining({ version, held: status !== 'Active' })];
    await eventually(async () => expect(await findDocuments('accountStandings', accountId)).toEqual(known));
  };
  const findDocuments = async (collection: string, accountId: number): Promise<object[]> =>
    (await remains(accountId)).filter((one) => one.collection === collection).map(({ document }) => document);
  /** All documents of the service that contain the account in any field, or belong to one that did. */
  const remains = async (accountId: number): Promise<{ collection: string; document: object }[]> => {
    const connection = await mongoose
      .createConnection(database.uri(databaseName), { dbName: databaseName })
      .asPromise();
    try {
      const found = [];
      for (const { name } of await connection.db!.listCollections().toArray())
        for (const document of await connection.db!.collection(name).find({}).toArray()) {
          const _id = document['_id'] as unknown as number | string;
          const own =
            _id === accountId || document['accountId'] === accountId || String(_id).startsWith(`${accountId}:`);
          if (own || (typeof _id === 'number' && Math.floor(_id / 2 ** 32) === accountId))
            found.push({ collection: name, document });
        }
      return found;
    } finally {
      await connection.close();
    }
  };

  test('When an account is disabled, Then pending and new deliveries are held, others are not; when enabled, all are sent at once', async () => {
    const { accountId } = harness;
    const other = accountId + 1;
    await harness.register('peopleCreated', receiver.url);
    await harness.register('peopleCreated', `${receiver.url}/other`, { accountId: other });
    receiver.answerWith({ status: 500 });
    const pending = await harness.publish({});
    await eventually(() => expect(attempts(accountId)).toHaveLength(1));
    receiver.clear();
    receiver.answerWith({ status: 200 });

    await publishStatus(accountId, 'Disabled', 1);
    // An older change has no effect.
    await harness.publish(accountChange(accountId, 'Active', 0));
    const late = await harness.publish({ ids: [2] });
    const others = await harness.publish({ accountId: other });
    harness.clock.advance(HOUR + 1_000);
    const held = () =>
      attempts(accountId)
        .filter(({ outcome }) => outcome === 'held')
        .map(({ eventId }) => eventId);
    await eventually(() => expect(held()).toEqual(expect.arrayContaining([pending, late])));
    await eventually(() => expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual([others]));

    await publishStatus(accountId, 'Active', 2);
    await eventually(() =>
      expect(receiver.requests.map(({ headers }) => headers['webhook-id']).sort()).toEqual(
        [others, pending, late].sort(),
      ),
    );
  });

  test('When an account is deleted, Then its deliveries stop and its data is deleted; others stay', async () => {
    const gone = harness.accountId + 10;
    const other = gone + 1;
    for (const accountId of [gone, other]) {
      await harness.register('peopleCreated', receiver.url, { accountId });
      await harness.publishUser({ id: 7, name: 'Ann Agent', email: 'a@example.com' }, accountId);
    }
    receiver.answerWith({ status: 500 });
    for (const accountId of [gone, other]) await harness.publish({ accountId });
    await eventually(() => expect([attempts(gone).length, attempts(other).length]).toEqual([1, 1]));
    const kinds = (found: { collection: string }[]): string[] =>
      [...new Set(found.map(({ collection }) => collection))].sort();
    // The result of an attempt is stored after its log line.
    const had = await eventually(async () => {
      const found = kinds(await remains(other));
      expect(found).toEqual(
        expect.arrayContaining(['attempts', 'deliveries', 'userCopies', 'webhookEvents', 'webhooks']),
      );
      return found;
    });

    await publishStatus(gone, 'Deleted', 1);
    const late = await harness.publish({ accountId: gone, ids: [2] });
    receiver.clear();
    await eventually(() =>
      expect(harness.log.of('account.forgotten').map(({ accountId }) => accountId)).toEqual([gone]),
    );
    harness.clock.advance(HOUR + 1_000);
    await eventually(() => expect(receiver.requests.length).toBe(1));
    // The remaining documents record that the account existed, for the remaining erasure passes.
    const kept = ['accountErasureJobs', 'accountStandings', 'sequences'];
    await eventually(async () => expect(kinds(await remains(gone))).toEqual(kept));
    expect(attempts(gone).filter(({ outcome }) => outcome !== 'held')).toHaveLength(1);
    expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).not.toContain(late);
    expect(kinds(await remains(other))).toEqual(had);
  });
});
