import { createRecordingMailer, type RecordingMailer } from '@porchlight/mail';
import { createManualClock, type ManualClock } from '@porchlight/runtime';
import type { Store } from '@porchlight/store';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { captureLogger, eventually, type CapturedLogger } from '@porchlight/testkit';
import { createMailQueue, mailSchema, type MailDocument, type MailQueue } from '../src/notifications/mail-queue';
import type { KnownUser } from '../src/notifications/user-copies';
import { createMailWorker, MAIL_LEASE_MS } from '../src/notifications/send-mails';
import { START } from './notifier-service';

const HOUR = 3_600_000;
const BUSY = { sent: false, reason: 'The server answered 451', permanent: false } as const;

describe('The mail queue', () => {
  let store: Store;
  let clock: ManualClock;
  let log: CapturedLogger;
  let queue: MailQueue;
  let mailer: RecordingMailer;
  let known: Map<number, KnownUser>;
  const running: AbortController[] = [];
  const ends: Promise<void>[] = [];

  beforeEach(async () => {
    clock = createManualClock(START);
    log = captureLogger();
    store = await openLoneStore({ service: 'notifier', clock, logger: log.logger });
    queue = createMailQueue(store.collection('mails', mailSchema));
    await store.prepare();
    mailer = createRecordingMailer();
    known = new Map([
      [2, { accountId: 1, userId: 2, name: 'Ann', email: 'ann@example.com', role: 'Agent', status: 'Active' }],
    ]);
  });
  afterEach(async () => {
    for (const each of running.splice(0)) each.abort();
    await Promise.all(ends.splice(0));
    await store.stop(AbortSignal.timeout(5_000));
  });

  /** Like the store's lease between processes: one holder at a time. */
  let holder: string | undefined;
  const createLease = (process: string) => ({
    hold: async () => (holder ??= process) === process,
    release: async () => void (holder === process && (holder = undefined)),
  });
  const work = (process = 'one'): void => {
    const controller = new AbortController();
    const users = { find: async () => (_account: number, userId: number) => known.get(userId) };
    const worker = createMailWorker({
      queue,
      users,
      mailer,
      lease: createLease(process),
      intervalMs: 2,
      clock,
      logger: log.logger,
    });
    running.push(controller);
    ends.push(worker.run(controller.signal));
  };
  const add = (...ids: string[]) =>
    queue.add(
      ids.map((id) => ({
        _id: `1:${id}`,
        accountId: 1,
        userId: 2,
        subject: id,
        text: 'x',
        created: clock.date(),
        dueAt: clock.date(),
        tries: 0,
      })),
    );
  const tries = async (id: string) => (await store.collection<MailDocument>('mails').findOne({ _id: `1:${id}` }))!;

  test('Given 5,000 mails of one account, When another account has a mail after them, Then it is sent with the next batch', async () => {
    const early = new Date(clock.now() - HOUR);
    const bulk = Array.from({ length: 5_000 }, (_, n) => ({
      _id: `1:bulk${n}`,
      accountId: 1,
      userId: 2,
      subject: 'x',
      text: 'x',
      created: early,
      dueAt: early,
      tries: 0,
    }));
    for (let at = 0; at < bulk.length; at += 1_000) await queue.add(bulk.slice(at, at + 1_000));
    await queue.add([{ ...bulk[0]!, _id: '9:other', accountId: 9, dueAt: clock.date() }]);
    const due = await queue.due(clock.date(), 12);
    expect(due).toHaveLength(12);
    expect(due.map(({ _id }) => _id)).toContain('9:other');
  });

  test('When the server stays busy, Then a mail is attempted seven times within half a day, then given up', async () => {
    mailer.failNext(...Array.from({ length: 20 }, () => BUSY));
    await add('a');
    work();
    for (let n = 1; n <= 6; n++) {
      await eventually(async () => {
        const { tries: made, dueAt, state } = await tries('a');
        expect([made, state]).toEqual([n, 'Waiting']);
        expect(dueAt!.getTime() - clock.now()).toBeLessThanOrEqual(6 * HOUR);
        expect(dueAt!.getTime() - clock.now()).not.toBe(MAIL_LEASE_MS);
      });
      clock.advance(6 * HOUR);
    }
    await eventually(async () => expect(await tries('a')).toMatchObject({ tries: 7, state: 'GivenUp' }));
    expect((await tries('a')).dueAt).toBeUndefined();
    expect(mailer.mails).toEqual([]);
  });

  test('When a process dies while it sends a mail, Then another sends it after the lease, with the same Message-ID', async () => {
    await add('a');
    await queue.begin(['1:a'], new Date(clock.now() + MAIL_LEASE_MS));
    await add('b');
    work();
    await eventually(async () => expect(await tries('b')).toMatchObject({ state: 'Sent' }));
    expect(mailer.mails.map(({ subject }) => subject)).toEqual(['b']);
    clock.advance(MAIL_LEASE_MS);
    await eventually(async () => expect(await tries('a')).toMatchObject({ state: 'Sent', tries: 2 }));
    expect(mailer.mails.map(({ subject }) => subject)).toEqual(['b', 'a']);
  });

  test('When many mails wait, are added again, and two processes run, Then each is sent once', async () => {
    const ids = Array.from({ length: 60 }, (_, n) => `mail ${n}`);
    await add(...ids);
    await add(...ids);
    work('one');
    work('two');
    await eventually(() => expect(mailer.mails.map(({ subject }) => subject).sort()).toEqual([...ids].sort()));
    // The holder stops, the other process continues.
    running.find((_each, n) => holder === ['one', 'two'][n])!.abort();
    await add('last');
    await eventually(() => expect(mailer.mails).toHaveLength(61));
  });

  test('When the user is unknown, Then the mail waits; when the user is disabled, it is dropped', async () => {
    const ann = known.get(2)!;
    known.clear();
    await add('a');
    work();
    await eventually(async () =>
      expect(await tries('a')).toMatchObject({ tries: 1, dueAt: new Date(clock.now() + 60_000) }),
    );
    known.set(2, ann);
    clock.advance(60_000);
    await eventually(async () => expect(await tries('a')).toMatchObject({ state: 'Sent' }));
    known.set(2, { ...ann, status: 'Disabled' });
    await add('b');
    await eventually(async () => expect(await tries('b')).toMatchObject({ state: 'Dropped' }));
    expect(mailer.mails).toHaveLength(1);
  });
});
