import { randomBytes } from 'node:crypto';
import { createChangeMessage } from '@porchlight/backend/test/service';
import { createMemoryBus, type Bus } from '@porchlight/bus';
import { createRecordingMailer, type RecordingMailer } from '@porchlight/mail';
import { createManualClock, type Clock } from '@porchlight/runtime';
import { systemCall, type Store } from '@porchlight/store';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import {
  eventually,
  expectRefusal,
  randomAccountId,
  startDatabase,
  startDns,
  type TestDatabase,
  type TestDns,
} from '@porchlight/testkit';
import { planMailSchema } from '../src/action-plans/plan-mails';
import { migrations as serviceMigrations } from '../src/migrations/marketing-migrations';
import { senderDomainReminder } from '../src/sender-domains/remind-owners';
import { createResolveTxt } from '../src/sender-domains/resolve-txt';
import { formatSenderId, senderDomainSchema } from '../src/sender-domains/sender-domain-document';
import { createSenderDomains, GRACE_MS } from '../src/sender-domains/sender-domains';
import {
  openAccount,
  startMarketingService,
  type Account,
  type Json,
  type MarketingService,
} from './marketing-service';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WAITS = /no verified sender domain/;

const createJumpingClock = (): Clock & { jump(ms: number): void } => {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    date: () => new Date(Date.now() + ahead),
    jump: (ms) => void (ahead += ms),
  };
};

describe('N5 a sender domain is required for mails to contacts', () => {
  let database: TestDatabase;
  let bus: Bus;
  let dns: TestDns;
  let service: MarketingService;
  const clock = createJumpingClock();
  const mailer: RecordingMailer = createRecordingMailer();

  beforeAll(async () => {
    [database, dns] = await Promise.all([startDatabase(), startDns()]);
    bus = createMemoryBus();
    const name = `marketing_${randomBytes(6).toString('hex')}`;
    service = await startMarketingService({
      uri: database.uri(name),
      database: name,
      bus,
      clock,
      mailer,
      planIntervalMs: 20,
      requireSenderDomain: true,
      dnsServers: [dns.server],
    });
  });
  afterAll(async () => {
    await service?.stop();
    await bus?.close();
    await dns?.stop();
    await database?.stop();
  });

  const open = async (email: string, name = 'Ann Lee') => {
    const account = await openAccount(service, bus);
    await account.people({ id: 1, emails: [email], fields: { name, firstName: name } });
    return account;
  };
  const applyMail = async ({ owner }: Account, subject = 'Hello'): Promise<() => Promise<Json>> => {
    const { id: templateId } = await owner.createTemplate({ name: 'T', subject, body: 'Hello' });
    const plan = await owner.createPlan({ name: 'P', steps: [{ type: 'sendEmail', templateId }] });
    const { id } = await owner.applyPlan(1, plan['id'] as number);
    return async () => ((await owner.getApplied(id as number, ['mails']))['mails'] as Json[])[0]!;
  };
  const sentTo = (address: string) => mailer.mails.filter(({ to }) => to.address === address);

  it('given no sender domain, when a mail is due, then it waits with the reason and is sent after the verification', async () => {
    const account = await open('one@x.example');
    const { owner } = account;
    const readMail = await applyMail(account);
    await eventually(async () =>
      expect(await readMail()).toMatchObject({ status: 'Waiting', reason: expect.stringMatching(WAITS) }),
    );
    const set = await owner.setSender('Team <team@Harbor.example>');
    expect(set).toMatchObject({ address: 'team@harbor.example', status: 'Pending', required: true });
    expect(await owner.verifySender()).toMatchObject({
      status: 'Pending',
      problem: expect.stringContaining('_porchlight.harbor.example'),
    });
    dns.records.set(set.recordName!, ['v=spf1 -all', set.recordValue!]);
    expect(await owner.verifySender()).toMatchObject({ status: 'Verified' });
    expect(sentTo('one@x.example')).toEqual([]);
    clock.jump(HOUR + 1_000);
    await eventually(async () => expect(await readMail()).toMatchObject({ status: 'Sent', reason: null }));
    expect(sentTo('one@x.example')).toMatchObject([
      { from: { address: 'team@harbor.example', name: 'Harbor Lane Homes' } },
    ]);
  });

  it('D12.1 given a verified domain, when a guest whom only an address names is invited, then the mail leaves', async () => {
    const account = await open('host@x.example');
    const { recordName, recordValue } = await account.owner.setSender('team@guests.example');
    dns.records.set(recordName!, [recordValue!]);
    expect(await account.owner.verifySender()).toMatchObject({ status: 'Verified' });
    await account.publishPeople(
      createChangeMessage(account.accountId, {
        ...{ service: 'people', resource: 'appointments', verb: 'invited', ids: [1] },
        data: {
          ...{ appointmentId: 1, version: 1, method: 'REQUEST', organizerId: 1, zone: 'America/Chicago' },
          ...{ title: 'Tour', description: '', location: '' },
          ...{ created: '2027-03-01T12:00:00.000Z', updated: '2027-03-01T12:00:00.000Z' },
          ...{ start: '2027-03-02T15:00:00.000Z', end: '2027-03-02T16:00:00.000Z' },
          recipients: [{ email: 'guest@y.example', name: 'Guest' }],
        },
      }),
    );
    await eventually(() =>
      expect(sentTo('guest@y.example')).toMatchObject([{ from: { address: 'team@guests.example' } }]),
    );
  });

  it('given a record that appears later, when the mail is due again, then the domain is verified without a request', async () => {
    const account = await open('two@x.example');
    const { recordName, recordValue } = await account.owner.setSender('team@later.example');
    const readMail = await applyMail(account);
    await eventually(async () => expect(await readMail()).toMatchObject({ reason: expect.stringMatching(WAITS) }));
    dns.records.set(recordName!, [recordValue!]);
    clock.jump(HOUR + 1_000);
    await eventually(async () => expect(await readMail()).toMatchObject({ status: 'Sent' }));
    expect(await account.owner.readSender()).toMatchObject({ status: 'Verified' });
  });

  it('given the record of another account, then it does not verify the domain', async () => {
    const [first, second] = [await open('a@x.example'), await open('b@x.example')];
    const { recordName, recordValue } = await first.owner.setSender('team@shared.example');
    await second.owner.setSender('team@shared.example');
    dns.records.set(recordName!, [recordValue!]);
    expect(await second.owner.verifySender()).toMatchObject({ status: 'Pending' });
    expect(await first.owner.verifySender()).toMatchObject({ status: 'Verified' });
    expect(await first.owner.setSender('news@shared.example')).toMatchObject({ status: 'Verified' });
    expect(await first.owner.setSender('team@other.example')).toMatchObject({ status: 'Pending' });
  });

  it.each(['nonsense', 'a@localhost', 'a@x.example, b@x.example', '@x.example'])(
    'given the address %j, then it is refused and nothing changes',
    async (address) => {
      const account = await open('c@x.example');
      await expectRefusal(account.owner.setSender(address), 'INVALID_BODY');
      expect(await account.owner.readSender()).toMatchObject({ status: 'None', address: undefined });
      await expectRefusal(account.owner.verifySender(), 'INVALID_BODY');
    },
  );

  it('given a broker or an agent, then only the owner sets the sender', async () => {
    const account = await open('d@x.example');
    await expectRefusal(account.broker.setSender('a@x.example'), 'FORBIDDEN');
    await expectRefusal(account.agent.readSender(), 'FORBIDDEN');
    expect(await account.broker.readSender()).toMatchObject({ status: 'None' });
  });

  it('given a name with a link, then the subject of the mail has no link', async () => {
    const account = await open('e@x.example', 'Win <b>$9</b> at https://evil.example/x');
    const { recordName, recordValue } = await account.owner.setSender('team@subject.example');
    dns.records.set(recordName!, [recordValue!]);
    const readMail = await applyMail(account, 'Homes for %contact_name%');
    await eventually(async () => expect(await readMail()).toMatchObject({ status: 'Sent' }));
    expect(sentTo('e@x.example')[0]!.subject).toBe('Homes for Win b 9 b at https evil. example x');
  });
});

describe('N5 accounts that sent mails before a sender domain was required', () => {
  const clock = createManualClock(Date.UTC(2026, 4, 1));
  const NEVER = new AbortController().signal;

  const stores: Store[] = [];
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.stop(AbortSignal.timeout(1_000));
  });

  /** A database of the version before, in which the account has sent a mail of a plan. */
  const openFormer = async (state: 'Sent' | 'Waiting' = 'Sent') => {
    const accountId = randomAccountId();
    const migrations = serviceMigrations.filter(({ name }) => name.includes('former-senders'));
    const store: Store = await openLoneStore({ service: 'marketing', clock, migrations });
    const mail = { accountId, personId: 1, appliedPlanId: 1, templateId: 1, userId: 1, state, tries: 1 };
    await store.collection('planMails', planMailSchema).insertMany([{ _id: `${accountId}:1:0`, ...mail }]);
    const senderDomains = store.collection('senderDomains', senderDomainSchema);
    await store.prepare();
    stores.push(store);
    const senders = createSenderDomains({
      senderDomains,
      resolveTxt: async () => [],
      key: Buffer.alloc(32),
      clock,
      isRequired: true,
    });
    return { accountId, store, senders, senderDomains };
  };
  const findJobs = (store: Store, accountId: number) =>
    store.collection<any>('senderDomainReminders').find({ accountId }, { limit: 9 });

  it('given the upgrade, then they go on for 30 days, after which their mails wait', async () => {
    const { accountId, store, senders } = await openFormer();
    expect(await findJobs(store, accountId)).toMatchObject([{ data: { notices: 0 } }]);
    expect(await senders.choose(accountId)).toEqual({ kind: 'installation' });
    const until = await senders.beginGrace(accountId);
    expect(until).toEqual(new Date(clock.now() + GRACE_MS));
    clock.advance(30 * DAY - 1);
    expect(await senders.choose(accountId)).toEqual({ kind: 'installation' });
    clock.advance(1);
    expect(await senders.choose(accountId)).toMatchObject({ kind: 'waits', reason: expect.stringMatching(WAITS) });
    expect(await senders.beginGrace(accountId)).toEqual(until);
  });

  it('given an account that has sent no mail, then it has no such time', async () => {
    const { accountId, store, senders } = await openFormer('Waiting');
    expect(await findJobs(store, accountId)).toEqual([]);
    expect(await senders.choose(accountId)).toMatchObject({ kind: 'waits' });
  });

  it('given the reminder, then the owner is notified at once and weekly until the domain is verified', async () => {
    const { accountId, senders, senderDomains } = await openFormer();
    const published: Json[] = [];
    const publishFact = async (_fact: unknown, { data }: { data: object }) => void published.push(data as Json);
    const step = senderDomainReminder.step({ senders, isRequired: true, publishFact });
    const run = (notices: number) =>
      step({
        job: { accountId, key: { about: 'x' }, data: { notices }, added: clock.date(), tries: 1 },
        call: systemCall(accountId, NEVER),
      });
    const week = { outcome: 'again', after: '10080min' };
    expect(await run(0)).toEqual({ ...week, data: { notices: 1 } });
    expect(await run(1)).toEqual({ ...week, data: { notices: 2 } });
    expect(published).toEqual([1, 2].map((notice) => ({ notice, until: expect.stringMatching(/^2026-/) })));
    await senderDomains.updateOne(
      { _id: formatSenderId(accountId), accountId },
      { $set: { address: 'a@b.example', verifiedAt: clock.date() } },
    );
    expect(await run(2)).toEqual({ outcome: 'done' });
    expect(published).toHaveLength(2);
  });

  it('given that no domain is required yet, then the time has not begun and no owner is notified', async () => {
    const { accountId, senders } = await openFormer();
    const publishFact = async () => expect('a notice').toBe('none');
    const step = senderDomainReminder.step({ senders, isRequired: false, publishFact });
    const job = { accountId, key: { about: 'x' }, data: { notices: 0 }, added: clock.date(), tries: 1 };
    expect(await step({ job, call: systemCall(accountId, NEVER) })).toEqual({ outcome: 'again', after: '1440min' });
  });
});

describe('N5 a verified domain is looked up again', () => {
  const clock = createManualClock(Date.UTC(2026, 4, 1));
  const open = async () => {
    const accountId = randomAccountId();
    const store = await openLoneStore({ service: 'marketing', clock });
    const answer: { records: readonly string[] | undefined } = { records: [] };
    const senders = createSenderDomains({
      senderDomains: store.collection('senderDomains', senderDomainSchema),
      resolveTxt: async () => {
        if (!answer.records) throw new Error('no answer');
        return answer.records;
      },
      key: Buffer.alloc(32),
      clock,
      isRequired: true,
    });
    const { recordValue } = await senders.set(accountId, 'team@harbor.example');
    answer.records = [recordValue!];
    await senders.verify(accountId);
    /** Who sends a mail on each of the next days. */
    const chooseDaily = async (days: number): Promise<string[]> => {
      const kinds: string[] = [];
      for (let day = 0; day < days; day++) {
        clock.advance(DAY);
        kinds.push((await senders.choose(accountId)).kind);
      }
      return kinds;
    };
    return { accountId, senders, answer, recordValue: recordValue!, chooseDaily };
  };
  const ownDays = (days: number): string[] => Array.from({ length: days }, () => 'own');

  it('given a record that is gone, then mails go on for a week and wait after it, until the record is back', async () => {
    const { accountId, senders, answer, recordValue, chooseDaily } = await open();
    answer.records = [];
    expect(await chooseDaily(9)).toEqual([...ownDays(7), 'waits', 'waits']);
    expect(await senders.read(accountId)).toMatchObject({ status: 'Pending' });
    answer.records = [recordValue];
    expect(await chooseDaily(1)).toEqual(ownDays(1));
    expect(await senders.read(accountId)).toMatchObject({ status: 'Verified', problem: undefined });
  });

  it('given DNS servers that do not answer, then the domain stays verified', async () => {
    const { answer, chooseDaily } = await open();
    answer.records = undefined;
    expect(await chooseDaily(30)).toEqual(ownDays(30));
  });
});

describe('D1.3 a write of the sender with the version of If-Match', () => {
  const clock = createManualClock(Date.UTC(2026, 4, 1));
  const open = async () => {
    const store = await openLoneStore({ service: 'marketing', clock });
    const senders = createSenderDomains({
      senderDomains: store.collection('senderDomains', senderDomainSchema),
      resolveTxt: async () => [],
      key: Buffer.alloc(32),
      clock,
      isRequired: true,
    });
    return { accountId: randomAccountId(), senders };
  };

  it('given an account without a sender and two addresses at once, then one is stored, the other refused', async () => {
    const { accountId, senders } = await open();
    const { version } = await senders.read(accountId);
    const results = await Promise.allSettled(
      ['a@one.example', 'b@two.example'].map((address) => senders.set(accountId, address, version)),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find((result) => result.status === 'rejected')?.reason).toMatchObject({
      reason: 'PRECONDITION_FAILED',
    });
    const stored = results.find((result) => result.status === 'fulfilled');
    expect(await senders.read(accountId)).toEqual(stored?.value);
  });

  it('given another address in between, then a removal is refused; a look at DNS in between changes no version', async () => {
    const { accountId, senders } = await open();
    const { version: first } = await senders.set(accountId, 'a@one.example');
    const { version: second } = await senders.set(accountId, 'b@one.example');
    await expectRefusal(senders.remove(accountId, first), 'PRECONDITION_FAILED');
    await senders.verify(accountId);
    await senders.remove(accountId, second);
    expect(await senders.read(accountId)).toMatchObject({ status: 'None' });
  });
});

describe('looking TXT records up', () => {
  let dns: TestDns;
  beforeAll(async () => void (dns = await startDns()));
  afterAll(() => dns?.stop());

  it('given records, a long record and no record, then each is one text, or none', async () => {
    const resolve = createResolveTxt([dns.server]);
    const long = 'x'.repeat(300);
    dns.records.set('a.example', ['one', long]);
    expect(await resolve('a.example')).toEqual(['one', long]);
    expect(await resolve('none.example')).toEqual([]);
    expect(dns.questions).toEqual(['a.example', 'none.example']);
  });

  it('given a server that does not answer, then the look-up fails in time', async () => {
    dns.silent = true;
    const startedAt = Date.now();
    await expect(createResolveTxt([dns.server])('a.example')).rejects.toThrow();
    expect(Date.now() - startedAt).toBeLessThan(12_000);
  });
});
