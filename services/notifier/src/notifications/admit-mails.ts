import { MINUTE_MS, type Logger } from '@porchlight/runtime';
import type { MailQuota } from '@porchlight/backend';
import type { CopiedUser } from '../copies';
import type { MailDigestJobs } from './mail-digests';
import type { MailGate } from './mail-gate';
import type { DueMail, MailQueue } from './mail-queue';
import type { MailboxLimits } from './mailbox-limits';

export interface AdmissionOptions {
  readonly queue: Pick<MailQueue, 'hold' | 'takeBack' | 'end' | 'postpone'>;
  readonly gate: Pick<MailGate, 'mayMail'>;
  readonly mailboxes: Pick<MailboxLimits, 'takeMail'>;
  readonly quota: MailQuota;
  readonly digests: Pick<MailDigestJobs, 'add' | 'find'>;
  readonly logger: Logger;
}

/** A due mail and its user; undefined if there is no copy of the user. */
export interface AddressedMail {
  readonly mail: DueMail;
  readonly user: CopiedUser | undefined;
}

/** A held mail that no digest has collected this long after its time is due again, ms. */
const COLLECT_MS = 15 * MINUTE_MS;

/**
 * Creates the function that chooses the due mails that are sent now: within the quotas of their mailbox and account
 * (N5). The others are dropped, held for a digest, or postponed.
 */
export const createMailAdmission = ({ queue, gate, mailboxes, quota, digests, logger }: AdmissionOptions) => {
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

  return async (mails: readonly AddressedMail[], signal: AbortSignal): Promise<AddressedMail[]> => {
    const admitted: AddressedMail[] = [];
    for (const mail of mails) if (await admit(mail)) admitted.push(mail);
    return withinQuotas(admitted, signal);
  };
};
