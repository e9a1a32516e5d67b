import { dieAt, eventually } from '@porchlight/testkit';
import { HOUR } from './notifier-service';
import { useMailQueue, type MailProcess } from './use-mail-queue';

const NEVER = new AbortController().signal;
const MINUTE = 60_000;
const DAY = 24 * HOUR;
const number = (count: number, prefix = 'mail'): string[] => Array.from({ length: count }, (_, n) => `${prefix} ${n}`);

describe('N5 notification mails', () => {
  const suite = useMailQueue();
  const subjects = () => suite.mailer.mails.map(({ subject }) => subject);
  const waitForMails = (count: number) => eventually(() => expect(subjects()).toHaveLength(count));
  const addUser = (accountId: number, userId: number, fields: { email: string }) =>
    suite.users.set(`${accountId}:${userId}`, { ...suite.users.get('1:2')!, accountId, userId, ...fields });

  describe('addresses', () => {
    const setAnn = (fields: { emailConfirmed?: boolean; confirmEmailBy?: Date }) =>
      suite.users.set('1:2', { ...suite.users.get('1:2')!, ...fields });

    test('Given an address that was not confirmed, When a mail is due, Then it is dropped', async () => {
      setAnn({ emailConfirmed: false });
      await suite.add(['a']);
      suite.work();
      await eventually(async () => expect(await suite.read('a')).toMatchObject({ state: 'Dropped' }));
      expect(subjects()).toEqual([]);
    });

    test('Given a user of an earlier version, Then mail is sent until the time to confirm ends', async () => {
      setAnn({ emailConfirmed: false, confirmEmailBy: new Date(suite.clock.now() + DAY) });
      await suite.add(['a']);
      suite.work();
      await waitForMails(1);
      suite.clock.advance(DAY);
      await suite.add(['b']);
      await eventually(async () => expect(await suite.read('b')).toMatchObject({ state: 'Dropped' }));
      expect(subjects()).toEqual(['a']);
    });

    test('Given a copy without the field, Then mail is sent', async () => {
      await suite.add(['a']);
      suite.work();
      await waitForMails(1);
    });
  });

  describe('one mailbox', () => {
    test('Given more than 10 mails in an hour, Then 10 are sent, and one digest an hour later names the others', async () => {
      await suite.add(number(25));
      suite.work();
      await eventually(async () => expect(await suite.read('mail 24')).toMatchObject({ state: 'Digest' }));
      await waitForMails(10);
      suite.clock.advance(HOUR - 1_000);
      expect(subjects()).toHaveLength(10);
      suite.clock.advance(1_000);
      await waitForMails(11);
      expect(suite.mailer.mails[10]).toMatchObject({ subject: '15 new notifications' });
      expect(suite.mailer.mails[10]!.text).toContain('- Text of mail 17\n');
      expect(await suite.read('mail 24')).toMatchObject({ state: 'Digested' });
    });

    test('Given more than 50 held mails, Then the digest counts those that it does not name', async () => {
      await suite.add(number(80));
      suite.work();
      await eventually(async () => expect(await suite.read('mail 79')).toMatchObject({ state: 'Digest' }));
      suite.clock.advance(HOUR);
      await waitForMails(11);
      expect(suite.mailer.mails[10]).toMatchObject({ subject: '70 new notifications' });
      expect(suite.mailer.mails[10]!.text).toContain('- and 20 more\n');
    });

    test('Given two accounts with users of one mailbox, Then they share its 10 mails and its digest of an hour', async () => {
      addUser(7, 3, { email: 'Ann@Example.com' });
      await suite.add(number(10));
      suite.work();
      await waitForMails(10);
      await suite.add(['other'], { accountId: 7, userId: 3 });
      await suite.add(['further']);
      const held = suite.store.collection<{ _id: string; state: string }>('mails');
      await eventually(async () => expect(await held.findOne({ _id: '7:other' })).toMatchObject({ state: 'Digest' }));
      await eventually(async () => expect(await suite.read('further')).toMatchObject({ state: 'Digest' }));
      suite.clock.advance(HOUR);
      await waitForMails(11);
      suite.clock.advance(HOUR - MINUTE);
      expect(subjects()).toHaveLength(11);
      suite.clock.advance(MINUTE);
      await waitForMails(12);
      expect(subjects().slice(10)).toEqual(['1 new notifications', '1 new notifications']);
    });

    test('Given an hour with 10 mails, When it has passed, Then the next mail is sent at once', async () => {
      await suite.add(number(10));
      suite.work();
      await waitForMails(10);
      suite.clock.advance(HOUR);
      await suite.add(['next']);
      await waitForMails(11);
      expect(subjects().at(-1)).toBe('next');
    });

    test('Given held mails of an erased person, When the digest is sent, Then it does not name them', async () => {
      await suite.add(number(12));
      suite.work();
      await eventually(async () => expect(await suite.read('mail 11')).toMatchObject({ state: 'Digest' }));
      await suite.store.collection('mails').deleteMany({ _id: { $in: ['1:mail 11'] } });
      suite.clock.advance(HOUR);
      await waitForMails(11);
      expect(suite.mailer.mails[10]).toMatchObject({ subject: '1 new notifications' });
      expect(suite.mailer.mails[10]!.text).not.toContain('mail 11');
    });

    test('Given a user who is disabled meanwhile, When the digest is due, Then the held mails are dropped', async () => {
      await suite.add(number(12));
      suite.work();
      await eventually(async () => expect(await suite.read('mail 11')).toMatchObject({ state: 'Digest' }));
      suite.users.set('1:2', { ...suite.users.get('1:2')!, status: 'Disabled' });
      suite.clock.advance(HOUR);
      await eventually(async () => expect(await suite.read('mail 11')).toMatchObject({ state: 'Dropped' }));
      expect(subjects()).toHaveLength(10);
    });
  });

  describe('one account', () => {
    /** Mails to one mailbox each. */
    const addEach = async (count: number, prefix: string) => {
      for (const [n, id] of number(count, prefix).entries()) {
        addUser(1, 100 + n, { email: `${n}@example.com` });
        await suite.add([id], { accountId: 1, userId: 100 + n });
      }
    };

    test('Given more mails than the quota of the day, Then the others are sent the next day', async () => {
      suite.quotas['notificationMails'] = 3;
      await addEach(5, 'first');
      suite.work();
      await waitForMails(3);
      await eventually(() => expect(suite.log.of('mails.postponed')).toMatchObject([{ mails: 2, limit: 3 }]));
      suite.clock.advance(DAY - MINUTE);
      expect(subjects()).toHaveLength(3);
      suite.clock.advance(MINUTE);
      await waitForMails(5);
    });

    test('Given an account without quota, When another account has mails, Then they are sent', async () => {
      suite.quotas['notificationMails'] = 1;
      await addEach(3, 'first');
      addUser(9, 1, { email: 'bo@example.com' });
      await suite.add(['other'], { accountId: 9, userId: 1 });
      suite.work();
      await eventually(() => expect(subjects()).toContain('other'));
      expect(subjects()).toHaveLength(2);
    });

    test('Given a mail that is retried, Then it counts once', async () => {
      suite.quotas['notificationMails'] = 2;
      suite.mailer.failNext({ sent: false, reason: 'The server answered 451', permanent: false });
      await suite.add(['a']);
      suite.work();
      await eventually(async () => expect(await suite.read('a')).toMatchObject({ tries: 1, counted: true }));
      suite.clock.advance(MINUTE);
      await waitForMails(1);
      addUser(1, 5, { email: 'bo@example.com' });
      await suite.add(['b'], { accountId: 1, userId: 5 });
      await waitForMails(2);
    });
  });

  describe.each([
    ['before it takes effect', false],
    ['after it took effect and before its answer', true],
  ])('given a process that dies at an operation, %s', (_, late) => {
    /** Looks until nothing is due or the process has died. */
    const exhaust = async (worker: MailProcess['digests'], wasKilled: () => boolean) => {
      for (let round = 0; round < 50 && !wasKilled(); round++)
        if (!(await worker.look(NEVER).catch(() => false))) return;
    };
    const live = async ({ mails, digests }: MailProcess, wasKilled: () => boolean) => {
      for (let halfHour = 0; halfHour < 5; halfHour++) {
        await exhaust(mails, wasKilled);
        suite.clock.advance(HOUR / 2);
        await exhaust(digests, wasKilled);
      }
      suite.holder = undefined;
    };
    /** Twelve notifications of a new user. Returns whether the first process died at its nth operation. */
    const interrupt = async (nth: number): Promise<boolean> => {
      const userId = 1_000 + nth;
      const ids = number(12, `mail of ${userId}:`);
      addUser(1, userId, { email: `${userId}@example.com` });
      await suite.add(ids, { accountId: 1, userId });
      const { mortal, wasKilled } = dieAt(nth, late);
      await live(suite.open('first', mortal), wasKilled);
      await live(suite.open('second'), () => false);
      const states = await Promise.all(ids.map(async (id) => (await suite.read(id)).state));
      expect(states.filter((state) => state !== 'Sent' && state !== 'Digested')).toEqual([]);
      // A mail that is sent again after the crash has the same Message-ID.
      const mails = new Map(suite.mailer.mails.map(({ messageId, text }) => [messageId, text]));
      const texts = [...mails.values()].join('');
      for (const id of ids) expect(texts.split(`Text of ${id}\n`)).toHaveLength(2);
      return wasKilled();
    };

    test('When another process continues, Then each notification is in one mail or one digest', async () => {
      suite.quotas['notificationMails'] = 100_000;
      let operations = 0;
      for (let nth = 1; await interrupt(nth); nth++) operations = nth;
      expect(operations).toBeGreaterThan(40);
    });
  });
});
