import { formatTopic } from '@porchlight/bus';
import { collectChanges, createChangeMessage, useServiceSuite } from '@porchlight/backend/test/service';
import { eventually } from '@porchlight/testkit';
import { openAccount, startDealsService, type DealsService } from './deals-service';

/** What the services that own people and accounts say. */
let isTrue = false;
const suite = useServiceSuite('deals', {
  start: (options): Promise<DealsService> =>
    startDealsService({ ...options, confirmFacts: async (_owner, claims) => claims.map(() => isTrue) }),
  collect: (bus) => collectChanges(bus, 'deals'),
  openAccount,
});
beforeEach(() => void (isTrue = false));

/** An account with two people and a deal of the first. */
const openDeal = async () => {
  const account = await suite.newAccount();
  const { owner, publishPerson } = account;
  await publishPerson(1, { name: 'Ann Ito' });
  await publishPerson(2, { name: 'Bob Ray' });
  await owner.createPipeline({ name: 'Buyers', stages: [{ name: 'Offer' }] });
  const deal = await owner.createDeal({
    name: 'Oak Street',
    stageId: 1,
    peopleIds: [1],
    description: 'Corner lot',
  });
  return { ...account, dealId: deal['id'] as number };
};

type Opened = Awaited<ReturnType<typeof openDeal>>;

const publish = ({ accountId }: Opened, type: string, fields: object, topic = formatTopic(type.split('.')[0]!)) => {
  const [service = '', resource = '', verb = ''] = type.split('.');
  return suite.bus.publish(topic, [createChangeMessage(accountId, { service, resource, verb, ids: [1], ...fields })]);
};

/** The people and the text of the deal; undefined if it is gone. */
const readDeal = async ({ owner, dealId }: Opened) => {
  const deal = (await owner.listDeals(`ids=${dealId}`)).deals[0];
  if (!deal) return undefined;
  const people = (deal['people'] as { id: number }[]).map(({ id }) => id);
  return { people, description: deal['description'] };
};

const FACTS: readonly [string, (account: Opened) => object, object | undefined][] = [
  ['people.people.deleted', () => ({}), { people: [], description: 'Corner lot' }],
  ['people.people.merged', () => ({ data: { id: 1, into: 2 } }), { people: [2], description: 'Corner lot' }],
  ['people.people.erased', () => ({ data: { people: [1] } }), { people: [], description: null }],
  ['auth.accounts.deleted', ({ accountId }) => ({ ids: [accountId] }), undefined],
];

describe('N4 facts that delete or reassign are proven by their owner before deals act', () => {
  test.each(FACTS)(
    'given a forged %s, then deals stay; given a true one, then they follow',
    async (type, fields, after) => {
      const account = await openDeal();
      await publish(account, type, fields(account));
      await account.publishPerson(3, { name: 'Mark' });
      // The group has passed the forged record.
      await eventually(() => account.owner.updateDeal(account.dealId, { peopleIds: [1, 3] }));
      await account.owner.updateDeal(account.dealId, { peopleIds: [1] });
      expect(await readDeal(account)).toEqual({ people: [1], description: 'Corner lot' });

      isTrue = true;
      await publish(account, type, fields(account));
      await eventually(async () => expect(await readDeal(account)).toEqual(after));
    },
  );

  test('given an erasure on the topic of another service, then deals stay', async () => {
    const account = await openDeal();
    isTrue = true;
    await publish(account, 'people.people.erased', { data: { people: [1] } }, formatTopic('auth'));
    await account.publishPerson(3, { name: 'Mark' });
    await eventually(() => account.owner.updateDeal(account.dealId, { peopleIds: [1, 3] }));
    expect((await readDeal(account))?.description).toBe('Corner lot');
  });
});
