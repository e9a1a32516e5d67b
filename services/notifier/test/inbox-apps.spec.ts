import { createHmac, randomUUID } from 'node:crypto';
import type { Actor } from '@porchlight/access';
import {
  InboxAppReviewServiceDefinition,
  InboxAppServiceDefinition,
  PublishedInboxAppServiceDefinition,
  inboxApps,
  type PublishedInboxApp,
} from '@porchlight/contracts';
import { isRefusal } from '@porchlight/errors';
import { FIRST_PAGE, createRenderer } from '@porchlight/resource';
import {
  expectRefusal,
  eventually,
  loseAnswers,
  randomAccountId,
  startDatabase,
  startReceiver,
  type Receiver,
  type TestDatabase,
} from '@porchlight/testkit';
import { SYSTEM, SYSTEM_KEY, startNotifier, type NotifierService } from './notifier-service';
import type { SystemKey } from '../src/egress';

/** The error that a call ends with. */
const readError = async (call: Promise<unknown>) => {
  try {
    await call;
  } catch (error) {
    if (isRefusal(error)) return { reason: error.reason, ...error.params };
    throw error;
  }
  throw new Error('The call was not refused.');
};

describe('Inbox apps', () => {
  const databaseName = `notifier_${randomUUID().slice(0, 8)}`;
  let database: TestDatabase;
  let receiver: Receiver;
  let harness: NotifierService;
  let app: PublishedInboxApp;
  const known = async (system: string): Promise<SystemKey | undefined> =>
    system === SYSTEM ? { key: SYSTEM_KEY } : undefined;
  let systemKeyOf = known;
  beforeAll(async () => {
    [database, receiver] = await Promise.all([startDatabase(), startReceiver()]);
    harness = await startNotifier({
      database,
      databaseName,
      ca: receiver.ca,
      config: { WEBHOOK_TIMEOUT_MS: 5_000 },
      dependencies: { systemKeys: { find: (system) => systemKeyOf(system) } },
    });
    app = await publish('Texting');
  });
  afterEach(() => {
    systemKeyOf = known;
    receiver.clear();
    receiver.answerWith({});
  });
  afterAll(async () => {
    await harness?.stop();
    await receiver?.stop();
    await database?.stop();
  });

  const apps = () => harness.createClient(PublishedInboxAppServiceDefinition);
  const client = () => harness.createClient(InboxAppServiceDefinition);
  const publishUnreviewed = async (name: string, change: Partial<Actor> = {}): Promise<PublishedInboxApp> => {
    const record = { id: 0, version: 0, name, redirectUrl: 'https://app.example.com/install' };
    const { record: made } = await apps().createPublishedInboxApp(
      { record, mask: ['name', 'redirectUrl'], options: {} },
      harness.owner(change),
    );
    return made!;
  };
  const publish = async (name: string, change: Partial<Actor> = {}): Promise<PublishedInboxApp> => {
    const made = await publishUnreviewed(name, change);
    await harness.approve(made.id);
    return made;
  };
  /** Lists the newest apps that the account may install. */
  const installable = async (accountId: number): Promise<number[]> => {
    const query = { ...FIRST_PAGE, limit: 100 };
    return (await client().listInstallableInboxApps({ query }, harness.owner({ accountId }))).records.map(
      ({ id }) => id,
    );
  };
  const install = (
    request: { publishedInboxAppId?: number; userId?: number; subscriptionUrl?: string } = {},
    change: Partial<Actor> = {},
  ) =>
    client().installInboxApp(
      { publishedInboxAppId: app.id, userId: 0, subscriptionUrl: `${receiver.url}/inbox`, ...request },
      { ...harness.owner({ system: undefined, ...change }) },
    );
  const agent = (userId: number): Partial<Actor> => ({ role: 'Agent', userId });

  test('D13.9 (2) Given an app that is not approved, Then only its own account installs it and no list has it; approval lists it, rejection and a new address hide it', async () => {
    const other = harness.accountId + 50;
    const { id } = await publishUnreviewed('Reviewed');
    const elsewhere = () => readError(install({ publishedInboxAppId: id }, { accountId: other }));
    const getStatus = async () =>
      (await apps().getPublishedInboxApp({ id, options: {} }, harness.owner())).record!.reviewStatus;
    expect(await getStatus()).toBe('Pending');
    expect(await installable(harness.accountId)).not.toContain(id);
    expect(await installable(other)).not.toContain(id);
    expect(await elsewhere()).toMatchObject({ reason: 'NOT_FOUND' });
    expect((await install({ publishedInboxAppId: id })).record).toMatchObject({ publishedInboxAppId: id });

    await harness.approve(id);
    expect(await getStatus()).toBe('Approved');
    expect(await installable(harness.accountId)).toContain(id);
    expect(await installable(other)).toContain(id);
    expect((await install({ publishedInboxAppId: id }, { accountId: other })).record).toMatchObject({
      publishedInboxAppId: id,
    });

    const record = { id, version: 0, redirectUrl: 'https://other.example.com/install' };
    await apps().updatePublishedInboxApp({ id, record, mask: ['redirectUrl'], options: {} }, harness.owner());
    expect(await installable(other)).not.toContain(id);

    const reviews = harness.createClient(InboxAppReviewServiceDefinition);
    const operator = { actor: { accountId: 0, userId: 0, role: 'Operator' } } as const;
    expect((await reviews.findReviewedInboxApps({ review: 'Pending', beforeId: 0 }, operator)).records).toContainEqual(
      expect.objectContaining({ id, accountId: harness.accountId, name: 'Reviewed', review: 'Pending' }),
    );
    expect((await reviews.reviewInboxApp({ id, approved: false }, operator)).record).toMatchObject({
      id,
      review: 'Rejected',
    });
    expect(await getStatus()).toBe('Rejected');
    expect(await installable(harness.accountId)).not.toContain(id);
    expect((await install({ publishedInboxAppId: id })).record).toMatchObject({ publishedInboxAppId: id });
    expect(await elsewhere()).toMatchObject({ reason: 'NOT_FOUND' });
    await expectRefusal(reviews.reviewInboxApp({ id, approved: true }, harness.owner()), 'FORBIDDEN');
  });

  test('When apps are published, Then their ids are unique over all accounts, the secret is shown once, and only their owner, with a system, can edit them', async () => {
    const other = harness.accountId + 1;
    const [mine, theirs] = [await publish('One'), await publish('Two', { accountId: other })];
    expect(theirs.id).toBe(mine.id + 1);
    expect(mine).toMatchObject({ name: 'One', canReply: true, redirectUrl: 'https://app.example.com/install' });
    expect(mine.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { record } = await apps().getPublishedInboxApp({ id: mine.id, options: {} }, harness.owner());
    expect(record!.secret).toBeUndefined();
    const change = (id: number, by: Partial<Actor>, fields: object = { canReply: false }) =>
      apps().updatePublishedInboxApp(
        { id, record: { id, version: 0, ...fields }, mask: Object.keys(fields), options: {} },
        harness.owner(by),
      );
    expect((await change(mine.id, {})).record).toMatchObject({ canReply: false, name: 'One' });
    expect(await readError(change(mine.id, { accountId: other }))).toMatchObject({ reason: 'NOT_FOUND' });
    expect(await readError(change(mine.id, { role: 'Broker' }))).toMatchObject({ reason: 'FORBIDDEN' });
    expect(await readError(change(mine.id, { system: undefined }))).toMatchObject({ reason: 'SYSTEM_REQUIRED' });
    for (const redirectUrl of ['http://app.example.com/', 'https://u:p@app.example.com/', 'nowhere'])
      expect(await readError(change(mine.id, {}, { redirectUrl }))).toMatchObject({
        reason: 'INVALID_BODY',
        problems: expect.stringContaining("'redirectUrl'"),
      });
    await apps().deletePublishedInboxApp({ id: mine.id, options: {} }, harness.owner());
    expect(await readError(install({ publishedInboxAppId: mine.id }))).toMatchObject({
      reason: 'NOT_FOUND',
      what: 'published inbox app',
    });
    expect((await publish('Three')).id).toBe(theirs.id + 1);
  });

  test('When the owner installs for the account, Then the subscription URL gets {"test":1}, signed, and the installation is returned', async () => {
    const { record } = await install();
    expect(createRenderer(inboxApps)(record!)).toEqual({
      id: record!.id,
      created: '2100-01-01T00:00:00Z',
      updated: '2100-01-01T00:00:00Z',
      createdById: 1,
      status: 'Active',
      name: 'Texting',
      publishedInboxAppId: app.id,
      userId: 0,
      canReply: true,
    });
    expect(receiver.requests).toHaveLength(1);
    const { method, path, json, raw, headers } = receiver.requests[0]!;
    expect({ method, path, json }).toEqual({ method: 'POST', path: '/inbox', json: { test: 1 } });
    expect(raw.toString()).toBe('{"test":1}');
    const key = Buffer.from(app.secret!.replace('whsec_', ''), 'base64');
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.{"test":1}`;
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    expect(headers['x-system-signature']).toBe(
      createHmac('sha256', SYSTEM_KEY).update(raw.toString('base64')).digest('hex'),
    );
  });

  test('When a user lists published apps, Then those of all accounts are returned, newest first and in pages, without secrets', async () => {
    const other = harness.accountId + 1;
    const mine = await publish('Seen');
    const gone = await publish('Gone');
    const theirs = await publish('Theirs', { accountId: other });
    await apps().deletePublishedInboxApp({ id: gone.id, options: {} }, harness.owner());
    const query = { ...FIRST_PAGE, limit: 2 };
    const list = (change: Partial<Actor> = {}, more: Partial<typeof query> = {}) =>
      client().listInstallableInboxApps(
        { query: { ...query, ...more } },
        harness.owner({ system: undefined, ...change }),
      );
    const first = await list();
    expect(first.records).toEqual(
      [theirs, mine].map(({ id, name, redirectUrl, canReply }) =>
        expect.objectContaining({ id, name, redirectUrl, canReply, version: 2 }),
      ),
    );
    for (const record of first.records)
      expect([record.secret, record.system, record.created]).toEqual([undefined, undefined, undefined]);
    for (const role of ['Broker', 'Agent', 'Lender'] as const)
      expect((await list({ role, userId: 7, accountId: other })).records).toEqual(first.records);
    const total = first.page!.total;
    const seen: number[] = [];
    let next = '';
    do {
      const { records, page } = await list({}, { next });
      seen.push(...records.map(({ id }) => id));
      next = page!.next;
    } while (next !== '');
    expect(seen).toHaveLength(total);
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
    expect(seen).not.toContain(gone.id);
    expect((await list({}, { offset: 1 })).records.map(({ id }) => id)).toEqual(seen.slice(1, 3));
    expect((await list({}, { sort: 'id', descending: false })).records.map(({ id }) => id)).toEqual(
      seen.slice(-2).reverse(),
    );
    expect(await readError(list({}, { next: 'x' }))).toMatchObject({ reason: 'INVALID_NEXT' });
  });

  test('D9.2 When an app is installed in another account, Then it works there', async () => {
    const { record } = await install({}, { accountId: harness.accountId + 7 });
    expect(record).toMatchObject({ publishedInboxAppId: app.id, userId: 0 });
  });

  test('D9.3 When a user installs an app, Then only for themselves; the owner for any active user', async () => {
    await harness.publishUser({ id: 7, name: 'Ann' });
    await harness.publishUser({ id: 8, name: 'Gone', status: 'Deleted' });
    for (const role of ['Agent', 'Broker', 'Lender'] as const) {
      expect((await install({ userId: 7 }, { role, userId: 7 })).record).toMatchObject({ userId: 7, createdById: 7 });
      for (const userId of [0, 1, 8])
        expect(await readError(install({ userId }, { role, userId: 7 }))).toMatchObject({
          reason: 'INBOX_APP_SCOPE',
          what: 'This key',
          userId: 7,
        });
    }
    await eventually(async () =>
      expect((await install({ userId: 7 })).record).toMatchObject({ userId: 7, createdById: 1 }),
    );
    for (const userId of [8, 99])
      expect(await readError(install({ userId }))).toEqual({
        reason: 'UNKNOWN_REFERENCE',
        field: 'userId',
        what: 'an active user',
        value: userId,
      });
    expect((await install({ userId: 1 })).record).toMatchObject({ userId: 1 });
  });

  test('When the app is unknown, Then the call is refused and nothing is sent', async () => {
    expect(await readError(install({ publishedInboxAppId: 99_999 }))).toEqual({
      reason: 'NOT_FOUND',
      what: 'published inbox app',
    });
    expect(receiver.requests).toHaveLength(0);
  });

  test('When the subscription URL does not answer 200 in time, Then nothing is installed, and the message is the same for all causes', async () => {
    const before = (await client().listInstalledInboxApps({ publishedInboxAppId: app.id }, harness.owner())).records
      .length;
    const sentences = new Set<string>();
    const refused = async (subscriptionUrl: string): Promise<void> => {
      const refusal = await readError(install({ subscriptionUrl }));
      expect(refusal).toMatchObject({ reason: 'INVALID_BODY', problems: expect.stringContaining("'subscriptionUrl'") });
      sentences.add(JSON.stringify(refusal));
    };
    for (const answer of [
      { status: 500, body: 'inner secret' },
      { status: 204 },
      { status: 201 },
      { status: 302, headers: { location: 'https://localhost/' } },
      { hangUp: true },
      { delayMs: Infinity },
    ]) {
      receiver.answerWith(answer);
      await refused(`${receiver.url}/inbox`);
    }
    // Blocked: not allow-listed, internal, the metadata service; no listener; unknown host name.
    const inside = [
      `https://127.0.0.1:${receiver.port}/`,
      'https://10.0.0.1/',
      'https://169.254.169.254/',
      'https://localhost:1/',
    ];
    for (const url of [...inside, 'https://nowhere.invalid/']) await refused(url);
    expect([...sentences]).toHaveLength(1);
    expect([...sentences][0]).not.toContain('inner secret');
    expect(
      (await client().listInstalledInboxApps({ publishedInboxAppId: app.id }, harness.owner())).records,
    ).toHaveLength(before);
  });

  test("When the system's key is unavailable, Then nothing is sent without its signature, and the error does not name the receiver", async () => {
    systemKeyOf = () => Promise.reject(new Error('away'));
    expect(await readError(install())).toMatchObject({ reason: 'UNAVAILABLE' });
    expect(receiver.requests).toHaveLength(0);
  });

  test.each(['http://localhost/', 'https://u:p@localhost/', 'ftp://localhost/', 'nowhere'])(
    'When the subscription URL is %s, Then it is refused before anything is sent',
    async (subscriptionUrl) => {
      expect(await readError(install({ subscriptionUrl }))).toMatchObject({
        reason: 'INVALID_BODY',
        problems: expect.stringContaining('must be an absolute address'),
      });
      expect(receiver.requests).toHaveLength(0);
    },
  );

  test('When installations are listed and removed, Then the owner can access all, users their own, other accounts none', async () => {
    const { id } = await publish('Chat');
    const accountWide = (await install({ publishedInboxAppId: id })).record!.id;
    const own = (await install({ publishedInboxAppId: id, userId: 5 }, agent(5))).record!.id;
    const list = async (change: Partial<Actor>) =>
      (await client().listInstalledInboxApps({ publishedInboxAppId: id }, harness.owner(change))).records.map(
        (record) => record.id,
      );
    const remove = (inboxAppId: number, change: Partial<Actor> = {}) =>
      client().uninstallInboxApp({ id: inboxAppId }, harness.owner(change));
    expect(await list({})).toEqual([own, accountWide]);
    expect(await list(agent(5))).toEqual([own]);
    expect(await list(agent(6))).toEqual([]);
    expect(await list({ accountId: harness.accountId + 1 })).toEqual([]);
    expect(await readError(remove(own, agent(6)))).toMatchObject({ reason: 'INBOX_APP_SCOPE' });
    expect(await readError(remove(accountWide, agent(5)))).toMatchObject({ reason: 'INBOX_APP_SCOPE' });
    expect(await readError(remove(own, { accountId: harness.accountId + 1 }))).toMatchObject({ reason: 'NOT_FOUND' });
    await remove(own, agent(5));
    await remove(accountWide);
    expect(await list({})).toEqual([]);
    expect(await readError(remove(own))).toMatchObject({ reason: 'NOT_FOUND', what: 'inbox app' });
  });

  test('When an installation is repeated with its idempotency key, Then it is installed once, and the receiver is tested again', async () => {
    const idempotencyKey = { key: `key:1:${randomUUID()}`, fingerprint: 'POST' };
    const mine = { accountId: randomAccountId() };
    const again = () =>
      client().installInboxApp(
        { publishedInboxAppId: app.id, userId: 0, subscriptionUrl: `${receiver.url}/repeated` },
        { ...harness.owner({ system: undefined, ...mine }), idempotencyKey },
      );
    const first = (await again()).record!;
    await loseAnswers(database.uri(databaseName), databaseName);
    const [second, third] = [(await again()).record!, (await again()).record!];
    expect([second.id, third]).toEqual([first.id, second]);
    expect(receiver.requests.filter(({ path }) => path === '/repeated')).toHaveLength(2);
    const { records } = await client().listInstalledInboxApps({ publishedInboxAppId: app.id }, harness.owner(mine));
    expect(records).toHaveLength(1);
  });
});
