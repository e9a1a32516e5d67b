import type { Mailer } from '@porchlight/mail';
import { createPollLoop, mapBounded, type Clock, type Logger, type PollLoop } from '@porchlight/runtime';
import type { KnownUser, UserCopies } from './user-copies';
import type { MailQueue, QueuedMail } from './mail-queue';

export interface MailWorkerOptions {
  readonly queue: MailQueue;
  readonly users: Pick<UserCopies, 'find'>;
  readonly mailer: Pick<Mailer, 'send'>;
  /** Held by one process at a time. */
  readonly lease: { hold(): Promise<boolean>; release(): Promise<void> };
  /** Longest pause between two polls, ms. */
  readonly intervalMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

const MINUTE_MS = 60_000;
/** Pauses after each failed attempt, ms; after the last one the mail is given up. */
const PAUSES_MS = [1, 5, 15, 60, 180, 360].map((minutes) => minutes * MINUTE_MS);
const AT_ONCE = 12;
const CONCURRENCY = 3;
/** Above the longest time that a batch takes, so that no mail is sent by two processes. */
export const MAIL_LEASE_MS = 120_000;

/**
 * Sends due mails. An attempt is stored before it is made: after a crash a mail is sent again after its lease, with the
 * same Message-ID; otherwise each is sent once. Attempts are bounded. Disabled and unknown
 * users get no mail.
 */
export const createMailWorker = (options: MailWorkerOptions): PollLoop => {
  const { queue, mailer, lease, clock, logger } = options;

  const failed = async (mail: QueuedMail, reason: string, permanent: boolean): Promise<void> => {
    const pause = permanent ? undefined : PAUSES_MS[mail.tries];
    if (pause !== undefined) return queue.retry(mail._id, new Date(clock.now() + pause));
    logger.warn({ event: 'mail.given_up', mail: mail._id, tries: mail.tries + 1, reason }, 'a mail was given up');
    return queue.end(mail._id, 'GivenUp');
  };

  const sendOne = async (mail: QueuedMail, user: KnownUser | undefined): Promise<void> => {
    if (!user) return failed(mail, 'The user is not known', false);
    if (user.status === 'Disabled') return queue.end(mail._id, 'Dropped');
    const { _id: id, subject, text } = mail;
    const result = await mailer.send({ id, to: { address: user.email, name: user.name }, subject, text });
    return result.sent ? queue.end(id, 'Sent') : failed(mail, result.reason, result.permanent);
  };

  /** One poll. Returns true if more may be due. */
  const look = async (): Promise<boolean> => {
    if ((await queue.due(clock.date(), 1)).length === 0) return false;
    if (!(await lease.hold())) return false;
    const mails = await queue.due(clock.date(), AT_ONCE);
    await queue.begin(
      mails.map(({ _id }) => _id),
      new Date(clock.now() + MAIL_LEASE_MS),
    );
    const known = await options.users.find(mails);
    await mapBounded(mails, CONCURRENCY, (mail) => sendOne(mail, known(mail.accountId, mail.userId)));
    return mails.length === AT_ONCE;
  };

  return createPollLoop({
    look,
    intervalMs: options.intervalMs,
    failed: (error, failures) =>
      logger.warn({ event: 'mails.look_failed', failures, err: error }, 'mails that are due could not be sent'),
    // Releases the lease early; if that fails, it expires.
    ended: () => lease.release().catch(() => undefined),
  });
};
