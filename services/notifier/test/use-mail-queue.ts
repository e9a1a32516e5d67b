import { createOpenJobs, openMailQuota } from '@porchlight/backend';
import { createRecordingMailer, type RecordingMailer } from '@porchlight/mail';
import { createIds, createManualClock, createMetrics, type ManualClock } from '@porchlight/runtime';
import type { Store } from '@porchlight/store';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { captureLogger, type CapturedLogger } from '@porchlight/testkit';
import { mailDigests } from '../src/notifications/mail-digests';
import { createMailGate } from '../src/notifications/mail-gate';
import { createMailQueue, mailSchema, type MailDocument, type MailQueue } from '../src/notifications/mail-queue';
import { createMailboxLimits, mailboxSchema } from '../src/notifications/mailbox-limits';
import { createMailWorker, type MailWorker } from '../src/notifications/send-mails';
import type { CopiedUser } from '../src/copies';
import { HOUR, START } from './notifier-service';

/** A mail queue, and the processes that send its mails. */
export interface MailSuite {
  readonly store: Store;
  readonly clock: ManualClock;
  readonly log: CapturedLogger;
  readonly queue: MailQueue;
  readonly mailer: RecordingMailer;
  /** Users by account and id: `1:2`. Ann is user 2 of account 1. */
  readonly users: Map<string, CopiedUser>;
  /** Quotas that the operator set, by kind. */
  readonly quotas: Record<string, number>;
  /** The process that holds the lease. */
  holder: string | undefined;
  readonly running: AbortController[];
  /** Starts a process. */
  work(process?: string): void;
  /** The workers of a process that is not started. `mortal` replaces its operations on the database. */
  open(process: string, mortal?: <T extends object>(target: T) => T): MailProcess;
  /** Adds mails of a user of account 1. */
  add(ids: readonly string[], recipient?: { accountId: number; userId: number }): Promise<void>;
  read(id: string): Promise<MailDocument>;
}

/** The workers of a process. */
export interface MailProcess {
  readonly mails: MailWorker;
  readonly digests: Pick<MailWorker, 'run' | 'look'>;
}

const untouched = <T extends object>(target: T): T => target;

/** Opens a mail queue for each test. */
export const useMailQueue = (): MailSuite => {
  const suite = {} as MailSuite & { -readonly [K in keyof MailSuite]: MailSuite[K] };
  let ends: Promise<void>[];

  /** Like the store's lease between processes: one holder at a time. */
  const createLease = (process: string) => ({
    hold: async () => (suite.holder ??= process) === process,
    release: async () => void (suite.holder === process && (suite.holder = undefined)),
  });
  const open = (mortal: typeof untouched) => {
    const { store, clock, log, quotas } = suite;
    const metrics = createMetrics({ service: 'notifier', processMetrics: false });
    const collection = ((name: string, schema: never) => mortal(store.collection(name, schema))) as never;
    const mailboxes = createMailboxLimits(mortal(store.collection('mailboxes', mailboxSchema)), clock);
    return {
      queue: createMailQueue(mortal(store.collection('mails', mailSchema))),
      mailboxes,
      digests: createOpenJobs({ store: { collection }, clock, ids: createIds({ clock }), logger: log.logger, metrics })(
        mailDigests,
      ),
      quota: openMailQuota('notificationMails', {
        store: { collection },
        clock,
        loadAccount: async () => ({ name: 'Harbor Lane', created: new Date(START - 24 * HOUR), mailsPerDay: quotas }),
      }),
    };
  };

  suite.open = (process, mortal = untouched) => {
    const { clock, log, mailer } = suite;
    const users = {
      find: async () => (accountId: number, userId: number) => suite.users.get(`${accountId}:${userId}`),
    };
    const gate = createMailGate({ users, mailsLeave: mailer.leaves, clock });
    const opened = open(mortal);
    const mails = createMailWorker({
      ...opened,
      users,
      gate,
      mailer,
      lease: createLease(process),
      intervalMs: 2,
      clock,
      logger: log.logger,
    });
    return { mails, digests: opened.digests.createWorker({ ...opened, gate, onMails: mails.notify, clock }) };
  };
  suite.work = (process = 'one') => {
    const { mails, digests } = suite.open(process);
    const controller = new AbortController();
    suite.running.push(controller);
    ends.push(mails.run(controller.signal), digests.run(controller.signal));
  };
  suite.add = (ids, recipient = { accountId: 1, userId: 2 }) =>
    suite.queue.add(
      ids.map((id) => ({
        _id: `${recipient.accountId}:${id}`,
        ...recipient,
        subject: id,
        text: `Text of ${id}\n`,
        created: suite.clock.date(),
        dueAt: suite.clock.date(),
        tries: 0,
      })),
    );
  suite.read = async (id) => (await suite.store.collection<MailDocument>('mails').findOne({ _id: `1:${id}` }))!;

  beforeEach(async () => {
    const clock = createManualClock(START);
    const log = captureLogger();
    const store = await openLoneStore({ service: 'notifier', clock, logger: log.logger });
    const ann = { accountId: 1, userId: 2, name: 'Ann', email: 'ann@example.com', role: 'Agent', status: 'Active' };
    Object.assign(suite, { clock, log, store, mailer: createRecordingMailer(), quotas: {}, running: [] });
    Object.assign(suite, { users: new Map([['1:2', ann]]), holder: undefined, queue: open(untouched).queue });
    ends = [];
    await store.prepare();
  });
  afterEach(async () => {
    for (const each of suite.running) each.abort();
    await Promise.all(ends);
    await suite.store.stop(AbortSignal.timeout(5_000));
  });
  return suite;
};
