import type { Mailer } from '@porchlight/mail';
import { createPollLoop, mapBounded, MINUTE_MS, type Clock, type Logger, type PollLoop } from '@porchlight/runtime';
import type { MailQuota } from '@porchlight/backend';
import { formatDigest, type MailDigestJobs } from './mail-digests';
import type { MailGate } from './mail-gate';
import type { DueMail, MailQueue } from './mail-queue';
import type { MailboxLimits } from './mailbox-limits';
import type { CopiedUser, UserCopies } from '../copies';

export interface MailWorkerOptions {
  readonly queue: MailQueue;
  readonly users: Pick<UserCopies, 'find'>;
  readonly gate: Pick<MailGate, 'mayMail'>;
  readonly mailboxes: Pick<MailboxLimits, 'takeMail'>;
  readonly quota: MailQuota;
  readonly digests: Pick<MailDigestJobs, 'add' | 'find'>;
  readonly mailer: Pick<Mailer, 'send'>;
  /** Held by one process at a time. */
  readonly lease: { hold(): Promise<boolean>; release(): Promise<void> };
  /** Longest pause between two polls, ms. */
  readonly intervalMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The worker that sends mails. */
export interface MailWorker extends PollLoop {
  /** One poll. Returns true if more may be due. */
  look(signal: AbortSignal): Promise<boolean>;
}

/** A due mail and its user; undefined if there is no copy of the user. */
interface AddressedMail {
  readonly mail: DueMail;
  readonly user: CopiedUser | undefined;
}

/** Pauses after each failed attempt, ms; after the last one the mail is given up. */
const PAUSES_MS = [1, 5, 15, 60, 180, 360].map((minutes) => minutes * MINUTE_MS);
const AT_ONCE = 12;
const CONCURRENCY = 3;
/** Above the longest time that a batch takes, so that no mail is sent by two processes. */
export const MAIL_LEASE_MS = 120_000;
/** A held mail that no digest has collected this long after its time is due again, ms. */
const COLLECT_MS = 15 * MINUTE_MS;

/**
 * Sends due mails within the quotas of their mailbox and account (N5). An attempt is stored before it is made: after a
 * crash a mail is sent again after its lease, with the same Message-ID; otherwise each is sent once. Attempts are
 * bounded. Disabled and unknown users, and users without a confirmed address, get no mail.
 */
export const createMailWorker = (options: MailWorkerOptions): MailWorker => {
  const { queue, gate, mailboxes, quota, digests, mailer, lease, clock, logger } = options;

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

  /** The mailbox has got its mails of this hour: a digest collects the mail. */
  const hold = async ({ _id, accountId, userId }: DueMail, resumesAt: Date): Promise<void> => {
    // The mail first: without a job it is due again later.
    await queue.hold(_id, new Date(resumesAt.getTime() + COLLECT_MS));
    const planned = await digests.find(accountId, { userId });
    const dueAt = planned?.state === 'waiting' && planned.dueAt < resumesAt ? planned.dueAt : resumesAt;
    await digests.add(accountId, { userId }, {}, dueAt);
  };

  /** Whether the quota of its account is checked next; otherwise the mail is dropped, held or in a digest. */
  const admit = async ({ mail, user }: AddressedMail): Promise<boolean> => {
    if (mail.state === 'Digest' && !(await queue.takeBack(mail._id))) return false;
    if (!user) return true;
    if (!gate.mayMail(user)) {
      await queue.end(mail._id, 'Dropped');
      return false;
    }
    if (mail.counted || mail.isDigest) return true;
    const resumesAt = await mailboxes.takeMail(user.email, mail._id);
    if (resumesAt) await hold(mail, resumesAt);
    return !resumesAt;
  };

  /** The mails that the quotas of their accounts allow; the others wait for the next day, or until auth answers. */
  const withinQuotas = async (mails: readonly AddressedMail[], signal: AbortSignal): Promise<AddressedMail[]> => {
    const counted = mails.filter(({ mail, user }) => mail.counted || !user);
    const others = mails.filter(({ mail, user }) => !mail.counted && user);
    const chosen = await Promise.all(
      [...Map.groupBy(others, ({ mail }) => mail.accountId)].map(async ([accountId, ofAccount]) => {
        const { allowed, limit, resumesAt } = await quota.take(accountId, ofAccount.length, signal);
        const postponed = ofAccount.slice(allowed).map(({ mail }) => mail._id);
        await queue.postpone(postponed, resumesAt);
        if (postponed.length > 0)
          logger.info(
            { event: 'mails.postponed', accountId, mails: postponed.length, limit, until: resumesAt },
            'mails wait for their quota',
          );
        return ofAccount.slice(0, allowed);
      }),
    );
    return [...counted, ...chosen.flat()];
  };

  /** One poll. Returns true if more may be due. */
  const look = async (signal: AbortSignal): Promise<boolean> => {
    if ((await queue.due(clock.date(), 1)).length === 0) return false;
    if (!(await lease.hold())) return false;
    const due = await queue.due(clock.date(), AT_ONCE);
    const findUser = await options.users.find(due);
    const admitted: AddressedMail[] = [];
    for (const mail of due) {
      const addressed = { mail, user: findUser(mail.accountId, mail.userId) };
      if (await admit(addressed)) admitted.push(addressed);
    }
    const mails = await withinQuotas(admitted, signal);
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
