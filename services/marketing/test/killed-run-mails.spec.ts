import { openCopy, type Originals } from '@porchlight/backend';
import { createRecordingMailer } from '@porchlight/mail';
import { createIds, createManualClock } from '@porchlight/runtime';
import { composeKey, type Store } from '@porchlight/store';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { captureLogger, dieAt, randomAccountId } from '@porchlight/testkit';
import { createPlanMails, type PlanMail, planMailSchema } from '../src/action-plans/plan-mails';
import type { PlanParts } from '../src/action-plans/plan-parts';
import { createPlanMailSender, MAIL_LEASE_MS } from '../src/action-plans/send-plan-mails';
import { personCopy } from '../src/copies/marketing-copies';
import { createContactMailer } from '../src/suppressions/contact-mailer';
import { createEventStore } from '../src/email-events/email-event-store';

const NEVER = new AbortController().signal;
const { logger } = captureLogger({ service: 'marketing', level: 'fatal' });
const clock = createManualClock(Date.UTC(2026, 4, 1));
const ENDED = 'The service ended while it sent the mail';

let store: Store;
beforeAll(async () => {
  store = await openLoneStore({ service: 'marketing', clock });
  await store.start();
});
afterAll(() => store.stop(AbortSignal.timeout(5_000)));

/** The sender of a process; `recorded` are the mails that people recorded. */
const startSender = (
  mortal: <T extends object>(target: T) => T,
  mailer: Pick<ReturnType<typeof createRecordingMailer>, 'send'>,
  recorded: PlanMail[],
) => {
  const collection: Store['collection'] = (name, schema) => mortal(store.collection(name, schema));
  const lone = (name: string) => mortal(store.collection<never>(name));
  return createPlanMailSender({
    ...{ clock, logger, planIntervalMs: 1, ids: createIds({ clock }) },
    mails: createPlanMails(collection('planMails', planMailSchema)),
    ledger: createEventStore(lone('emEventLog'), lone('emSums'), lone('emEventIds')),
    emailRecords: mortal({ record: async (mail: PlanMail) => void recorded.push(mail) }),
    contactMailer: createContactMailer({
      mailer: mortal({ send: mailer.send }),
      suppressed: { find: async () => undefined },
      profiles: { load: async () => ({ name: 'Harbor Lane Homes', mailFooter: '' }) },
      links: { create: () => 'https://porchlight.example/unsubscribe/x', sample: '' },
      senders: { choose: async () => ({ kind: 'installation' }) },
      defaultFrom: 'porchlight@localhost',
      quota: mortal({ take: async () => ({ allowed: 1, limit: 200, resumesAt: new Date(0) }) }),
    }),
    heldRuns: { isPaused: async () => false, isGone: async () => false },
    templates: { load: async () => ({ subject: 'S', body: 'B' }) },
    people: openCopy(personCopy, { store: { collection }, clock, originals: {} as Originals }),
    users: { byId: async () => undefined },
    inquiries: { byId: async () => undefined },
  } as unknown as PlanParts);
};

const addPerson = async (accountId: number): Promise<void> =>
  void (await store.collection<any>('people').insertOne({
    ...{ _id: composeKey(accountId, 1), accountId, personId: 1, version: 1, name: 'N', firstName: '', lastName: '' },
    ...{ emails: [{ value: 'ann@x.example', status: '' }], emailKeys: [], phones: [], addresses: [], source: '' },
    ...{ viewers: [], deleted: false },
  }));

/** A mail of a run; the sending process ends at the nth operation, another continues. */
const live = async (nth: number, late: boolean) => {
  const accountId = randomAccountId();
  const _id = `${accountId}:1:0`;
  await addPerson(accountId);
  const mails = createPlanMails(store.collection('planMails', planMailSchema));
  await mails.add([
    {
      ...{ _id, accountId, personId: 1, appliedPlanId: 0, runId: 1, templateId: 1, userId: 1 },
      ...{ state: 'Waiting', tries: 0, wakeAt: clock.date() },
    },
  ]);
  const mailer = createRecordingMailer();
  const recorded: PlanMail[] = [];
  const life = dieAt(nth, late);
  // What fails in one mail is logged; what fails before, ends the process.
  await startSender(life.mortal, mailer, recorded)
    .look(NEVER)
    .catch(() => undefined);
  const second = startSender((target) => target, mailer, recorded);
  for (let look = 0; look < 3; look++) {
    clock.advance(MAIL_LEASE_MS);
    await second.look(NEVER);
  }
  const [mail] = await mails.byIds([_id]);
  return { mail: mail!, sent: mailer.mails.length, recorded, wasKilled: life.wasKilled() };
};

/** The lives of all processes that end at an operation. */
const liveAll = async (late: boolean) => {
  const lives = [];
  for (let nth = 1; ; nth++) {
    const one = await live(nth, late);
    if (!one.wasKilled) return lives;
    lives.push(one);
  }
};

describe.each([false, true])('D12.5 a mail of an automation whose process ends (answer lost: %s)', (late) => {
  let lives: Awaited<ReturnType<typeof liveAll>>;
  beforeAll(async () => void (lives = await liveAll(late)));

  it('given an end at any operation, then the mail is sent at most once', () => {
    expect(lives.length).toBeGreaterThan(8);
    expect(lives.filter(({ sent }) => sent > 1)).toEqual([]);
  });

  it('given an attempt that was begun and not finished, then the mail is Unknown and says why', () => {
    const attempted = lives.filter(({ mail }) => mail.state !== 'Sent').map(({ mail }) => mail);
    expect(attempted.length).toBeGreaterThan(0);
    for (const mail of attempted)
      expect(mail).toMatchObject({ state: 'Unknown', reason: ENDED, begun: true, at: expect.any(Date) });
    expect(attempted.filter(({ wakeAt }) => wakeAt !== undefined)).toEqual([]);
  });

  it('given an end before or after the attempt, then the mail is sent, and recorded under one key', () => {
    const sent = lives.filter(({ mail }) => mail.state === 'Sent');
    expect(sent.length).toBeGreaterThan(0);
    for (const { mail, sent: count, recorded } of sent) {
      expect(count).toBe(1);
      expect(new Set(recorded.map(({ _id }) => _id))).toEqual(new Set([mail._id]));
    }
  });
});
