import { collectDeadLetters, type CollectedLetters } from '@porchlight/backend/test/service';
import { createMemoryBus } from '@porchlight/bus';
import { DeliveryServiceDefinition } from '@porchlight/contracts';
import { eventually } from '@porchlight/testkit';
import mongoose from 'mongoose';
import { useNotifier } from './notifier-service';

const GRANT = 'grant-a';
const PERSON = 7;
const AGENT = 2;
const DATABASE = 'notifier_facts';
let accounts = 60_000;
/** What the services that own people, users and grants say. */
let isTrue = false;

describe('N4 facts that delete are proven by their owner before the notifier acts', () => {
  const bus = createMemoryBus();
  const suite = useNotifier({
    bus,
    databaseName: DATABASE,
    dependencies: { confirmFacts: async (_owner, claims) => claims.map(() => isTrue) },
  });
  let letters: CollectedLetters;
  beforeAll(async () => {
    const groups = ['grants', 'copies', 'notifications', 'accounts'].map((purpose) => `notifier.${purpose}`);
    letters = await collectDeadLetters(bus, groups, ['auth', 'people']);
  });
  afterAll(() => bus.close());
  beforeEach(() => void (isTrue = false));

  /** The names of the users of an account of which the notifier has copies. */
  const listUsers = async (accountId: number): Promise<string[]> => {
    const uri = suite.database.uri(DATABASE);
    const connection = await mongoose.createConnection(uri, { dbName: DATABASE }).asPromise();
    try {
      const copies = await connection.db!.collection('userCopies').find({ accountId }).toArray();
      return copies.flatMap(({ name }) => (typeof name === 'string' ? [name] : [])).sort();
    } finally {
      await connection.close();
    }
  };

  /** An account with two users, a webhook of a grant, and a delivery about a person that waits for its next attempt. */
  const open = async () => {
    const { notifier, receiver } = suite;
    const accountId = ++accounts;
    const call = notifier.owner({ accountId });
    receiver.answerWith({ status: 500 });
    await notifier.publishUser({ id: 1, name: 'Olga', role: 'Owner' }, accountId);
    await notifier.publishUser({ id: AGENT, name: 'Ann' }, accountId);
    const url = `${receiver.url}/${accountId}`;
    const { id } = await notifier.register('peopleUpdated', url, { accountId, grantId: GRANT });
    const eventId = await notifier.publish({
      ...{ accountId, verb: 'updated', webhookEvents: ['peopleUpdated'], ids: [PERSON] },
    });
    const client = notifier.createClient(DeliveryServiceDefinition);
    const readState = async () => {
      const found = await notifier.webhooks.getWebhook({ id, options: {} }, call).catch(() => undefined);
      const request = { webhookId: id, status: [], limit: 10, offset: 0, next: '' };
      const deliveries = found?.record ? (await client.listDeliveries(request, call)).records : [];
      return {
        webhook: found?.record?.status,
        delivery: deliveries.find((delivery) => delivery.eventId === eventId)?.status,
        users: await listUsers(accountId),
      };
    };
    await eventually(async () => expect(await readState()).toEqual(INTACT));
    return { accountId, readState };
  };

  const INTACT = { webhook: 'Active', delivery: 'Pending', users: ['Ann', 'Olga'] };
  const FACTS: readonly [string, (accountId: number) => { ids: number[]; data?: object }, object][] = [
    [
      'auth.grants.deleted',
      () => ({ ids: [], data: { grantId: GRANT, userId: 1, clientId: 'client' } }),
      { webhook: 'Disabled' },
    ],
    [
      'people.people.erased',
      () => ({ ids: [PERSON], data: { people: [PERSON], children: {}, addressHashes: [] } }),
      { ...INTACT, delivery: 'GivenUp' },
    ],
    ['auth.users.deleted', () => ({ ids: [AGENT] }), { ...INTACT, users: ['Olga'] }],
    [
      'auth.accounts.deleted',
      (accountId) => ({ ids: [accountId] }),
      { webhook: undefined, delivery: undefined, users: [] },
    ],
  ];

  test.each(FACTS)(
    'given a forged %s, then it is refused and nothing changes; given a true one, then the notifier follows',
    async (type, fields, after) => {
      const { accountId, readState } = await open();
      const [service = '', resource = '', verb = ''] = type.split('.');
      const { ids, data } = fields(accountId);
      const publish = () =>
        suite.notifier.publish({
          ...{ accountId, service, resource, verb, ids, webhookEvents: [] },
          ...(data && { dataJson: JSON.stringify(data) }),
        });
      await publish();
      await eventually(() => expect(letters.of(accountId)).toContain(type));
      expect(await readState()).toEqual(INTACT);

      isTrue = true;
      await publish();
      await eventually(async () => expect(await readState()).toMatchObject(after));
    },
  );
});
