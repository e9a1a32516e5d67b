import { again, defineJob, done, type JobsOf } from '@porchlight/backend';
import { column } from '@porchlight/store';
import type { MailQueue } from './mail-queue';
import type { MailboxLimits } from './mailbox-limits';
import type { MailGate } from './mail-gate';

/** What a digest works with. */
export interface Digests {
  readonly queue: Pick<MailQueue, 'findHeld' | 'collect' | 'addDigest' | 'drop'>;
  readonly gate: Pick<MailGate, 'findRecipient'>;
  readonly mailboxes: Pick<MailboxLimits, 'takeDigest'>;
  readonly onMails: () => void;
  readonly clock: { now(): number; date(): Date };
}

/**
 * Collects the held mails of a user in one mail (N5). The held mails get the id of the digest before it exists, so a
 * step that is repeated after a crash continues with the same digest.
 */
export const mailDigests = defineJob({
  name: 'mailDigests',
  key: { userId: column.number },
  data: {},
  every: '5s',
  stepTimeout: '30s',
  step:
    ({ queue, gate, mailboxes, onMails, clock }: Digests) =>
    async ({ job }) => {
      const user = { accountId: job.accountId, userId: job.key.userId };
      const held = await queue.findHeld(user);
      if (!held) return done();
      const recipient = await gate.findRecipient(user);
      if (!recipient) {
        await queue.drop(user);
        return done();
      }
      const id = held.digest ?? `${user.accountId}:digest:${user.userId}:${clock.now()}`;
      if (!held.digest) await queue.collect(user, id);
      const resumesAt = await mailboxes.takeDigest(recipient.email, id);
      if (resumesAt) return again({ after: `${Math.max(1, resumesAt.getTime() - clock.now())}ms` });
      await queue.addDigest(user, id, clock.date());
      onMails();
      return (await queue.findHeld(user)) ? again({ after: '60min' }) : done();
    },
});

/** The jobs that write digests. */
export type MailDigestJobs = JobsOf<typeof mailDigests>;

/** Subject and text of a digest: the newest messages, and the number of the others. */
export const formatDigest = (count: number, messages: readonly string[]): { subject: string; text: string } => {
  const others = count - messages.length;
  const lines = [
    'New notifications since the last email:',
    '',
    ...messages.map((message) => `- ${message}`),
    ...(others > 0 ? [`- and ${others} more`] : []),
    '',
    'All of them are on the Notifications page of Porchlight.',
  ];
  return { subject: `${count} new notifications`, text: `${lines.join('\n')}\n` };
};
