import { eventually } from '@porchlight/testkit';
import { MAIL_LEASE_MS } from '../src/notifications/send-mails';
import { HOUR } from './notifier-service';
import { useMailQueue } from './use-mail-queue';

const BUSY = { sent: false, reason: 'The server answered 451', permanent: false } as const;

describe('The mail queue', () => {
  const suite = useMailQueue();

  test('Given 5,000 mails of one account, When another account has a mail after them, Then it is sent with the next batch', async () => {
    const early = new Date(suite.clock.now() - HOUR);
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
    for (let at = 0; at < bulk.length; at += 1_000) await suite.queue.add(bulk.slice(at, at + 1_000));
    await suite.queue.add([{ ...bulk[0]!, _id: '9:other', accountId: 9, dueAt: suite.clock.date() }]);
    const due = await suite.queue.due(suite.clock.date(), 12);
    expect(due).toHaveLength(12);
    expect(due.map(({ _id }) => _id)).toContain('9:other');
  });

  test('When the server stays busy, Then a mail is attempted seven times within half a day, then given up', async () => {
    suite.mailer.failNext(...Array.from({ length: 20 }, () => BUSY));
    await suite.add(['a']);
    suite.work();
    for (let n = 1; n <= 6; n++) {
      await eventually(async () => {
        const { tries: made, dueAt, state } = await suite.read('a');
        expect([made, state]).toEqual([n, 'Waiting']);
        expect(dueAt!.getTime() - suite.clock.now()).toBeLessThanOrEqual(6 * HOUR);
        expect(dueAt!.getTime() - suite.clock.now()).not.toBe(MAIL_LEASE_MS);
      });
      suite.clock.advance(6 * HOUR);
    }
    await eventually(async () => expect(await suite.read('a')).toMatchObject({ tries: 7, state: 'GivenUp' }));
    expect((await suite.read('a')).dueAt).toBeUndefined();
    expect(suite.mailer.mails).toEqual([]);
  });

  test('When a process dies while it sends a mail, Then another sends it after the lease, with the same Message-ID', async () => {
    await suite.add(['a']);
    await suite.queue.begin(['1:a'], new Date(suite.clock.now() + MAIL_LEASE_MS), true);
    await suite.add(['b']);
    suite.work();
    await eventually(async () => expect(await suite.read('b')).toMatchObject({ state: 'Sent' }));
    expect(suite.mailer.mails.map(({ subject }) => subject)).toEqual(['b']);
    suite.clock.advance(MAIL_LEASE_MS);
    await eventually(async () => expect(await suite.read('a')).toMatchObject({ state: 'Sent', tries: 2 }));
    expect(suite.mailer.mails.map(({ subject }) => subject)).toEqual(['b', 'a']);
  });

  test('When many mails wait, are added again, and two processes run, Then each is sent once', async () => {
    const ann = suite.users.get('1:2')!;
    const ids = Array.from({ length: 60 }, (_, n) => `mail ${n}`);
    // One for each mailbox: none is held.
    for (const userId of ids.keys())
      suite.users.set(`1:${userId}`, { ...ann, userId, email: `u${userId}@example.com` });
    const addAll = async () => {
      for (const [userId, id] of ids.entries()) await suite.add([id], { accountId: 1, userId });
    };
    await addAll();
    await addAll();
    suite.work('one');
    suite.work('two');
    await eventually(() => expect(suite.mailer.mails.map(({ subject }) => subject).sort()).toEqual([...ids].sort()));
    // The holder stops, the other process continues.
    suite.running.find((_each, n) => suite.holder === ['one', 'two'][n])!.abort();
    await suite.add(['last']);
    await eventually(() => expect(suite.mailer.mails).toHaveLength(61));
  });

  test('When the user is unknown, Then the mail waits; when the user is disabled, it is dropped', async () => {
    const ann = suite.users.get('1:2')!;
    suite.users.clear();
    await suite.add(['a']);
    suite.work();
    await eventually(async () =>
      expect(await suite.read('a')).toMatchObject({ tries: 1, dueAt: new Date(suite.clock.now() + 60_000) }),
    );
    suite.users.set('1:2', ann);
    suite.clock.advance(60_000);
    await eventually(async () => expect(await suite.read('a')).toMatchObject({ state: 'Sent' }));
    suite.users.set('1:2', { ...ann, status: 'Disabled' });
    await suite.add(['b']);
    await eventually(async () => expect(await suite.read('b')).toMatchObject({ state: 'Dropped' }));
    expect(suite.mailer.mails).toHaveLength(1);
  });
});
