import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createUserMessage } from '@porchlight/backend/test/service';
import { createMemoryBus, formatTopic, type Bus } from '@porchlight/bus';
import { createRecordingMailer, type RecordingMailer } from '@porchlight/mail';
import type { Clock } from '@porchlight/runtime';
import type { DocumentCollection, Store } from '@porchlight/store';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { expectRefusal, eventually, startDatabase, type TestDatabase } from '@porchlight/testkit';
import { SMTPServer } from 'smtp-server';
import {
  listen,
  openAccount,
  personMessage,
  RECORDED,
  startMarketingService,
  type CollectedMessages,
  type MarketingService,
} from './marketing-service';
import type { PlanMail } from '../src/action-plans/plan-mails';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The current time, or days ahead of it. */
const createTravellingClock = (): Clock & { travel(ms: number): void } => {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    date: () => new Date(Date.now() + ahead),
    travel: (ms) => void (ahead += ms),
  };
};

let server: TestDatabase;
let bus: Bus;
let collected: CollectedMessages;
let inside: Store;
let mails: DocumentCollection<PlanMail>;
let where: { uri: string; database: string };
const clock = createTravellingClock();
const mailer: RecordingMailer = createRecordingMailer();
const services: MarketingService[] = [];

const start = async (more: { smtpUrl?: string; own?: boolean } = {}): Promise<MarketingService> => {
  const { smtpUrl, own } = more;
  const service = await startMarketingService({
    ...where,
    bus,
    clock,
    planIntervalMs: 50,
    ...(smtpUrl && { smtpUrl }),
    ...(!smtpUrl && !own && { mailer }),
  });
  services.push(service);
  return service;
};

/** The only process from here on. */
const startAlone = async (more?: Parameters<typeof start>[0]): Promise<MarketingService> => {
  await Promise.all(services.splice(0).map((service) => service.stop()));
  return start(more);
};

beforeAll(async () => {
  server = await startDatabase();
  const database = `marketing_${randomBytes(6).toString('hex')}`;
  where = { uri: server.uri(database), database };
  bus = createMemoryBus();
  collected = await listen(bus);
  inside = await openLoneStore({ ...where, service: 'test', clock });
  mails = inside.collection<PlanMail>('planMails');
  // Two processes share the work in every test that does not say otherwise.
  await Promise.all([start(), start()]);
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await inside?.stop(AbortSignal.timeout(5_000));
  await bus?.close();
  await server?.stop();
});

const newAccount = () => openAccount(services[0]!, bus);
const delay = (value: number, unit = 'days') => ({ delay: { value, unit } });
const publishedTypes = (accountId: number) => collected.steps(accountId).map(({ type }) => type);
const findMails = (accountId: number) => mails.find({ accountId }, { limit: 100 });

describe('steps', () => {
  it('are published when due, in order and once, as of the version that was applied', async () => {
    const account = await newAccount();
    const { owner, accountId, agent } = account;
    await account.people({ id: 1, viewers: [3] });
    const { id: planId } = await owner.createPlan({
      name: 'P',
      steps: [
        { type: 'addTags', tags: ['a', 'b'] },
        { type: 'createTask', task: { name: 'Call', type: 'Call' }, ...delay(1) },
        { type: 'addNote', note: { subject: 'S', body: '<p>B</p>' }, ...delay(48, 'hours') },
        // Due before the one in front of it: comes with it.
        { type: 'changeStage', stage: 'Hot', ...delay(5, 'minutes') },
      ],
    });
    const { id } = await agent.applyPlan(1, planId);
    await eventually(() => expect(publishedTypes(accountId)).toEqual(['addTags']));
    await owner.updatePlan(planId, { steps: [{ type: 'addTags', tags: ['other'], ...delay(2) }] });
    clock.travel(DAY - HOUR);
    await account.people({ id: 2 });
    expect(publishedTypes(accountId)).toEqual(['addTags']);
    clock.travel(HOUR);
    await eventually(() => expect(publishedTypes(accountId)).toEqual(['addTags', 'createTask']));
    expect((await owner.getApplied(id)).status).toBe('Running');
    clock.travel(DAY);
    await eventually(async () => expect((await owner.getApplied(id)).status).toBe('Completed'));
    const common = { personId: 1, actionPlanId: planId, appliedPlanId: id, userId: 3 };
    expect(collected.steps(accountId)).toEqual([
      { ...common, stepId: `${accountId}:${id}:0`, type: 'addTags', tags: ['a', 'b'] },
      { ...common, stepId: `${accountId}:${id}:1`, type: 'createTask', task: { name: 'Call', type: 'Call' } },
      { ...common, stepId: `${accountId}:${id}:2`, type: 'addNote', note: { subject: 'S', body: '<p>B</p>' } },
      { ...common, stepId: `${accountId}:${id}:3`, type: 'changeStage', stage: 'Hot' },
    ]);
    await expectRefusal(owner.setApplied(id, { status: 'Running' }), 'CONFLICT');
    await expectRefusal(owner.setApplied(id, { status: 'Paused' }), 'CONFLICT');
    // Done with: it may be applied anew, as it is now.
    const second = await agent.applyPlan(1, planId);
    expect(second['id']).not.toBe(id);
    expect((await owner.listApplied('personId=1&status=Completed')).total).toBe(1);
  });

  it('D13.3 given a task that the owner got, then the log of the plan says so', async () => {
    const account = await newAccount();
    const { owner, accountId } = account;
    await account.people({ id: 1 });
    const { id: planId } = await owner.createPlan({
      name: 'P',
      steps: [{ type: 'createTask', task: { name: 'Call' } }],
    });
    const { id } = (await owner.applyPlan(1, planId)) as { id: number };
    const reason = 'The owner got the task, because Ada Agent is Disabled.';
    const at = '2026-03-04T05:06:07Z';
    for (let n = 0; n < 2; n++) await account.reassigned(`${accountId}:${id}:0`, reason, new Date(at));
    await eventually(async () =>
      expect((await owner.getApplied(id, ['reassignedSteps']))['reassignedSteps']).toEqual([
        { step: 0, type: 'createTask', at, reason },
      ]),
    );
  });

  it('that people refused are returned with the reason, once even if the fact is repeated', async () => {
    const account = await newAccount();
    const { owner, accountId } = account;
    await account.people({ id: 1 });
    const { id: planId } = await owner.createPlan({
      name: 'P',
      steps: [
        { type: 'addTags', tags: ['a'] },
        { type: 'changeStage', stage: 'Hott' },
      ],
    });
    const { id } = (await owner.applyPlan(1, planId)) as { id: number };
    await eventually(async () => expect((await owner.getApplied(id)).status).toBe('Completed'));
    const loadRefused = async () => (await owner.getApplied(id, ['refusedSteps']))['refusedSteps'];
    expect(await loadRefused()).toEqual([]);
    const reason = "Field 'stage' refers to a stage that does not exist: Hott.";
    await account.refused(`${accountId}:${id}:1`, reason, new Date('2026-03-04T05:06:07Z'));
    await account.refused(`${accountId}:${id}:1`, reason);
    // No step of this account's plans, and of none.
    for (const stepId of [`${accountId + 1}:${id}:0`, `${accountId}:${id}:9`, `${accountId}:${id + 1}:0`, 'x'])
      await account.refused(stepId, reason);
    await account.people({ id: 2 });
    await eventually(async () =>
      expect(await loadRefused()).toEqual([{ step: 1, type: 'changeStage', at: '2026-03-04T05:06:07Z', reason }]),
    );
    expect(await owner.getApplied(id)).not.toHaveProperty('refusedSteps');
    expect((await owner.getApplied(id)).status).toBe('Completed');
  });

  it('given a paused plan, then they wait, and afterwards for the rest of their delay', async () => {
    const account = await newAccount();
    const { owner, accountId } = account;
    await account.people({ id: 1 });
    const { id: planId } = await owner.createPlan({
      name: 'P',
      steps: [{ type: 'addTags', tags: ['x'], ...delay(2) }],
    });
    const { id } = await owner.applyPlan(1, planId);
    clock.travel(DAY);
    await owner.setApplied(id, { status: 'Paused' });
    clock.travel(10 * DAY);
    await account.people({ id: 2 });
    await owner.setApplied(id, { status: 'Running' });
    clock.travel(DAY - HOUR);
    await account.people({ id: 3 });
    expect(collected.steps(accountId)).toEqual([]);
    clock.travel(HOUR);
    await eventually(() => expect(collected.steps(accountId)).toHaveLength(1));
  });

  it('given a plan without steps, then it is never completed', async () => {
    const account = await newAccount();
    await account.people({ id: 1 });
    const { id: planId } = await account.owner.createPlan({ name: 'P', steps: [] });
    const { id } = await account.owner.applyPlan(1, planId);
    clock.travel(300 * DAY);
    await account.people({ id: 2 });
    expect((await account.owner.getApplied(id)).status).toBe('Running');
  });

  it('of many plans are divided among processes, and each is published once', async () => {
    const account = await newAccount();
    const { owner, accountId } = account;
    const people = Array.from({ length: 120 }, (_, at) => ({ id: at + 1 }));
    await account.people(...people);
    const steps = [
      { type: 'addTags', tags: ['1'], ...delay(1) },
      { type: 'addTags', tags: ['2'], ...delay(1) },
      { type: 'addTags', tags: ['3'], ...delay(2) },
    ];
    const { id: planId } = await owner.createPlan({ name: 'P', steps });
    await Promise.all(people.map(({ id }) => owner.applyPlan(id, planId)));
    clock.travel(DAY);
    await eventually(() => expect(collected.steps(accountId)).toHaveLength(240));
    clock.travel(DAY);
    await eventually(async () => expect((await owner.listApplied('status=Completed')).total).toBe(120));
    const fired = collected.steps(accountId);
    expect(new Set(fired.map(({ stepId }) => stepId)).size).toBe(360);
    expect(fired).toHaveLength(360);
    for (const { id } of people)
      expect(fired.filter(({ personId }) => personId === id).map(({ tags }) => tags)).toEqual([['1'], ['2'], ['3']]);
  });

  it('that became due while no process ran are published by the next one', async () => {
    const account = await newAccount();
    await account.people({ id: 1 });
    const { id: planId } = await account.owner.createPlan({
      name: 'P',
      steps: [{ type: 'addTags', tags: ['x'], ...delay(1) }],
    });
    await account.owner.applyPlan(1, planId);
    await Promise.all(services.splice(0).map((service) => service.stop()));
    clock.travel(2 * DAY);
    await Promise.all([start(), start()]);
    await eventually(() => expect(collected.steps(account.accountId)).toHaveLength(1));
  });
});

describe('mails of steps', () => {
  const subject = 'Hello %contact_first_name%';
  const body = '<p>From %agent_name% &amp; us</p><style>p{}</style>to %contact_name%';

  const withPlan = async (steps = [{}]) => {
    const account = await newAccount();
    const templateId = (await account.owner.createTemplate({ name: 'T', subject, body, isShared: true }))[
      'id'
    ] as number;
    const { id: planId } = await account.owner.createPlan({
      name: 'P',
      steps: steps.map((step) => ({ type: 'sendEmail', templateId, ...step })),
    });
    return { ...account, templateId, planId: planId as number };
  };

  it('D12.7 are merged for the person, sent once and recorded once', async () => {
    const { owner, planId, accountId, ...account } = await withPlan([{}, delay(1)]);
    await account.people({
      id: 1,
      emails: ['ann@x.example'],
      fields: { firstName: 'Ann', name: 'Ann <D>', assignedUserId: 3 },
    });
    const { id } = await owner.applyPlan(1, planId);
    const recorded = () => RECORDED.filter((one) => one.accountId === accountId);
    await eventually(() => expect(recorded()).toHaveLength(1));
    expect(recorded()[0]).toMatchObject({
      key: `plan:${accountId}:${id}:0`,
      at: expect.any(Date),
      record: {
        personId: 1,
        status: 'Sent',
        isIncoming: false,
        subject: 'Hello Ann',
        isHtml: true,
        body: expect.stringMatching(/^<p>From Ada Agent &amp; us/),
        from: 'Porchlight <porchlight@localhost>',
        to: 'ann@x.example',
        userId: 3,
        actionPlanId: planId,
      },
    });
    const sent = () => mailer.mails.filter(({ to }) => to.address === 'ann@x.example');
    expect(sent()).toMatchObject([
      {
        subject: 'Hello Ann',
        html: expect.stringMatching(/^<p>From Ada Agent &amp; us<\/p><style>p\{\}<\/style>to Ann &lt;D&gt;\n/),
        text: expect.stringMatching(
          /^From Ada Agent & us\nto Ann <D>\n\n12 Harbor Lane\nAustin, TX 78701\nUnsubscribe: https:/,
        ),
        to: { name: 'Ann <D>' },
      },
    ]);
    clock.travel(DAY);
    await eventually(async () => expect((await owner.getApplied(id)).status).toBe('Completed'));
    await eventually(() => expect(recorded()).toHaveLength(2));
    expect(recorded().map(({ record }) => record!.messageId)).toEqual(sent().map(({ messageId }) => messageId));
    expect(new Set(sent().map(({ messageId }) => messageId)).size).toBe(2);
    await eventually(async () =>
      expect((await findMails(accountId)).map(({ _id, state, wakeAt }) => [_id, state, wakeAt])).toEqual([
        [`${accountId}:${id}:0`, 'Sent', undefined],
        [`${accountId}:${id}:1`, 'Sent', undefined],
      ]),
    );
    // Content is stored until it is recorded.
    expect((await findMails(accountId)).map(({ content }) => content)).toEqual([undefined, undefined]);
    // After a merge the sent mails belong to the survivor.
    await account.people({ id: 2, emails: ['b@x.example'] });
    await account.merge(1, 2);
    await account.merge(1, 2);
    await account.forget(1);
    await eventually(async () => expect((await findMails(accountId)).map(({ personId }) => personId)).toEqual([2, 2]));
  });

  it('are not sent to unsubscribed, invalid or deleted recipients, and have the reason', async () => {
    const { owner, planId, accountId, ...account } = await withPlan();
    const entry = (value: string, status: string) => ({
      fields: { emails: [{ value, type: 'home', isPrimary: true, status }] },
    });
    await account.people(
      { id: 1, ...entry('u@x.example', 'Unsubscribed') },
      { id: 2, ...entry('nonsense', 'Invalid') },
      { id: 3 },
      { id: 4, emails: ['late@x.example'] },
    );
    const campaignId = (await owner.createCampaign({ origin: 'M', originId: '1', name: 'C' }))['id'];
    await owner.record([
      { type: 'unsubscribe', recipient: 'late@x.example', campaignId, occurred: '2026-05-01T12:00:00Z' },
    ]);
    for (const personId of [1, 2, 3, 4]) await owner.applyPlan(personId, planId);
    await eventually(async () =>
      expect(
        (await findMails(accountId))
          .sort((a, b) => a.personId - b.personId)
          .map(({ state, reason }) => [state, reason]),
      ).toEqual([
        ['NotSent', 'The person has unsubscribed'],
        ['NotSent', 'The email address is not valid'],
        ['NotSent', 'The person has no email address'],
        ['NotSent', 'The person has unsubscribed'],
      ]),
    );
    // The unsubscription is activity; no mail was counted.
    expect(collected.facts(accountId, 'activity').filter(({ emailsSent }) => emailsSent > 0)).toEqual([]);
    const { applied, total } = await owner.listApplied('status=Completed');
    expect(total).toBe(4);
    const { id, mails } = await owner.getApplied(applied.find(({ personId }) => personId === 3)!['id'], [
      'id',
      'mails',
    ]);
    expect(mails).toEqual([
      {
        step: 0,
        templateId: expect.any(Number),
        status: 'NotSent',
        at: expect.stringMatching(/Z$/),
        reason: 'The person has no email address',
      },
    ]);
    expect(await owner.getApplied(id)).not.toHaveProperty('mails');
    // No data of the deleted person remains.
    await account.forget(1);
    await eventually(async () => expect(await findMails(accountId)).toHaveLength(3));
    await account.publishPeople(personMessage(accountId, { id: 5 }));
  });

  it.each([
    ['as assigned user', { assignedUserId: 3 }],
    ['as author of the plan', {}],
  ])('D13.3 given a disabled user %s, then they are sent for the owner, and the log says so', async (_who, fields) => {
    const { agent, owner, planId, accountId, ...account } = await withPlan();
    const to = `for-owner-${accountId}@x.example`;
    await account.people({ id: 1, emails: [to], viewers: [3], fields });
    await bus.publish(formatTopic('auth'), [
      createUserMessage(accountId, { id: 3, name: 'Ada Agent', role: 'Agent', status: 'Disabled', version: 9 }),
    ]);
    await account.people({ id: 2 });
    const { id } = await agent.applyPlan(1, planId);
    await eventually(() =>
      expect(mailer.mails.filter(({ to: { address } }) => address === to)).toMatchObject([
        { text: expect.stringContaining('From Olga Owner') },
      ]),
    );
    await eventually(async () =>
      expect((await owner.getApplied(id, ['mails']))['mails']).toMatchObject([
        { status: 'Sent', reason: 'Sent for the owner, because Ada Agent is Disabled.' },
      ]),
    );
  });

  it('are retried a limited number of times, then fail with the reason', async () => {
    const { owner, planId, accountId, ...account } = await withPlan();
    await account.people({ id: 1, emails: ['retry@x.example'] });
    const no = { sent: false, reason: 'The server answered 451', permanent: false } as const;
    mailer.failNext(no, no, no, no, no);
    await owner.applyPlan(1, planId);
    for (let tries = 1; tries < 5; tries++) {
      await eventually(async () => expect(await findMails(accountId)).toMatchObject([{ tries, state: 'Waiting' }]));
      await eventually(async () => expect((await findMails(accountId))[0]).not.toHaveProperty('leaseBy'));
      clock.travel(3 * HOUR);
    }
    await eventually(async () =>
      expect(await findMails(accountId)).toMatchObject([{ tries: 5, state: 'NotSent', reason: no.reason }]),
    );
    expect(mailer.mails.filter(({ to }) => to.address === 'retry@x.example')).toEqual([]);
  });

  it('that are not sent yet wait while their plan is paused', async () => {
    const { owner, planId, accountId, ...account } = await withPlan([{}, delay(30)]);
    await account.people({ id: 1, emails: ['held@x.example'] });
    mailer.failNext({ sent: false, reason: 'The server answered 451', permanent: false });
    const { id } = await owner.applyPlan(1, planId);
    await eventually(async () => expect(await findMails(accountId)).toMatchObject([{ tries: 1, state: 'Waiting' }]));
    await eventually(async () => expect((await findMails(accountId))[0]).not.toHaveProperty('leaseBy'));
    await owner.setApplied(id, { status: 'Paused' });
    const before = (await findMails(accountId))[0]!.wakeAt!.getTime();
    clock.travel(HOUR);
    await eventually(async () =>
      expect((await findMails(accountId))[0]!.wakeAt!.getTime()).toBeGreaterThan(before + HOUR),
    );
    await eventually(async () => expect((await findMails(accountId))[0]).not.toHaveProperty('leaseBy'));
    await owner.setApplied(id, { status: 'Running' });
    clock.travel(HOUR);
    await eventually(async () => expect(await findMails(accountId)).toMatchObject([{ state: 'Sent', tries: 2 }]));
    expect(mailer.mails.filter(({ to }) => to.address === 'held@x.example')).toHaveLength(1);
  });

  it('are sent by SMTP with the Message-ID of the step; without a server they are recorded as not sent', async () => {
    const arrived: string[] = [];
    const smtp = new SMTPServer({
      authOptional: true,
      hideSTARTTLS: true,
      onData(stream, _session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          arrived.push(Buffer.concat(chunks).toString());
          done();
        });
      },
    });
    smtp.on('error', () => undefined);
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    const { port } = smtp.server.address() as AddressInfo;
    try {
      await startAlone({ smtpUrl: `smtp://127.0.0.1:${port}` });
      const first = await withPlan();
      await first.people({ id: 1, emails: ['smtp@x.example'] });
      await first.owner.applyPlan(1, first.planId);
      await eventually(() => expect(arrived).toHaveLength(1));
      expect(arrived[0]).toMatch(/^Message-ID: <[0-9a-f]{40}@localhost>/im);
      expect(arrived[0]).toMatch(/^Subject: Hello Person/m);
      await eventually(async () => expect(await findMails(first.accountId)).toMatchObject([{ state: 'Sent' }]));

      await startAlone({ own: true });
      const second = await withPlan();
      await second.people({ id: 1, emails: ['off@x.example'] });
      await second.owner.applyPlan(1, second.planId);
      await eventually(async () =>
        expect(await findMails(second.accountId)).toMatchObject([
          { state: 'NotSent', reason: 'SMTP is not configured' },
        ]),
      );
    } finally {
      await startAlone();
      await new Promise<void>((resolve) => smtp.close(() => resolve()));
    }
  });
});
