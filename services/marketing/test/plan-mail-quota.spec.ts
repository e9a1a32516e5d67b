import { randomBytes } from 'node:crypto';
import { createMemoryBus, type Bus } from '@porchlight/bus';
import { createRecordingMailer, type RecordingMailer } from '@porchlight/mail';
import { LIMITS } from '@porchlight/limits';
import type { Clock } from '@porchlight/runtime';
import { eventually, startDatabase, type TestDatabase } from '@porchlight/testkit';
import { openAccount, startMarketingService, type Json, type MarketingService } from './marketing-service';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
// In the future: the database deletes the counts of past days by its own clock, within a minute.
const NOON = Date.UTC(2100, 4, 1, 12);

/** A clock that begins at noon and jumps. */
const createJumpingClock = (): Clock & { jump(ms: number): void } => {
  let ahead = NOON - Date.now();
  return {
    now: () => Date.now() + ahead,
    date: () => new Date(Date.now() + ahead),
    jump: (ms) => void (ahead += ms),
  };
};

let database: TestDatabase;
let bus: Bus;
let service: MarketingService | undefined;
beforeAll(async () => {
  database = await startDatabase();
  bus = createMemoryBus();
});
afterEach(async () => {
  await service?.stop();
  service = undefined;
});
afterAll(async () => {
  await bus?.close();
  await database?.stop();
});

/** A service with an account that applies a plan with a mail to this many people. */
const open = async (
  people: number,
  account: { created?: Date; mailsPerDay?: Record<string, number> },
  failures = 0,
) => {
  const clock = createJumpingClock();
  const mailer: RecordingMailer = createRecordingMailer();
  for (let nth = 0; nth < failures; nth++) mailer.failNext({ sent: false, reason: 'busy', permanent: false });
  const name = `marketing_${randomBytes(6).toString('hex')}`;
  service = await startMarketingService({
    uri: database.uri(name),
    database: name,
    bus,
    clock,
    mailer,
    planIntervalMs: 20,
    account: { ...account, mailsPerDay: account.mailsPerDay ?? {} },
  });
  const opened = await openAccount(service, bus);
  const { owner } = opened;
  await opened.people(...Array.from({ length: people }, (_, at) => ({ id: at + 1, emails: [`p${at + 1}@x.example`] })));
  const { id: templateId } = await owner.createTemplate({ name: 'T', subject: 'Hello', body: 'Hello' });
  const plan = await owner.createPlan({ name: 'P', steps: [{ type: 'sendEmail', templateId }] });
  for (let id = 1; id <= people; id++) await owner.applyPlan(id, plan['id'] as number);
  const readMails = async (): Promise<Json[]> => {
    const mails: Json[] = [];
    for (let offset = 0; offset < people; offset += 100) {
      const { applied } = await owner.listApplied(`fields=mails&limit=100&offset=${offset}`);
      mails.push(...applied.flatMap((one) => one['mails'] as Json[]));
    }
    return mails;
  };
  // 205 people and their mails take minutes on a slow machine.
  const waitFor = (status: string, count: number) =>
    eventually(
      async () => {
        const mails = (await readMails()).filter((mail) => mail['status'] === status);
        expect(mails).toHaveLength(count);
        return mails;
      },
      { timeoutMs: 400_000, intervalMs: 1_000 },
    );
  return { clock, mailer, readMails, waitFor };
};

describe('N5 plan mails of an account and day', () => {
  it('given a quota, when it is used up, then the others wait for the next day, say so in the log, and are sent then', async () => {
    const { clock, mailer, readMails, waitFor } = await open(5, { mailsPerDay: { planMails: 2 } });
    await waitFor('Sent', 2);
    const reason = expect.stringMatching(
      /^The account has sent its 2 mails of today; it is sent from 2100-05-02T00:00:00Z on/,
    );
    await eventually(async () =>
      expect((await readMails()).filter((mail) => mail['status'] === 'Waiting')).toEqual(
        Array.from({ length: 3 }, () => expect.objectContaining({ reason, at: null })),
      ),
    );
    expect(mailer.mails).toHaveLength(2);
    clock.jump(11 * HOUR);
    expect(mailer.mails).toHaveLength(2);
    clock.jump(HOUR + 1);
    await waitFor('Sent', 4);
    clock.jump(DAY);
    const sent = await waitFor('Sent', 5);
    expect(sent.map((mail) => mail['reason'])).toEqual([null, null, null, null, null]);
    expect(new Set(mailer.mails.map(({ to }) => to.address)).size).toBe(5);
    expect(mailer.mails).toHaveLength(5);
  });

  it('given a mail whose first attempt fails, then its retry counts no second mail of the day', async () => {
    const { clock, mailer, readMails } = await open(1, { mailsPerDay: { planMails: 1 } }, 1);
    await eventually(
      async () => {
        clock.jump(61_000);
        expect(await readMails()).toMatchObject([{ status: 'Sent' }]);
      },
      { intervalMs: 200 },
    );
    expect(mailer.mails).toHaveLength(1);
  });

  it('given an account of 29 days and more due mails than its quota, then exactly 200 leave on this day', async () => {
    const { mailer, waitFor } = await open(205, { created: new Date(NOON - 29 * DAY) });
    await waitFor('Sent', LIMITS.newAccountPlanMails.value);
    await waitFor('Waiting', 5);
    expect(mailer.mails).toHaveLength(200);
  }, 480_000);
});
