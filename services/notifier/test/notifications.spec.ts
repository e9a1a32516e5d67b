import { randomBytes } from 'node:crypto';
import { FIRST_PAGE } from '@porchlight/resource';
import type { AddressInfo } from 'node:net';
import type { Actor } from '@porchlight/access';
import { expectRefusal, eventually, startDatabase, startReceiver, type TestDatabase } from '@porchlight/testkit';
import { MongoClient } from 'mongodb';
import { SMTPServer } from 'smtp-server';
import { HOUR, startNotifier, type NotifierService } from './notifier-service';

const ROLES: Record<number, Actor['role']> = {
  1: 'Owner',
  2: 'Agent',
  3: 'Agent',
  4: 'Agent',
  5: 'Broker',
  6: 'Broker',
  7: 'Broker',
};
const LEAD = {
  eventId: 12,
  personId: 7,
  isNew: true,
  type: 'Property Inquiry',
  source: 'Zillow',
  personName: 'Ann Miller',
  notifyUserIds: [2, 3],
  furtherUserIds: [] as number[],
  offeredUserIds: [] as number[],
  inquiry: false,
  reassigned: false,
  historyOnly: false,
};

interface Smtp {
  readonly url: string;
  readonly arrived: { to: string; raw: string }[];
  /** Responses to the next mails: an SMTP error code rejects the mail. */
  readonly answers: number[];
  stop(): Promise<void>;
}

const startSmtp = async (): Promise<Smtp> => {
  const arrived: Smtp['arrived'] = [];
  const answers: number[] = [];
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    onRcptTo(_address, _session, done) {
      const responseCode = answers.shift();
      done(responseCode ? Object.assign(new Error('no'), { responseCode }) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        arrived.push({
          to: session.envelope.rcptTo.map(({ address }) => address).join(),
          raw: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    arrived,
    answers,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
};

describe('Notifications', () => {
  let database: TestDatabase;
  let smtp: Smtp;
  const databases = new Map<NotifierService, string>();
  const open: { stop(): Promise<void> }[] = [];
  beforeAll(async () => void (database = await startDatabase()));
  beforeEach(async () => {
    smtp = await startSmtp();
    open.push(smtp);
  });
  afterEach(async () => {
    for (const each of open.splice(0).reverse()) await each.stop();
  });
  afterAll(() => database?.stop());

  /** A notifier with copies of four users: the owner, two agents and a disabled one. */
  const start = async (config = {}, ca?: string): Promise<NotifierService> => {
    const databaseName = `notifier_${randomBytes(6).toString('hex')}`;
    const harness = await startNotifier({
      database,
      databaseName,
      config: { SMTP_URL: smtp.url, ...config },
      ...(ca && { ca }),
    });
    open.push(harness);
    for (const [id, role] of Object.entries(ROLES).slice(0, 4)) {
      const status = id === '4' ? 'Disabled' : 'Active';
      await harness.publishUser({ id: Number(id), role, name: `User ${id}`, email: `u${id}@example.com`, status });
    }
    databases.set(harness, databaseName);
    await copied(harness, { userId: 4 });
    return harness;
  };
  /** Copies are stored in the order of the changes: when this one exists, all earlier ones do. */
  const copied = async (harness: NotifierService, copy: object): Promise<void> => {
    const databaseName = databases.get(harness)!;
    const client = await new MongoClient(database.uri(databaseName)).connect();
    try {
      await eventually(async () =>
        expect(await client.db(databaseName).collection('userCopies').findOne(copy)).not.toBeNull(),
      );
    } finally {
      await client.close();
    }
  };
  const as = (harness: NotifierService, userId: number) =>
    harness.owner({ userId, role: ROLES[userId]!, system: undefined });
  const list = async (harness: NotifierService, userId: number, filters: { name: string; values: string[] }[] = []) => {
    const query = { ...FIRST_PAGE, filters };
    return harness.notifications.listNotifications({ query }, as(harness, userId));
  };
  const lead = (harness: NotifierService, change: Partial<typeof LEAD> = {}, eventId?: string) =>
    harness.publish({
      resource: 'events',
      verb: 'leadReceived',
      webhookEvents: [],
      dataJson: JSON.stringify({ ...LEAD, ...change }),
      ...(eventId && { eventId }),
    });
  const waitForNotifications = (harness: NotifierService, userId: number, count: number) =>
    eventually(async () => {
      const { records, page } = await list(harness, userId);
      expect(page!.total).toBe(count);
      return records;
    });
  const mailed = (count: number) => eventually(() => expect(smtp.arrived).toHaveLength(count));

  test('When a lead arrives, Then its users are notified and mailed once, also if the change is repeated; disabled users are not', async () => {
    const harness = await start();
    for (let n = 0; n < 3; n++) await lead(harness, { notifyUserIds: [2, 3, 4, 2] });
    await lead(harness, {
      eventId: 13,
      notifyUserIds: [2],
      isNew: false,
      source: '<unspecified>',
      type: 'General Inquiry',
    });
    const records = await waitForNotifications(harness, 2, 2);
    expect(records).toMatchObject([
      { type: 'newLead', personId: 7, message: 'Ann Miller is back: General Inquiry', read: false },
      { type: 'newLead', personId: 7, message: 'New lead: Ann Miller (Zillow, Property Inquiry)', read: false },
    ]);
    await waitForNotifications(harness, 3, 1);
    await waitForNotifications(harness, 4, 0);
    await waitForNotifications(harness, 1, 0);
    await mailed(3);
    expect(smtp.arrived.map(({ to }) => to).sort()).toEqual(['u2@example.com', 'u2@example.com', 'u3@example.com']);
    expect(smtp.arrived[0]!.raw).toContain('Subject: New lead: Ann Miller (Zillow, Property Inquiry)');
    harness.clock.advance(24 * HOUR);
    await lead(harness, { eventId: 14, notifyUserIds: [3] });
    await mailed(4);
    expect(harness.log.text()).not.toContain('u2@example.com');
  });

  describe('D13.3 every inquiry has a reader', () => {
    const BROKERS = [
      { id: 5, role: 'Broker', status: 'Active' },
      { id: 6, role: 'Broker', status: 'Disabled' },
      { id: 7, role: 'Broker', status: 'Invited' },
    ];
    const withBrokers = async (): Promise<NotifierService> => {
      const harness = await start();
      for (const broker of BROKERS) {
        await harness.publishUser({ ...broker, name: `User ${broker.id}`, email: `u${broker.id}@example.com` });
        await copied(harness, { userId: broker.id, status: broker.status });
      }
      return harness;
    };
    const expectReaders = async (harness: NotifierService, counts: Record<number, number>): Promise<void> => {
      for (const [userId, count] of Object.entries(counts)) await waitForNotifications(harness, Number(userId), count);
    };

    test.each([
      ['no user', []],
      ['a disabled agent', [4]],
    ])(
      'A12 given an inquiry for %s, Then the owner and the active brokers are notified',
      async (_who, notifyUserIds) => {
        const harness = await withBrokers();
        for (let n = 0; n < 2; n++) await lead(harness, { inquiry: true, notifyUserIds });
        await expectReaders(harness, { 1: 1, 5: 1, 6: 0, 7: 0, 4: 0, 2: 0 });
        const [record] = await waitForNotifications(harness, 5, 1);
        expect(record).toMatchObject({ personId: 7, link: '/console/people/7' });
      },
    );

    test('Given an inquiry with an active agent, Then owner and brokers are not notified', async () => {
      const harness = await withBrokers();
      await lead(harness, { inquiry: true, notifyUserIds: [4, 2] });
      await expectReaders(harness, { 2: 1, 1: 0, 5: 0, 4: 0 });
    });

    test('Given an inquiry of a lender only, Then the lender, the owner and the brokers are notified', async () => {
      const harness = await withBrokers();
      await lead(harness, { inquiry: true, notifyUserIds: [], furtherUserIds: [3] });
      await expectReaders(harness, { 3: 1, 1: 1, 5: 1 });
    });

    test('Given another event without an active user, Then no user is notified', async () => {
      const harness = await withBrokers();
      await lead(harness, { inquiry: false, notifyUserIds: [4] });
      await lead(harness, { eventId: 13, notifyUserIds: [2] });
      await expectReaders(harness, { 2: 1, 1: 0, 5: 0, 4: 0 });
    });

    test('Given an account whose owner is not copied yet, Then the notification follows the copy', async () => {
      const harness = await start();
      const other = 77;
      await harness.publish({
        accountId: other,
        resource: 'events',
        verb: 'leadReceived',
        webhookEvents: [],
        dataJson: JSON.stringify({ ...LEAD, inquiry: true, notifyUserIds: [] }),
      });
      await eventually(() => expect(harness.log.of('notification.no_owner').length).toBeGreaterThan(0));
      await harness.publishUser({ id: 1, role: 'Owner', email: 'o@example.com', status: 'Active' }, other);
      await eventually(async () => {
        const actor = harness.owner({ accountId: other, userId: 1 });
        expect((await harness.notifications.listNotifications({ query: FIRST_PAGE }, actor)).page!.total).toBe(1);
      });
    });
  });

  test('D13.4 (3) given an opt-out by a caller who may not see the person, Then the assigned user and the owner are notified once', async () => {
    const harness = await start();
    const data = { personId: 7, userIds: [2, 4], address: 'ann@x.example', byUserId: 3, system: 'Website' };
    const optOut = {
      service: 'marketing',
      resource: 'suppressions',
      verb: 'optedOut',
      ids: [5],
      webhookEvents: [],
      dataJson: JSON.stringify(data),
    };
    for (let times = 0; times < 2; times++) await harness.publish(optOut);
    const [record] = await waitForNotifications(harness, 2, 1);
    expect(record).toMatchObject({
      type: 'optedOut',
      personId: 7,
      message: expect.stringMatching(/^ann@x\.example .*user 3, Website/),
    });
    await waitForNotifications(harness, 1, 1);
    await waitForNotifications(harness, 3, 0);
    await waitForNotifications(harness, 4, 0);
  });

  test('N5 given an account that must verify a sender domain, Then its owner is notified and mailed once for each notice', async () => {
    const harness = await start();
    const required = (notice: number) =>
      harness.publish({
        service: 'marketing',
        resource: 'senderDomains',
        verb: 'required',
        ids: [],
        webhookEvents: [],
        dataJson: JSON.stringify({ until: '2026-06-01T00:00:00.000Z', notice }),
      });
    for (const notice of [1, 1, 2]) await required(notice);
    const [record] = await waitForNotifications(harness, 1, 2);
    expect(record).toMatchObject({
      type: 'senderDomainRequired',
      link: '/console/settings',
      message: expect.stringContaining('From 2026-06-01 on they wait'),
    });
    await mailed(2);
    await waitForNotifications(harness, 2, 0);
  });

  test('U2 given a lead that is offered to a user, Then the link leads to Unclaimed, and after the assignment to the person', async () => {
    const harness = await start();
    await lead(harness, { notifyUserIds: [2, 3], offeredUserIds: [3] });
    expect(await waitForNotifications(harness, 2, 1)).toMatchObject([{ link: '/console/people/7' }]);
    expect(await waitForNotifications(harness, 3, 1)).toMatchObject([{ link: '/console/unclaimed' }]);
    await lead(harness, { isNew: false, reassigned: true, notifyUserIds: [3] });
    expect(await waitForNotifications(harness, 3, 2)).toMatchObject([
      { link: '/console/people/7', message: 'Ann Miller is assigned to you: Zillow, Property Inquiry' },
      { link: '/console/unclaimed' },
    ]);
  });

  test('When users list notifications, Then they see, count and mark only their own', async () => {
    const harness = await start({ SMTP_URL: undefined });
    for (let eventId = 1; eventId <= 3; eventId++)
      await lead(harness, { eventId, notifyUserIds: eventId === 3 ? [3] : [2] });
    const [newest, older] = await waitForNotifications(harness, 2, 2);
    const [theirs] = await waitForNotifications(harness, 3, 1);
    expect(newest!.id).toBeGreaterThan(older!.id);
    const mark = (id: number, userId: number, read = true) =>
      harness.notifications.updateNotification(
        { id, record: { id, version: 0, read }, mask: ['read'], options: {} },
        as(harness, userId),
      );
    expect((await mark(older!.id, 2)).record).toMatchObject({ read: true, message: older!.message });
    const marked = (userId: number, read: string) => list(harness, userId, [{ name: 'read', values: [read] }]);
    expect(await marked(2, 'false')).toMatchObject({ records: [{ id: newest!.id }], page: { total: 1 } });
    expect(await marked(2, 'true')).toMatchObject({ records: [{ id: older!.id }], page: { total: 1 } });
    expect((await list(harness, 2, [{ name: 'type', values: ['webhookDisabled'] }])).page).toMatchObject({ total: 0 });
    const refused = [
      mark(theirs!.id, 2),
      mark(theirs!.id, 1),
      harness.notifications.getNotification({ id: theirs!.id, options: {} }, as(harness, 1)),
      harness.notifications.getNotification({ id: theirs!.id, options: {} }, harness.owner({ accountId: 5 })),
    ];
    await Promise.all(refused.map((call) => expectRefusal(call, 'NOT_FOUND')));
    expect(smtp.arrived).toHaveLength(0);
  });

  test('When the mail server is busy, Then the mail is retried; an unknown mailbox is not retried', async () => {
    const harness = await start();
    smtp.answers.push(451);
    await lead(harness, { notifyUserIds: [2] });
    await eventually(() => expect(harness.log.of('mail.failed')).toHaveLength(1));
    await waitForNotifications(harness, 2, 1);
    harness.clock.advance(61_000);
    await mailed(1);

    smtp.answers.push(550);
    await lead(harness, { eventId: 13, notifyUserIds: [2] });
    await eventually(() => expect(harness.log.of('mail.given_up')).toHaveLength(1));

    harness.clock.advance(24 * HOUR);
    await lead(harness, { eventId: 14, notifyUserIds: [2] });
    await mailed(2);
  });

  test('When a user is disabled before the mail is sent, Then it is dropped', async () => {
    const harness = await start();
    smtp.answers.push(451);
    await lead(harness, { notifyUserIds: [3] });
    await eventually(() => expect(harness.log.of('mail.failed')).toHaveLength(1));
    await harness.publishUser({ id: 3, email: 'u3@example.com', status: 'Disabled', version: 2 });
    await copied(harness, { userId: 3, status: 'Disabled' });
    await lead(harness, { eventId: 13, notifyUserIds: [3, 2] });
    await mailed(1);
    harness.clock.advance(2 * HOUR);
    await lead(harness, { eventId: 14, notifyUserIds: [2] });
    await mailed(2);
    expect(smtp.arrived.map(({ to }) => to)).toEqual(['u2@example.com', 'u2@example.com']);
    await waitForNotifications(harness, 3, 1);
  });

  test('When a receiver responds 410, Then the owner is notified, also by mail, which webhook was disabled and why; partners are not', async () => {
    const receiver = await startReceiver();
    open.push(receiver);
    const harness = await start({}, receiver.ca);
    const { id } = await harness.register('peopleCreated', `${receiver.url}/hook?token=hidden`);
    receiver.answerWith({ status: 410 });
    await harness.publish({});
    const [notification] = await waitForNotifications(harness, 1, 1);
    expect(notification).toMatchObject({
      type: 'webhookDisabled',
      message: `Webhook ${id} (peopleCreated, ${receiver.url}/hook) was disabled: its receiver replied that it wants no more notifications. Repair its receiver, then enable it again on the Webhooks page.`,
    });
    expect(notification!.personId).toBeUndefined();
    await mailed(1);
    expect(smtp.arrived[0]!.to).toBe('u1@example.com');
    expect(smtp.arrived[0]!.raw).not.toContain('hidden');
    expect(receiver.requests).toHaveLength(1);
  });

  test('When the owner disables a webhook, Then no notification is created', async () => {
    const harness = await start();
    const { id } = await harness.register('peopleCreated', 'https://localhost/a');
    await harness.webhooks.updateWebhook(
      { id, record: { id, version: 0, status: 'Disabled' }, mask: ['status'], options: {} },
      harness.owner(),
    );
    await lead(harness, { notifyUserIds: [1] });
    expect(await waitForNotifications(harness, 1, 1)).toMatchObject([{ type: 'newLead' }]);
  });

  test('When a change is invalid or history only, Then later changes still cause notifications', async () => {
    const harness = await start();
    await harness.publish({ resource: 'events', verb: 'leadReceived', webhookEvents: [], dataJson: '{"eventId":"x"}' });
    await lead(harness, { eventId: 20, historyOnly: true, notifyUserIds: [2] });
    await lead(harness, { eventId: 21, notifyUserIds: [2] });
    expect(await waitForNotifications(harness, 2, 1)).toMatchObject([
      { message: expect.stringContaining('Ann Miller') },
    ]);
  });

  test('N5 Given a lead whose names contain a link and markup, When it is mailed, Then subject and text are plain', async () => {
    const harness = await start();
    const personName = 'Win at https://evil.example/a <b>now</b>';
    await lead(harness, { personName, source: 'evil.example', notifyUserIds: [2] });
    expect(await waitForNotifications(harness, 2, 1)).toMatchObject([
      { message: expect.stringContaining('https://evil.example') },
    ]);
    await mailed(1);
    const { raw } = smtp.arrived[0]!;
    expect(raw).toContain('Subject: New lead: Win at https evil. example a b now b (evil. example,');
    expect(raw.slice(raw.indexOf('Subject:'))).not.toMatch(/https:|evil\.example|<b>/);
  });

  test('N5 Given a user whose address was not confirmed, Then the user gets the notification and no mail', async () => {
    const harness = await start();
    await harness.publishUser({ id: 3, email: 'u3@example.com', status: 'Active', version: 2, emailConfirmed: false });
    await copied(harness, { userId: 3, emailConfirmed: false });
    await lead(harness, { notifyUserIds: [2, 3] });
    await waitForNotifications(harness, 3, 1);
    await mailed(1);
    await lead(harness, { eventId: 13, notifyUserIds: [2, 3] });
    await mailed(2);
    expect(smtp.arrived.map(({ to }) => to)).toEqual(['u2@example.com', 'u2@example.com']);
  });

  describe('D13.4 (3) an opt-out by a caller who may not see the person', () => {
    const optOut = (harness: NotifierService, userIds: number[]) =>
      harness.publish({
        service: 'marketing',
        resource: 'suppressions',
        verb: 'optedOut',
        ids: [31],
        webhookEvents: [],
        dataJson: JSON.stringify({ personId: 7, userIds, address: 'ann@x.example', byUserId: 3, system: 'Mailer' }),
      });

    test('When it is published, also twice, Then the assigned user and the owner are notified once, and no other user', async () => {
      const harness = await start();
      for (let n = 0; n < 2; n++) await optOut(harness, [2]);
      const expected = {
        type: 'optedOut',
        personId: 7,
        link: '/console/people/7',
        message: expect.stringMatching(/^ann@x\.example gets no more email: user 3, Mailer, who cannot see the person/),
      };
      expect(await waitForNotifications(harness, 2, 1)).toMatchObject([expected]);
      expect(await waitForNotifications(harness, 1, 1)).toMatchObject([expected]);
      await waitForNotifications(harness, 3, 0);
      await mailed(2);
      expect(smtp.arrived.map(({ to }) => to).sort()).toEqual(['u1@example.com', 'u2@example.com']);
    });

    test('When the owner is assigned, or the assigned user is disabled, Then the owner gets one notification', async () => {
      const harness = await start();
      await optOut(harness, [1, 4]);
      await waitForNotifications(harness, 1, 1);
      await waitForNotifications(harness, 4, 0);
    });
  });

  describe('D12.1 reminders of appointments', () => {
    test('When the same reminder arrives twice, Then each user is notified once, in the own time zone', async () => {
      const harness = await start();
      const users = [
        { userId: 2, zone: 'America/Chicago' },
        { userId: 3, zone: 'Europe/Berlin' },
      ];
      const due = { appointmentId: 4, title: 'Tour', location: '12 Harbor Lane', allDay: false, users };
      for (let n = 0; n < 2; n++)
        await harness.publish({
          resource: 'appointments',
          verb: 'due',
          webhookEvents: [],
          dataJson: JSON.stringify({ ...due, start: '2100-03-02T15:00:00.000Z' }),
        });
      expect(await waitForNotifications(harness, 2, 1)).toMatchObject([
        { type: 'appointment', message: expect.stringMatching(/^Tour at 9:00.AM, 12 Harbor Lane$/) },
      ]);
      expect(await waitForNotifications(harness, 3, 1)).toMatchObject([
        { message: expect.stringMatching(/^Tour at 4:00.PM, 12 Harbor Lane$/) },
      ]);
    });
  });

  describe('D13.10 (6) leads that the limit of POST /events refused', () => {
    const refuse = (harness: NotifierService, since: string) =>
      harness.publish({
        resource: 'receivedLeads',
        verb: 'refused',
        webhookEvents: [],
        dataJson: JSON.stringify({ since }),
      });

    test('When several reports of an hour arrive, Then the owner is notified once an hour', async () => {
      const harness = await start();
      for (let n = 0; n < 3; n++) await refuse(harness, '2100-01-01T14:00:00.000Z');
      expect(await waitForNotifications(harness, 1, 1)).toMatchObject([
        { type: 'leadsRefused', message: expect.stringContaining('since 14:00 UTC'), link: '/console/systems' },
      ]);
      await refuse(harness, '2100-01-01T15:00:00.000Z');
      await waitForNotifications(harness, 1, 2);
      await waitForNotifications(harness, 2, 0);
      await mailed(2);
    });
  });
});
