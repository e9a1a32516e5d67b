import { isRefusal } from '@porchlight/errors';
import { FIRST_PAGE } from '@porchlight/resource';
import { randomAccountId } from '@porchlight/testkit';
import { SYSTEM, useNotifier } from './notifier-service';

const URL_A = 'https://localhost/a';

/** The reason and parameters of the error that a call ends with. */
const readError = async (call: Promise<unknown>): Promise<{ reason: string; [name: string]: unknown }> => {
  try {
    await call;
  } catch (error) {
    if (isRefusal(error)) return { reason: error.reason, ...error.params };
    throw error;
  }
  throw new Error('The call was not refused.');
};

describe('Webhooks as a resource', () => {
  const suite = useNotifier();

  const update = (id: number, record: Record<string, unknown>, accountId: number, change = {}) =>
    suite.notifier.webhooks.updateWebhook(
      { id, record: { id, version: 0, ...record }, mask: Object.keys(record), options: {} },
      suite.notifier.owner({ accountId, ...change }),
    );
  const list = async (accountId: number, change = {}, filters: { name: string; values: string[] }[] = []) => {
    const query = { ...FIRST_PAGE, filters };
    return suite.notifier.webhooks.listWebhooks({ query }, suite.notifier.owner({ accountId, ...change }));
  };

  test('When a webhook is created, Then it is active and its secret is returned once', async () => {
    const accountId = randomAccountId();
    const created = await suite.notifier.register('peopleCreated', URL_A, { accountId });
    expect(created).toMatchObject({ status: 'Active', event: 'peopleCreated', url: URL_A, system: SYSTEM });
    expect(created.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { record } = await suite.notifier.webhooks.getWebhook(
      { id: created.id, options: {} },
      suite.notifier.owner({ accountId }),
    );
    expect(record).toMatchObject({ id: created.id, url: URL_A });
    expect(record!.secret).toBeUndefined();
    expect(suite.notifier.log.text()).not.toContain(created.secret!);
  });

  describe('D13.9 webhooks of all systems', () => {
    const SYSTEMS = [
      ['in the console', { system: 'Console' }, {}],
      ['with anySystem over the API', { system: 'Another system' }, { anySystem: 'true' }],
    ] as const;
    const anySystem = (options: { anySystem?: string }) =>
      options.anySystem === undefined ? [] : [{ name: 'anySystem', values: [options.anySystem] }];

    test.each(SYSTEMS)('Given the owner %s, Then the webhooks of all systems are listed', async (_, by, options) => {
      const accountId = randomAccountId();
      const { id } = await suite.notifier.register('peopleCreated', URL_A, { accountId });
      const query = { ...FIRST_PAGE, filters: anySystem(options) };
      const caller = suite.notifier.owner({ accountId, ...by });
      const { records, page } = await suite.notifier.webhooks.listWebhooks({ query }, caller);
      expect(records.map((record) => record.id)).toEqual([id]);
      expect(page!.total).toBe(1);
      const { record } = await suite.notifier.webhooks.getWebhook({ id, options }, caller);
      expect(record).toMatchObject({ id, url: URL_A, system: SYSTEM });
    });

    test.each(SYSTEMS)(
      'Given the owner %s, Then a webhook of another system can be disabled, enabled and deleted',
      async (_, by, options) => {
        const accountId = randomAccountId();
        const { id } = await suite.notifier.register('peopleCreated', URL_A, { accountId });
        const caller = suite.notifier.owner({ accountId, ...by });
        const set = (status: string) =>
          suite.notifier.webhooks.updateWebhook(
            { id, record: { id: 0, version: 0, status }, mask: ['status'], options },
            caller,
          );
        expect((await set('Disabled')).record).toMatchObject({ status: 'Disabled' });
        expect((await set('Active')).record).toMatchObject({ status: 'Active' });
        await suite.notifier.webhooks.deleteWebhook({ id, options }, caller);
        expect((await list(accountId)).records).toEqual([]);
      },
    );

    test.each(SYSTEMS)(
      'Given the owner %s, Then URL and event of a webhook of another system cannot be changed',
      async (_, by, options) => {
        const accountId = randomAccountId();
        const { id } = await suite.notifier.register('peopleCreated', URL_A, { accountId });
        const caller = suite.notifier.owner({ accountId, ...by });
        const refused = { reason: 'CONFLICT', message: expect.stringContaining(SYSTEM) };
        for (const change of [{ url: 'https://localhost/other' }, { event: 'notesCreated' }])
          expect(
            await readError(
              suite.notifier.webhooks.updateWebhook(
                { id, record: { id: 0, version: 0, ...change }, mask: Object.keys(change), options },
                caller,
              ),
            ),
          ).toMatchObject(refused);
      },
    );

    test('Given a key of another system without anySystem, Then the webhook does not exist for it', async () => {
      const accountId = randomAccountId();
      const { id } = await suite.notifier.register('peopleCreated', URL_A, { accountId });
      const other = { accountId, system: 'Another system' };
      expect((await list(accountId, other)).records).toEqual([]);
      for (const call of [
        suite.notifier.webhooks.getWebhook({ id, options: {} }, suite.notifier.owner(other)),
        suite.notifier.webhooks.deleteWebhook({ id, options: {} }, suite.notifier.owner(other)),
        update(id, { status: 'Disabled' }, accountId, other),
      ])
        expect(await readError(call)).toMatchObject({ reason: 'NOT_FOUND' });
    });

    test('Given the owner of another account, Then no webhook is listed', async () => {
      const accountId = randomAccountId();
      await suite.notifier.register('peopleCreated', URL_A, { accountId });
      expect(await list(accountId + 500, { system: 'Console' })).toMatchObject({
        records: [],
        page: { total: 0 },
      });
    });
  });

  test('D7.1 When the caller is not the owner, or the system is missing, Then the call is refused', async () => {
    const accountId = randomAccountId();
    for (const role of ['Broker', 'Agent', 'Lender'] as const)
      expect(await readError(suite.notifier.register('peopleCreated', URL_A, { accountId, role }))).toMatchObject({
        reason: 'FORBIDDEN',
      });
    for (const answer of await Promise.all(
      [
        suite.notifier.register('peopleCreated', URL_A, { accountId, system: undefined }),
        list(accountId, { system: undefined }),
        suite.notifier.webhooks.getWebhook(
          { id: 1, options: {} },
          suite.notifier.owner({ accountId, system: undefined }),
        ),
        update(1, { status: 'Disabled' }, accountId, { system: undefined }),
        suite.notifier.webhooks.deleteWebhook(
          { id: 1, options: {} },
          suite.notifier.owner({ accountId, system: undefined }),
        ),
        suite.notifier.events.getWebhookEvent({ id: 'x' }, suite.notifier.owner({ accountId, system: undefined })),
      ].map(readError),
    ))
      expect(answer).toMatchObject({ reason: 'SYSTEM_REQUIRED' });
  });

  test("When another system calls, Then no method reveals this one's webhooks", async () => {
    const accountId = randomAccountId();
    const mine = await suite.notifier.register('peopleCreated', URL_A, { accountId });
    const theirs = await suite.notifier.register('peopleCreated', URL_A, { accountId, system: 'Other' });
    const other = { system: 'Other' };
    expect((await list(accountId, other)).records.map(({ id }) => id)).toEqual([theirs.id]);
    expect((await list(accountId, other)).page).toMatchObject({ total: 1 });
    expect((await list(accountId, other, [{ name: 'status', values: ['Active'] }])).page).toMatchObject({ total: 1 });
    for (const answer of await Promise.all(
      [
        suite.notifier.webhooks.getWebhook({ id: mine.id, options: {} }, suite.notifier.owner({ accountId, ...other })),
        update(mine.id, { status: 'Disabled' }, accountId, other),
        suite.notifier.webhooks.deleteWebhook(
          { id: mine.id, options: {} },
          suite.notifier.owner({ accountId, ...other }),
        ),
        suite.notifier.webhooks.getWebhook(
          { id: mine.id, options: {} },
          suite.notifier.owner({ accountId: randomAccountId() }),
        ),
      ].map(readError),
    ))
      expect(answer).toMatchObject({ reason: 'NOT_FOUND' });
    expect((await list(accountId)).records).toMatchObject([{ id: mine.id, status: 'Active' }]);
  });

  test.each(['created', 'updated', 'status', 'event'])(
    'When webhooks are sorted by %s, Then they come in its order, in both directions',
    async (sort) => {
      const accountId = randomAccountId();
      const ids: number[] = [];
      for (const [nth, event] of ['notesCreated', 'callsCreated', 'tasksCreated'].entries()) {
        ids.push((await suite.notifier.register(event, URL_A, { accountId })).id);
        if (nth > 0) await update(ids[nth]!, { status: 'Disabled' }, accountId);
        suite.notifier.clock.advance(1_000);
      }
      await update(ids[0]!, { url: 'https://localhost/later' }, accountId);
      const [first, second, third] = ids as [number, number, number];
      const ascending = {
        created: [first, second, third],
        updated: [second, third, first],
        status: [first, second, third],
        event: [second, first, third],
      }[sort]!;
      const sorted = async (descending: boolean): Promise<number[]> => {
        const query = { ...FIRST_PAGE, sort, descending };
        return (await suite.notifier.webhooks.listWebhooks({ query }, suite.notifier.owner({ accountId }))).records.map(
          ({ id }) => id,
        );
      };
      // The two disabled webhooks have the same status.
      const different = sort === 'status' ? 1 : 3;
      expect((await sorted(false)).slice(0, different)).toEqual(ascending.slice(0, different));
      expect((await sorted(true)).slice(-different)).toEqual([...ascending].reverse().slice(-different));
    },
  );

  test('When a third webhook for one event, or the same URL, is created, Then it is refused; other events and systems are independent', async () => {
    const accountId = randomAccountId();
    const first = await suite.notifier.register('peopleCreated', URL_A, { accountId });
    expect(await readError(suite.notifier.register('peopleCreated', URL_A, { accountId }))).toMatchObject({
      reason: 'DUPLICATE',
    });
    const second = await suite.notifier.register('peopleCreated', 'https://localhost/b', { accountId });
    expect(await readError(suite.notifier.register('peopleCreated', 'https://localhost/c', { accountId }))).toEqual({
      reason: 'WEBHOOK_LIMIT',
      limit: 2,
      event: 'peopleCreated',
    });
    await suite.notifier.register('peopleDeleted', URL_A, { accountId });
    await suite.notifier.register('peopleCreated', URL_A, { accountId, system: 'Other' });
    expect(await readError(update(second.id, { url: URL_A }, accountId))).toMatchObject({ reason: 'DUPLICATE' });
    // Receivers are compared, not the spelling of their URLs.
    for (const url of [URL_A.replace('https://localhost', 'HTTPS://LocalHost:443'), `${URL_A}#again`])
      expect(await readError(update(second.id, { url }, accountId))).toMatchObject({ reason: 'DUPLICATE' });
    await suite.notifier.webhooks.deleteWebhook({ id: first.id, options: {} }, suite.notifier.owner({ accountId }));
    expect((await suite.notifier.register('peopleCreated', URL_A, { accountId })).id).toBeGreaterThan(second.id);
  });

  test('When twenty are created concurrently, Then two exist, and equal ones exist once', async () => {
    const accountId = randomAccountId();
    const created = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        suite.notifier.register('peopleCreated', `https://localhost/${n}`, { accountId }),
      ),
    );
    expect(created.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    for (const result of created)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ reason: 'WEBHOOK_LIMIT' });
    const equal = await Promise.allSettled(
      Array.from({ length: 10 }, () => suite.notifier.register('peopleDeleted', URL_A, { accountId })),
    );
    expect(equal.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await list(accountId)).page).toMatchObject({ total: 3 });
  });

  test('When webhooks change to one event concurrently, Then the limit holds', async () => {
    const accountId = randomAccountId();
    const events = ['peopleUpdated', 'peopleDeleted', 'notesCreated', 'notesUpdated', 'notesDeleted'];
    const made = await Promise.all(
      events.map((event, n) => suite.notifier.register(event, `https://localhost/${n}`, { accountId })),
    );
    const moved = await Promise.allSettled(made.map(({ id }) => update(id, { event: 'peopleCreated' }, accountId)));
    expect(moved.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  });

  test('When a webhook is updated, Then only the given fields change', async () => {
    const accountId = randomAccountId();
    const { id } = await suite.notifier.register('peopleCreated', URL_A, { accountId });
    expect((await update(id, { status: 'Disabled' }, accountId)).record).toMatchObject({
      status: 'Disabled',
      url: URL_A,
      event: 'peopleCreated',
    });
    expect((await update(id, { url: 'https://localhost/z', status: 'Active' }, accountId)).record).toMatchObject({
      status: 'Active',
      url: 'https://localhost/z',
    });
  });

  test.each([
    ['http://localhost/a', 'it must begin with https://'],
    ['https://169.254.169.254/', 'its host must have public addresses only'],
    ['https://u:p@localhost/', 'it must not hold a user name or password'],
  ])('When the url is %s, Then it is refused: %s', async (url, why) => {
    const accountId = randomAccountId();
    expect(await readError(suite.notifier.register('peopleCreated', url, { accountId }))).toEqual({
      reason: 'WEBHOOK_URL_REFUSED',
      why,
    });
    const { id } = await suite.notifier.register('peopleCreated', URL_A, { accountId });
    expect(await readError(update(id, { url }, accountId))).toEqual({ reason: 'WEBHOOK_URL_REFUSED', why });
  });
});
