import { formatTopic } from '@porchlight/bus';
import { Suppression } from '@porchlight/contracts';
import { eventually, expectRefusal } from '@porchlight/testkit';
import { createChangeMessage } from '@porchlight/backend/test/service';
import type { Account, Json } from './marketing-service';
import { useSuite } from './suite';

const suite = useSuite();

const listOf = async ({ owner }: Account, query = '') => (await owner.listSuppressions(query)).suppressions;
const reasons = async (account: Account): Promise<Json> =>
  Object.fromEntries((await listOf(account)).map(({ address, reason }) => [address, reason]));

/** Minute of the first of May 2026. */
const at = (minute: number): string => new Date(Date.UTC(2026, 4, 1, 0, minute)).toISOString();

/** An opt-out that people published. */
const optOut = ({ accountId }: Account, data: Json, more: Json = {}) =>
  suite.bus.publish(formatTopic('people'), [
    createChangeMessage(accountId, {
      service: 'people',
      resource: 'events',
      verb: 'optedOut',
      ids: [],
      data: { eventId: 1, personId: 1, hidden: false, source: 'event', ...data },
      ...more,
    }),
  ]);

const tokenOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1);

describe('D13.4 suppressions', () => {
  it('given an address, then it is suppressed once in any spelling, with caller, system, source and reason', async () => {
    const account = await suite.newAccount();
    const asMailer = suite.service.as(account.actor(2, 'Mailer'));
    const created = await asMailer.suppress({ address: ' Ann@X.example ' });
    expect(created).toMatchObject({
      address: 'ann@x.example',
      reason: 'unsubscribed',
      source: 'manual',
      createdById: 2,
      systemName: 'Mailer',
      created: expect.stringMatching(/Z$/),
    });
    expect(created).not.toHaveProperty('updated');
    expect(created).not.toHaveProperty('addressHash');
    expect(await account.owner.suppress({ address: 'Ann Lee <ANN@x.example>', reason: 'bounced' })).toEqual(created);
    await account.owner.suppress({ address: 'bo@x.example', reason: 'dropped', source: 'import' });
    expect(await listOf(account, 'reason=dropped')).toMatchObject([{ address: 'bo@x.example', source: 'import' }]);
    expect(await listOf(account, 'address=ANN%40X.example')).toEqual([created]);
    expect(await listOf(account, 'address=cy%40x.example')).toEqual([]);
  });

  it('given a weaker reason, then a stronger one replaces it, and none becomes weaker', async () => {
    const account = await suite.newAccount();
    for (const reason of ['dropped', 'bounced', 'complained', 'unsubscribed', 'bounced'])
      await account.owner.suppress({ address: 'ann@x.example', reason });
    expect(await reasons(account)).toEqual({ 'ann@x.example': 'unsubscribed' });
  });

  it('given a wrong address, reason or source, then it is refused and nothing changes', async () => {
    const account = await suite.newAccount();
    for (const body of [
      { address: 'nonsense' },
      { address: 'a@x.example, b@x.example' },
      { address: 'ann@x.example', source: 'link' },
    ])
      await expectRefusal(account.owner.suppress(body), 'INVALID_BODY');
    expect(await listOf(account)).toEqual([]);
  });

  it('given an agent, then addresses of people whom the agent sees can be suppressed, and nothing else', async () => {
    const account = await suite.newAccount();
    await account.people(
      { id: 1, emails: ['mine@x.example'], viewers: [3] },
      { id: 2, emails: ['other@x.example'], viewers: [4] },
    );
    const { agent, lender, broker } = account;
    const { id } = await agent.suppress({ address: 'MINE@x.example' });
    await expectRefusal(agent.suppress({ address: 'other@x.example' }), 'INVALID_BODY');
    await expectRefusal(agent.suppress({ address: 'stranger@x.example' }), 'INVALID_BODY');
    await expectRefusal(lender.suppress({ address: 'mine@x.example' }), 'FORBIDDEN');
    await expectRefusal(agent.listSuppressions(), 'FORBIDDEN');
    await expectRefusal(agent.deleteSuppression(id as number), 'FORBIDDEN');
    expect(await broker.getSuppression(id as number)).toMatchObject({ createdById: 3 });
    await broker.deleteSuppression(id as number);
    expect(await listOf(account)).toEqual([]);
  });

  it('given a suppression and its deletion, then both are published with their webhook events', async () => {
    const account = await suite.newAccount();
    const { id } = await account.owner.suppress({ address: 'ann@x.example' });
    await account.owner.deleteSuppression(id as number);
    const published = () =>
      suite.collected.changes
        .filter(({ accountId, resource }) => accountId === account.accountId && resource === 'suppressions')
        .map(({ verb, ids, webhookEvents }) => ({ verb, ids, webhookEvents }));
    await eventually(() =>
      expect(published()).toEqual([
        { verb: 'created', ids: [id], webhookEvents: ['suppressionsCreated'] },
        { verb: 'deleted', ids: [id], webhookEvents: ['suppressionsDeleted'] },
      ]),
    );
  });

  it('given two accounts, then neither sees or loses a suppression of the other', async () => {
    const [one, other] = [await suite.newAccount(), await suite.newAccount()];
    const { id } = await one.owner.suppress({ address: 'ann@x.example' });
    expect(await listOf(other, 'address=ann%40x.example')).toEqual([]);
    await expectRefusal(other.owner.deleteSuppression(id as number), 'NOT_FOUND');
    expect(await listOf(one)).toHaveLength(1);
  });

  it('given an erased person, then the address is null, and the hash still finds and suppresses it', async () => {
    const account = await suite.newAccount();
    await account.owner.suppress({ address: 'ann@x.example' });
    await account.owner.suppress({ address: 'bo@x.example' });
    const hashes = () =>
      suite.collected.changes
        .filter(({ accountId, resource }) => accountId === account.accountId && resource === 'suppressions')
        .map(({ record }) => Suppression.decode(record).addressHash);
    await eventually(() => expect(hashes()).toHaveLength(2));
    const [addressHash] = hashes();
    await account.publishPeople(
      createChangeMessage(account.accountId, {
        service: 'people',
        resource: 'people',
        verb: 'erased',
        ids: [1],
        data: { people: [1], addressHashes: [addressHash, 'of no suppression'] },
      }),
    );
    await eventually(async () =>
      expect(await listOf(account, 'address=ann%40x.example')).toMatchObject([{ address: null }]),
    );
    expect((await listOf(account)).map(({ address }) => address)).toEqual(['bo@x.example', null]);
    // Suppressed again: one record, still without the address.
    expect(await account.owner.suppress({ address: 'ann@x.example' })).toMatchObject({ address: null });
    expect((await account.owner.listSuppressions()).total).toBe(2);
  });
});

describe('D13.4 email events suppress', () => {
  it.each([
    ['unsubscribe', 'unsubscribed'],
    ['spamreport', 'complained'],
    ['hard-bounce', 'bounced'],
    ['dropped', 'dropped'],
  ])('B14 hard bounces: given %s, then the address is %s', async (type, reason) => {
    const account = await suite.newAccount();
    await account.owner.record([{ type, recipient: 'Ann <ann@x.example>', occurred: at(1) }]);
    expect(await listOf(account)).toMatchObject([{ address: 'ann@x.example', reason, source: 'emEvent' }]);
  });

  it('B14 temporary failures: given soft bounces, opens, and two bounces in a row, then nothing is suppressed', async () => {
    const account = await suite.newAccount();
    await account.people({ id: 1, emails: ['ann@x.example'] });
    const event = (type: string, minute: number) => ({ type, recipient: 'ann@x.example', occurred: at(minute) });
    await account.owner.record([
      ...[1, 2, 3, 4].map((minute) => event('soft-bounce', minute)),
      event('bounced', 10),
      event('bounced', 11),
      event('open', 12),
      event('bounced', 13),
      event('soft-bounce', 14),
      event('bounced', 15),
    ]);
    expect(await listOf(account)).toEqual([]);
  });

  it('B14 three bounces: given them in any order and in several calls, then the third in a row by time suppresses', async () => {
    const account = await suite.newAccount();
    await account.people({ id: 1, emails: ['ann@x.example'] });
    const { owner } = account;
    const send = (type: string, minute: number) =>
      owner.record([{ type, recipient: 'ann@x.example', occurred: at(minute) }]);
    await send('bounced', 30);
    await send('delivered', 20);
    await send('bounced', 10);
    await send('bounced', 40);
    expect(await listOf(account)).toEqual([]);
    // Sent late: it occurred between the others.
    await send('bounced', 35);
    expect(await listOf(account)).toMatchObject([{ reason: 'bounced', source: 'emEvent' }]);
  });

  it('given an opt-in after three bounces, then they do not count again', async () => {
    const account = await suite.newAccount();
    await account.people({ id: 1, emails: ['ann@x.example'] });
    const { owner } = account;
    const bounces = (minutes: readonly number[]) =>
      owner.record(minutes.map((minute) => ({ type: 'bounced', recipient: 'ann@x.example', occurred: at(minute) })));
    await bounces([1, 2, 3]);
    const [suppressed] = await listOf(account);
    await owner.deleteSuppression(suppressed!['id']);
    await bounces([4, 5]);
    expect(await listOf(account)).toEqual([]);
    await bounces([6]);
    expect(await listOf(account)).toHaveLength(1);
  });

  it('given events that are refused for their campaign or type of another, then their recipients are suppressed', async () => {
    const account = await suite.newAccount();
    const { owner } = account;
    const unknownCampaign = { type: 'unsubscribe', recipient: 'a@x.example', campaignId: 999 };
    await expectRefusal(owner.record([unknownCampaign]), 'INVALID_BODY');
    const { rejected } = await owner.record([
      { type: 'hard-bounce', recipient: 'b@x.example' },
      { type: 'nonsense', recipient: 'c@x.example' },
    ]);
    expect(rejected).toMatchObject([{ index: 1 }]);
    expect(await reasons(account)).toEqual({ 'a@x.example': 'unsubscribed', 'b@x.example': 'bounced' });
  });

  it('given an event of a person without a recipient, then the first address of the person is suppressed', async () => {
    const account = await suite.newAccount();
    await account.people({ id: 1, emails: ['first@x.example', 'second@x.example'] });
    await account.owner.record([{ type: 'unsubscribe', personId: 1 }]);
    expect(await reasons(account)).toEqual({ 'first@x.example': 'unsubscribed' });
  });

  it('given an event of a person whose copy has not arrived yet, then the address is suppressed all the same', async () => {
    const account = await suite.newAccount();
    const recording = account.owner.record([{ type: 'unsubscribe', personId: 1 }]);
    await account.people({ id: 1, emails: ['late@x.example'] });
    await recording;
    expect(await reasons(account)).toEqual({ 'late@x.example': 'unsubscribed' });
  });

  it('given a merge, a change of emails and the deletion of the person, then the suppression stays', async () => {
    const account = await suite.newAccount();
    await account.people({ id: 1, emails: ['ann@x.example'] }, { id: 2, emails: ['ann@x.example'] });
    await account.owner.record([{ type: 'unsubscribe', recipient: 'ann@x.example' }]);
    await account.merge(2, 1);
    await account.forget(1);
    await account.people({ id: 3 });
    expect(await reasons(account)).toEqual({ 'ann@x.example': 'unsubscribed' });
  });

  it('given a caller who may not see the person, then the address is suppressed and the assigned user is notified', async () => {
    const account = await suite.newAccount();
    await account.people(
      { id: 7, emails: ['hidden@x.example'], viewers: [4], fields: { assignedUserId: 4 } },
      { id: 8, emails: ['seen@x.example'], viewers: [3] },
    );
    await account.agent.record([
      { type: 'unsubscribe', recipient: 'hidden@x.example', occurred: at(1) },
      { type: 'unsubscribe', recipient: 'seen@x.example', occurred: at(1) },
    ]);
    expect(await reasons(account)).toEqual({ 'hidden@x.example': 'unsubscribed', 'seen@x.example': 'unsubscribed' });
    expect((await listOf(account)).map(({ createdById }) => createdById)).toEqual([3, 3]);
    const published = () =>
      suite.collected.changes
        .filter(({ accountId, verb }) => accountId === account.accountId && verb === 'optedOut')
        .map(({ dataJson }) => JSON.parse(dataJson) as Json);
    await eventually(() =>
      expect(published()).toEqual([
        { personId: 7, userIds: [4], address: 'hidden@x.example', byUserId: 3, system: '' },
      ]),
    );
  });
});

describe('D13.4 opt-outs of leads', () => {
  it('given an opt-out, then its addresses are suppressed on behalf of the sender', async () => {
    const account = await suite.newAccount();
    await optOut(account, { addresses: ['ann@x.example', 'bo@x.example'] }, { actorUserId: 3, system: 'Website' });
    await eventually(async () => expect(await listOf(account)).toHaveLength(2));
    expect((await listOf(account))[0]).toMatchObject({ source: 'event', createdById: 3, systemName: 'Website' });
  });

  it('given an opt-out that is repeated after an opt-in, then the address stays free; a later one suppresses', async () => {
    const account = await suite.newAccount();
    const data = { addresses: ['ann@x.example'] };
    const occurred = new Date();
    await optOut(account, data, { occurred });
    await eventually(async () => expect(await listOf(account)).toHaveLength(1));
    await account.owner.deleteSuppression((await listOf(account))[0]!['id']);
    await optOut(account, data, { occurred });
    await optOut(account, { addresses: ['probe@x.example'] });
    await eventually(async () => expect(await reasons(account)).toEqual({ 'probe@x.example': 'unsubscribed' }));
    await optOut(account, data, { occurred: new Date(Date.now() + 1_000) });
    await eventually(async () => expect(await listOf(account)).toHaveLength(2));
  });
});

describe('D13.4 unsubscribe links', () => {
  const createLink = async (account: Account, address: string): Promise<string> => {
    const { createUnsubscribeLinks } = await import('../src/suppressions');
    const { CONSENT_KEY_FILE } = suite.service.config;
    const links = createUnsubscribeLinks(CONSENT_KEY_FILE, 'https://porchlight.example', { now: () => Date.now() });
    return tokenOf(links.create({ accountId: account.accountId, address }));
  };

  it('B17 opting out by a link: given it is only shown, then nothing changes; a POST suppresses, once', async () => {
    const account = await suite.newAccount();
    const token = await createLink(account, 'Ann@x.example');
    const described = { state: 'valid', address: 'Ann@x.example', accountName: 'Harbor Lane Homes' };
    expect(await suite.service.unsubscribe.describe(token)).toEqual(described);
    expect(await listOf(account)).toEqual([]);
    for (let times = 0; times < 3; times++) expect(await suite.service.unsubscribe.optOut(token)).toEqual(described);
    expect(await listOf(account)).toMatchObject([
      { address: 'Ann@x.example', reason: 'unsubscribed', source: 'link', createdById: null },
    ]);
  });

  it('given a damaged, foreign or sample token, then no address is suppressed', async () => {
    const account = await suite.newAccount();
    const token = await createLink(account, 'ann@x.example');
    const other = await createLink(account, 'bo@x.example');
    for (const wrong of [
      '',
      'x',
      token.slice(0, -1),
      `${token}A`,
      other.slice(0, 32) + token.slice(32),
      'a'.repeat(4_000),
    ])
      expect(await suite.service.unsubscribe.optOut(wrong)).toEqual({ state: 'invalid', address: '', accountName: '' });
    expect(await suite.service.unsubscribe.optOut('sample')).toMatchObject({ state: 'sample' });
    expect(await listOf(account)).toEqual([]);
  });
});
