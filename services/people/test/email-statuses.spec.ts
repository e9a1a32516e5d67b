import { allActions, Change } from '@porchlight/contracts';
import { eventually } from '@porchlight/testkit';
import { publishOptIn, publishSuppression } from './publish-facts';
import type { Json } from './people-service';
import { useSuite } from './suite';

const suite = useSuite();
const findAction = (rpc: string) => allActions.find((action) => action.rpc === rpc)!;

type Account = Awaited<ReturnType<typeof suite.newAccount>>;

const suppress = ({ accountId }: Account, id: number, address: string, more: Json = {}) =>
  publishSuppression(suite.bus, accountId, {
    id,
    address,
    addressHash: suite.service.hashAddress(accountId, address),
    ...more,
  });

/** Status of each email of a person, by its text. */
const statuses = async ({ owner }: Account, id: number): Promise<Json> =>
  Object.fromEntries((await owner.getPerson(id)).emails.map(({ value, status }: Json) => [value, status ?? '']));

const expectStatuses = (account: Account, id: number, expected: Json): Promise<void> =>
  eventually(async () => expect(await statuses(account, id)).toEqual(expected));

const createPerson = async ({ owner }: Account, emails: readonly unknown[]): Promise<number> =>
  (await owner.createPerson({ firstName: 'Ann', emails })).person['id'] as number;

describe('D13.4 status of emails', () => {
  it.each([
    ['unsubscribed', 'Unsubscribed'],
    ['complained', 'Complained'],
    ['bounced', 'Bounced'],
    ['dropped', 'Bounced'],
  ])('given an address that is %s, then every person of the account shows %s', async (reason, status) => {
    const account = await suite.newAccount();
    const other = await suite.newAccount();
    const [first, second] = [
      await createPerson(account, ['Ann@x.example', 'b@x.example']),
      await createPerson(account, ['ANN@x.example']),
    ];
    const foreign = await createPerson(other, ['ann@x.example']);
    await suppress(account, 1, 'ann@x.example', { reason });
    await expectStatuses(account, first, { 'Ann@x.example': status, 'b@x.example': '' });
    await expectStatuses(account, second, { 'ANN@x.example': status });
    expect(await statuses(other, foreign)).toEqual({ 'ann@x.example': '' });
  });

  it('B15 an opt-out and a rewrite of emails: given the address is removed and added again, then it is Unsubscribed at once', async () => {
    const account = await suite.newAccount();
    const id = await createPerson(account, ['old@x.example']);
    await suppress(account, 1, 'old@x.example');
    await expectStatuses(account, id, { 'old@x.example': 'Unsubscribed' });
    await account.owner.updatePerson(id, { emails: ['new@x.example'] });
    expect(await statuses(account, id)).toEqual({ 'new@x.example': '' });
    await account.owner.updatePerson(id, { emails: [{ value: 'OLD@x.example', status: '' }, 'new@x.example'] });
    expect(await statuses(account, id)).toEqual({ 'OLD@x.example': 'Unsubscribed', 'new@x.example': '' });
  });

  it('B15 a new person: given a create, a batch and a lead with a suppressed address, then each shows it at once', async () => {
    const account = await suite.newAccount();
    const probe = await createPerson(account, ['probe@x.example']);
    await suppress(account, 1, 'ann@x.example', { reason: 'complained' });
    await suppress(account, 2, 'probe@x.example');
    await expectStatuses(account, probe, { 'probe@x.example': 'Unsubscribed' });
    const created = await createPerson(account, ['ann@x.example']);
    expect(await statuses(account, created)).toEqual({ 'ann@x.example': 'Complained' });
    const { person } = await account.owner.send({ type: 'Registration', person: { emails: ['bo@x.example'] } });
    await account.owner.send({ type: 'Registration', person: { id: person['id'], emails: ['ann@x.example'] } });
    expect(await statuses(account, person['id'])).toEqual({ 'bo@x.example': '', 'ann@x.example': 'Complained' });
  });

  it('B15 the status in a body: given a sender that writes it, then it is ignored', async () => {
    const account = await suite.newAccount();
    const id = await createPerson(account, [{ value: 'ann@x.example', status: 'Unsubscribed' }]);
    expect(await statuses(account, id)).toEqual({ 'ann@x.example': '' });
  });

  it('given a merge, then the survivor shows the status of the address', async () => {
    const account = await suite.newAccount();
    const [survivor, loser] = [
      await createPerson(account, ['a@x.example']),
      await createPerson(account, ['b@x.example']),
    ];
    await suppress(account, 1, 'b@x.example', { reason: 'bounced' });
    await expectStatuses(account, loser, { 'b@x.example': 'Bounced' });
    await account.owner.act(findAction('mergePeople'), { id: survivor, body: { otherId: loser } });
    expect(await statuses(account, survivor)).toEqual({ 'a@x.example': '', 'b@x.example': 'Bounced' });
  });

  it('B15 opting in again: given the suppression is deleted, then the status is empty, also for an erased address', async () => {
    const account = await suite.newAccount();
    const id = await createPerson(account, ['ann@x.example', 'bo@x.example']);
    await suppress(account, 1, 'ann@x.example');
    // The address of this one was erased: only its hash is published.
    await suppress(account, 2, 'bo@x.example', { address: undefined });
    await eventually(async () => expect((await statuses(account, id))['ann@x.example']).toBe('Unsubscribed'));
    await account.owner.updatePerson(id, { emails: ['bo@x.example', 'ann@x.example'] });
    expect(await statuses(account, id)).toEqual({ 'bo@x.example': 'Unsubscribed', 'ann@x.example': 'Unsubscribed' });
    await publishOptIn(suite.bus, account.accountId, 1);
    await publishOptIn(suite.bus, account.accountId, 2);
    await expectStatuses(account, id, { 'bo@x.example': '', 'ann@x.example': '' });
  });

  it('given repeated and late changes, then the newest of the address decides', async () => {
    const account = await suite.newAccount();
    const id = await createPerson(account, ['ann@x.example']);
    await suppress(account, 1, 'ann@x.example', { reason: 'bounced' });
    await suppress(account, 1, 'ann@x.example', { reason: 'unsubscribed', version: 2, verb: 'updated' });
    await expectStatuses(account, id, { 'ann@x.example': 'Unsubscribed' });
    await publishOptIn(suite.bus, account.accountId, 1);
    await expectStatuses(account, id, { 'ann@x.example': '' });
    // A repeat of the first message, then a new suppression.
    await suppress(account, 1, 'ann@x.example', { reason: 'bounced' });
    await suppress(account, 2, 'probe@x.example');
    await account.owner.updatePerson(id, { emails: ['ann@x.example', 'probe@x.example'] });
    await expectStatuses(account, id, { 'ann@x.example': '', 'probe@x.example': 'Unsubscribed' });
    await suppress(account, 3, 'ann@x.example', { reason: 'complained' });
    await expectStatuses(account, id, { 'ann@x.example': 'Complained', 'probe@x.example': 'Unsubscribed' });
  });
});

describe('D13.4 opt-outs of leads', () => {
  const optOuts = ({ accountId }: Account) =>
    suite.collected.changes
      .filter((change: Change) => change.accountId === accountId && change.verb === 'optedOut')
      .map(({ dataJson, actorUserId, system }: Change) => ({ ...JSON.parse(dataJson), actorUserId, system }));

  it.each([['unsubscribe'], ['Opt-Out'], ['REMOVE ME'], ['do_not_contact']])(
    'B16 an opt-out request: given a lead of type %s, then it is Unsubscribed, and the addresses of the person are published',
    async (type) => {
      const account = await suite.newAccount();
      const id = await createPerson(account, ['ann@x.example', 'work@x.example']);
      await account.owner.send({ type, person: { emails: ['ANN@x.example', 'new@x.example'] } });
      expect(await statuses(account, id)).toEqual({
        'ann@x.example': 'Unsubscribed',
        'work@x.example': 'Unsubscribed',
        'new@x.example': 'Unsubscribed',
      });
      await eventually(() =>
        expect(optOuts(account)).toMatchObject([{ personId: id, hidden: false, source: 'event', actorUserId: 1 }]),
      );
      expect(optOuts(account)[0].addresses).toEqual(
        expect.arrayContaining(['ann@x.example', 'work@x.example', 'new@x.example']),
      );
    },
  );

  it('given an address of a host without a dot, then it is published too, and text that is no address is not', async () => {
    const account = await suite.newAccount();
    await account.owner.send({ type: 'stop', person: { emails: ['Ann@Mailhost', 'no address', 'bo@x.example'] } });
    await eventually(() => expect(optOuts(account)).toMatchObject([{ addresses: ['ann@mailhost', 'bo@x.example'] }]));
  });

  it('given a caller who may not see the person, by email or id, then it is published as hidden', async () => {
    const account = await suite.newAccount();
    const { person } = await account.owner.createPerson({ emails: ['hidden@x.example'], assignedUserId: 4 });
    await account.agent.send({ type: 'Unsubscribed', person: { emails: ['hidden@x.example'] } });
    await account.agent.send({ type: 'Unsubscribed', person: { id: person['id'] } });
    await eventually(() =>
      expect(optOuts(account)).toMatchObject([
        { personId: person['id'], hidden: true, addresses: ['hidden@x.example'], actorUserId: 3 },
        { personId: person['id'], hidden: true, addresses: ['hidden@x.example'] },
      ]),
    );
  });
});
