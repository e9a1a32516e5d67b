import { again, defineJob, done, isExisting, type JobsOf } from '@porchlight/backend';
import type { BatchHandler } from '@porchlight/bus';
import { appointmentInvited, decodeChange, mayMailUser } from '@porchlight/contracts';
import { isEmail } from '@porchlight/contact';
import type { MailResult } from '@porchlight/mail';
import type { Clock, Logger } from '@porchlight/runtime';
import { column } from '@porchlight/store';
import type { Mailbox } from '@porchlight/text';
import type { LocalCopies, UserCopy } from '../copies';
import type { ContactMailer, WaitingMail } from '../suppressions';
import { type Invited, writeInvitation } from './write-invitation';

/** What invitations work with. */
export interface InvitationParts {
  readonly copies: Pick<LocalCopies, 'people' | 'users'>;
  readonly contactMailer: ContactMailer;
  readonly clock: Clock;
  readonly logger: Logger;
}

type Recipient = Invited['recipients'][number];

/** Failed attempts after which a mail is not sent. */
const MAX_ATTEMPTS = 5;
const PAUSES_MIN = [1, 5, 30, 120] as const;
const MINUTE_MS = 60_000;

const never = (reason: string): MailResult => ({ sent: false, reason, permanent: true });

const findUser = async (
  { copies: { users } }: InvitationParts,
  accountId: number,
  userId: number,
): Promise<UserCopy | undefined> => {
  const user = await users.byId(accountId, userId);
  return user && isExisting(user) && user.status === 'Active' ? user : undefined;
};

/**
 * Sends one mail by the rules of D12.1: users with a confirmed address, unsuppressed addresses of people, and other
 * addresses only through the own verified domain of the account.
 */
const send = async (
  parts: InvitationParts,
  accountId: number,
  { invited, recipient, id, isCounted }: { invited: Invited; recipient: Recipient; id: string; isCounted: boolean },
  { count, signal }: { count: () => Promise<void>; signal: AbortSignal },
): Promise<MailResult | WaitingMail> => {
  const { contactMailer, copies, clock } = parts;
  const sender = await findUser(parts, accountId, invited.organizerId);
  if (!sender?.email) return never('The user who invites has no address');
  const organizer: Mailbox = { name: sender.name, email: sender.email };
  const replyTo = { address: sender.email, name: sender.name };
  const compose = (attendee: Mailbox) => writeInvitation(accountId, invited, organizer, attendee);
  if (recipient.userId !== undefined) {
    const user = await findUser(parts, accountId, recipient.userId);
    if (!user?.email || !mayMailUser(user, clock.now())) return never('The user has no confirmed address');
    const { subject, text, calendar } = compose({ name: user.name, email: user.email });
    const to = { address: user.email, name: user.name };
    return contactMailer.sendToUser({ id, accountId, to, subject, text, replyTo, calendar, isCounted, count }, signal);
  }
  let attendee: Mailbox = { name: recipient.name, email: recipient.email ?? '' };
  if (recipient.personId !== undefined) {
    const person = await copies.people.byId(accountId, recipient.personId);
    const address = person && isExisting(person) && person.emails.find(({ status }) => status !== 'Invalid');
    if (!person || !address) return never('The person has no email address');
    attendee = { name: person.name, email: address.value };
  }
  if (!isEmail(attendee.email)) return never('The email address is not valid');
  const { subject, html, calendar } = compose(attendee);
  const to = { address: attendee.email, name: attendee.name ?? '' };
  const mail = { id, accountId, to, subject, render: () => html, hasLink: false, replyTo, calendar, isCounted, count };
  return contactMailer.send({ ...mail, ...(recipient.personId === undefined && { needsOwnDomain: true }) }, signal);
};

/** Mails an invitation to one recipient; the same mail has the same Message-ID. */
export const invitationMails = defineJob({
  name: 'invitationMails',
  /** The appointment, its version, and the place of the recipient. */
  key: { appointmentId: column.number, version: column.number, method: column.text, at: column.number },
  data: {
    /** The fact as JSON. */
    invited: column.text,
    /** It counts in the quota of a day. */
    counted: column.flag,
    attempts: column.number,
  },
  every: '1s',
  stepTimeout: '60s',
  step:
    (parts: InvitationParts) =>
    async ({ job, call }) => {
      const { accountId, key, data } = job;
      const invited = JSON.parse(data.invited) as Invited;
      const recipient = invited.recipients[key.at];
      if (!recipient) return done();
      let isCounted = data.counted;
      const id = ['invitation', accountId, key.appointmentId, key.version, key.method, key.at].join(':');
      const result = await send(
        parts,
        accountId,
        { invited, recipient, id, isCounted },
        { count: async () => void (isCounted = true), signal: call.signal },
      );
      if ('waitsUntil' in result) {
        const pause = Math.max(MINUTE_MS, result.waitsUntil.getTime() - parts.clock.now());
        return again({ after: `${pause}ms` });
      }
      if (result.sent) return done();
      const pause = result.permanent ? undefined : PAUSES_MIN[data.attempts];
      if (pause !== undefined && data.attempts < MAX_ATTEMPTS)
        return again({ data: { counted: isCounted, attempts: data.attempts + 1 }, after: `${pause}min` });
      const { appointmentId } = key;
      parts.logger.info(
        { event: 'invitation.not_sent', accountId, appointmentId, reason: result.reason },
        'an invitation was not mailed',
      );
      return done();
    },
});

/** The jobs that mail invitations. */
export type InvitationJobs = JobsOf<typeof invitationMails>;

/** Adds a job for each recipient of an invitation. May be repeated. */
export const followInvitations =
  (jobs: Pick<InvitationJobs, 'add'>): BatchHandler =>
  async (batch) => {
    for (const message of batch) {
      if (message.type !== appointmentInvited.type) continue;
      const change = decodeChange(message.value);
      const invited = appointmentInvited.parse(change);
      const { appointmentId, version, method } = invited;
      for (const at of invited.recipients.keys()) {
        const key = { appointmentId, version, method, at };
        await jobs.add(change.accountId, key, { invited: JSON.stringify(invited), counted: false, attempts: 0 });
      }
    }
  };
