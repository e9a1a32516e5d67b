import type { Mailer } from '@porchlight/mail';
import { createPollLoop, mapBounded, MINUTE_MS, type Clock, type PollLoop } from '@porchlight/runtime';
import type { UserCopies } from '../copies';
import { createMailAdmission, type AddressedMail, type AdmissionOptions } from './admit-mails';
import { formatDigest } from './mail-digests';
import type { DueMail, MailQueue } from './mail-queue';

export interface MailWorkerOptions extends AdmissionOptions {
  readonly queue: MailQueue;
  readonly users: Pick<UserCopies, 'find'>;
  readonly mailer: Pick<Mailer, 'send'>;
  /** Held by one process at a time. */
  readonly lease: { hold(): Promise<boolean>; release(): Promise<void> };
  /** Longest pause between two polls, ms. */
  readonly intervalMs: number;
  readonly clock: Clock;
}

/** The worker that sends mails. */
export interface MailWorker extends PollLoop {
  /** One poll. Returns true if more may be due. */
  look(signal: AbortSignal): Promise<boolean>;
}

/** Pauses after each failed attempt, ms; after the last one the mail is given up. */
const PAUSES_MS = [1, 5, 15, 60, 180, 360].map((minutes) => minutes * MINUTE_MS);
const AT_ONCE = 12;
const CONCURRENCY = 3;
/** Above the longest time that a batch takes, so that no mail is sent by two processes. */
export const MAIL_LEASE_MS = 120_000;

/**
 * Sends due mails within the quotas of their mailbox and account (N5). An attempt is stored before it is made: after a
 * crash a mail is sent again after its lease, with the same Message-ID; otherwise each is sent once. Attempts are
 * bounded. Disabled and unknown users, and users without a confirmed address, get no mail.
 */
export const createMailWorker = (options: MailWorkerOptions): MailWorker => {
  const { queue, mailer, lease, clock, logger } = options;
  const admit = createMailAdmission(options);

  const failed = async (mail: DueMail, reason: string, permanent: boolean): Promise<void> => {
    const pause = permanent ? undefined : PAUSES_MS[mail.tries];
    if (pause !== undefined) return queue.retry(mail._id, new Date(clock.now() + pause));
    logger.warn({ event: 'mail.given_up', mail: mail._id, tries: mail.tries + 1, reason }, 'a mail was given up');
    return queue.end(mail._id, 'GivenUp');
  };

  const sendOne = async ({ mail, user }: AddressedMail): Promise<void> => {
    if (!user) return failed(mail, 'The user is not known', false);
    const { _id: id } = mail;
    let { subject, text } = mail;
    if (mail.isDigest) {
      const { count, messages } = await queue.readDigest(mail);
      if (count === 0) return queue.end(id, 'Dropped');
      ({ subject, text } = formatDigest(count, messages));
    }
    const result = await mailer.send({ id, to: { address: user.email, name: user.name }, subject, text });
    return result.sent ? queue.end(id, 'Sent') : failed(mail, result.reason, result.permanent);
  };

  /** One poll. Returns true if more may be due. */
  const look = async (signal: AbortSignal): Promise<boolean> => {
    if ((await queue.due(clock.date(), 1)).length === 0) return false;
    if (!(await lease.hold())) return false;
    const due = await queue.due(clock.date(), AT_ONCE);
    const findUser = await options.users.find(due);
    const addressed = due.map((mail) => ({ mail, user: findUser(mail.accountId, mail.userId) }));
    const mails = await admit(addressed, signal);
    // Mails of users that are not known yet are in no quota.
    const listIds = (hasUser: boolean) =>
      mails.flatMap(({ mail, user }) => (Boolean(user) === hasUser ? [mail._id] : []));
    const until = new Date(clock.now() + MAIL_LEASE_MS);
    await queue.begin(listIds(true), until, true);
    await queue.begin(listIds(false), until, false);
    await mapBounded(mails, CONCURRENCY, sendOne);
    return due.length === AT_ONCE;
  };

  const loop = createPollLoop({
    look,
    intervalMs: options.intervalMs,
    failed: (error, failures) =>
      logger.warn({ event: 'mails.look_failed', failures, err: error }, 'mails that are due could not be sent'),
    // Releases the lease early; if that fails, it expires.
    ended: () => lease.release().catch(() => undefined),
  });
  return { ...loop, look };
};
