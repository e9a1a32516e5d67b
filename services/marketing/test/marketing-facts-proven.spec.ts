import { collectDeadLetters, createChangeMessage, useServiceSuite } from '@porchlight/backend/test/service';
import { formatTopic } from '@porchlight/bus';
import { Suppression } from '@porchlight/contracts';
import { eventually } from '@porchlight/testkit';
import { listen, openAccount, startMarketingService, type MarketingService } from './marketing-service';

/** What the services that own people and accounts say. */
let isTrue = false;
const suite = useServiceSuite('marketing', {
  start: (options): Promise<MarketingService> =>
    startMarketingService({ ...options, confirmFacts: async (_owner, claims) => claims.map(() => isTrue) }),
  collect: async (bus) => ({
    ...(await listen(bus)),
    letters: await collectDeadLetters(bus, ['marketing.copies', 'marketing.accounts'], ['auth', 'people']),
  }),
  openAccount,
});
beforeEach(() => void (isTrue = false));

/** An account with a suppressed person, an agent with a phone and templates that show both. */
const open = async () => {
  const account = await suite.newAccount();
  const { owner, accountId } = account;
  await account.people({ id: 1, emails: ['ann@example.org'] }, { id: 2, viewers: [3] });
  const create = async (body: string): Promise<number> =>
    (await owner.createTemplate({ name: body, subject: 's', body, isShared: true })).id as number;
  const [contact, agent] = [await create('%contact_name%'), await create('%agent_phone%')];
  const { id } = await owner.suppress({ address: 'ann@example.org' });
  const stored = await eventually(() => {
    const change = suite.collected.changes.find(
      (one) => one.accountId === accountId && one.resource === 'suppressions' && one.verb === 'created',
    );
    return Suppression.decode(change!.record);
  });
  return { ...account, contact, agentPhone: agent, suppressionId: id as number, addressHash: stored.addressHash };
};
type Opened = Awaited<ReturnType<typeof open>>;

const GONE = { contact: 'gone', agentPhone: 'gone', address: 'gone' };
const INTACT = { contact: 'Person 1', agentPhone: '555-0103', address: 'ann@example.org' };

const readState = async ({ owner, agent, contact, agentPhone, suppressionId }: Opened) => {
  const show = (reading: Promise<object>, field: string) =>
    reading.then(
      (record) => (record as Record<string, unknown>)[field],
      () => 'gone',
    );
  return {
    contact: await show(owner.getTemplate(contact, 1), 'body'),
    agentPhone: await show(agent.getTemplate(agentPhone, 2), 'body'),
    address: await show(owner.getSuppression(suppressionId), 'address'),
  };
};

const FACTS: readonly [string, (account: Opened) => object, object][] = [
  ['people.people.deleted', () => ({ ids: [1] }), { ...INTACT, contact: 'gone' }],
  ['people.people.merged', () => ({ ids: [1], data: { id: 1, into: 2 } }), { ...INTACT, contact: 'gone' }],
  [
    'people.people.erased',
    ({ addressHash }) => ({ ids: [1], data: { people: [1], addressHashes: [addressHash] } }),
    { ...INTACT, address: null },
  ],
  ['auth.users.deleted', () => ({ ids: [3] }), { ...INTACT, agentPhone: '' }],
  ['auth.accounts.deleted', ({ accountId }) => ({ ids: [accountId] }), GONE],
];

describe('N4 facts that delete or reassign are proven by their owner before marketing acts', () => {
  test.each(FACTS)(
    'given a forged %s, then it is refused and nothing changes; given a true one, then marketing follows',
    async (type, fields, after) => {
      const account = await open();
      const { accountId } = account;
      const [service = '', resource = '', verb = ''] = type.split('.');
      const publish = () =>
        suite.bus.publish(formatTopic(service), [
          createChangeMessage(accountId, { service, resource, verb, ...fields(account) }),
        ]);
      expect(await readState(account)).toEqual(INTACT);
      await publish();
      await eventually(() => expect(suite.collected.letters.of(accountId)).toContain(type));
      expect(await readState(account)).toEqual(INTACT);

      isTrue = true;
      await publish();
      await eventually(async () => expect(await readState(account)).toEqual(after));
    },
  );
});
