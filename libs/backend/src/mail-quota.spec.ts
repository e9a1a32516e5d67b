import { refuse } from '@porchlight/errors';
import { createManualClock, DAY_MS } from '@porchlight/runtime';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { openMailQuota, type MailQuotaOptions } from './mail-quota';

const START = Date.UTC(2026, 10, 26, 18);
const SIGNAL = new AbortController().signal;
type Account = Awaited<ReturnType<MailQuotaOptions['loadAccount']>>;

const open = async () => {
  const clock = createManualClock(START);
  const store = await openLoneStore({ service: 'notifier', clock });
  const created = new Date(START - 40 * DAY_MS);
  const answer: { account: () => Account } = {
    account: () => ({ name: 'Harbor Lane', created, mailsPerDay: { notificationMails: 5 } }),
  };
  const options: MailQuotaOptions = { store, clock, loadAccount: async () => answer.account() };
  return { clock, answer, created, quota: openMailQuota('notificationMails', options), options };
};

describe('N5 the daily quota of mails', () => {
  it('given fewer mails than the quota, when they are taken, then all are allowed', async () => {
    const { quota } = await open();
    expect(await quota.take(1, 5, SIGNAL)).toMatchObject({ allowed: 5, limit: 5 });
  });

  it('given more mails than the quota, when they are taken, then the rest waits until the next day', async () => {
    const { quota } = await open();
    await quota.take(1, 3, SIGNAL);
    const resumesAt = new Date('2026-11-27T00:00:00Z');
    expect(await quota.take(1, 4, SIGNAL)).toEqual({ allowed: 2, limit: 5, resumesAt });
    expect(await quota.take(1, 1, SIGNAL)).toEqual({ allowed: 0, limit: 5, resumesAt });
  });

  it('given a used quota, when the next day begins, then mails are allowed again', async () => {
    const { quota, clock } = await open();
    const { resumesAt } = await quota.take(1, 6, SIGNAL);
    clock.advance(resumesAt.getTime() - clock.now());
    expect((await quota.take(1, 6, SIGNAL)).allowed).toBe(5);
  });

  it('given a used quota, when another account or another kind takes mails, then they are allowed', async () => {
    const { quota, options } = await open();
    await quota.take(1, 5, SIGNAL);
    expect((await quota.take(2, 5, SIGNAL)).allowed).toBe(5);
    expect((await openMailQuota('planMails', options).take(1, 5, SIGNAL)).allowed).toBe(5);
  });

  it('given replicas that take at the same time, then together they get the quota exactly', async () => {
    const { quota, options } = await open();
    const replica = openMailQuota('notificationMails', options);
    const taken = await Promise.all(Array.from({ length: 20 }, (_, n) => [quota, replica][n % 2]!.take(1, 1, SIGNAL)));
    expect(taken.filter(({ allowed }) => allowed === 1)).toHaveLength(5);
  });

  it('given refused mails, when the operator raises the quota, then it counts from the mails that were sent', async () => {
    const { quota, clock, answer, created } = await open();
    await quota.take(1, 5, SIGNAL);
    for (let mail = 0; mail < 10; mail++) await quota.take(1, 1, SIGNAL);
    answer.account = () => ({ name: 'Harbor Lane', created, mailsPerDay: { notificationMails: 8 } });
    clock.advance(60_001);
    expect((await quota.take(1, 9, SIGNAL)).allowed).toBe(3);
  });

  it('given an auth service that does not answer, then the last answer counts, and without one mails wait', async () => {
    const { quota, clock, answer } = await open();
    await quota.take(1, 1, SIGNAL);
    answer.account = () => {
      throw refuse('UNAVAILABLE');
    };
    clock.advance(60_001);
    expect((await quota.take(1, 1, SIGNAL)).limit).toBe(5);
    expect(await quota.take(2, 1, SIGNAL)).toMatchObject({ allowed: 0, resumesAt: new Date(clock.now() + 5_000) });
    answer.account = () => ({ name: 'New', created: clock.date(), mailsPerDay: {} });
    clock.advance(5_000);
    expect(await quota.take(2, 1, SIGNAL)).toMatchObject({ allowed: 1, limit: 500 });
  });

  it('given a deleted account, then no mail is allowed', async () => {
    const { quota, answer } = await open();
    answer.account = () => {
      throw refuse('UNAUTHENTICATED');
    };
    expect((await quota.take(1, 1, SIGNAL)).allowed).toBe(0);
  });
});
