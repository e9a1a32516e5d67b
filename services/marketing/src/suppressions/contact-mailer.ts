import type { MailQuota } from '@porchlight/backend';
import type { SuppressionReason } from '@porchlight/contracts';
import { plainName, type Mail, type Mailer, type MailResult } from '@porchlight/mail';
import { renderTime } from '@porchlight/resource';
import type { MailAddresses } from '../mail-addresses';
import type { SenderChoice, SenderDomains } from '../sender-domains';
import type { AccountProfile, AccountProfiles } from './account-profiles';
import { withFooter } from './mail-footer';
import type { SuppressedAddresses } from './suppressed-addresses';
import type { UnsubscribeLinks } from './unsubscribe-links';

/** A mail to a contact of an account. */
export interface ContactMail {
  /** The same id produces the same Message-ID. */
  readonly id: string;
  readonly accountId: number;
  readonly to: { readonly address: string; readonly name: string };
  readonly subject: string;
  /** Returns the HTML with this unsubscribe link; undefined if it is too long. */
  readonly render: (unsubscribeUrl: string) => string | undefined;
  /** The template places the link itself. */
  readonly hasLink: boolean;
  readonly replyTo?: Mail['replyTo'];
  readonly calendar?: Mail['calendar'];
  /** Without a contact whose address the account stores, the account sends only through its own verified domain. */
  readonly needsOwnDomain?: true;
  /** The mail counts in the quota of a day already. */
  readonly isCounted: boolean;
  /** Stores that the mail is counted; called before it is sent. */
  readonly count: () => Promise<void>;
  /** Stores that an attempt begins; called last. */
  readonly begin?: () => Promise<void>;
}

/** The result of an attempt, with the address from which a mail was sent. */
export type ContactMailResult = MailResult & { readonly from?: string };

/** A mail that must wait, because the account may send no more now. It is not lost. */
export interface WaitingMail {
  readonly sent: false;
  readonly reason: string;
  readonly waitsUntil: Date;
}

const REASONS: Readonly<Record<SuppressionReason, string>> = {
  unsubscribed: 'The person has unsubscribed',
  complained: 'The person reported a mail as spam',
  bounced: 'Mails to the address bounced',
  dropped: 'The mail service no longer sends to the address',
};

/** Why the address gets no mail, for the log of a plan. */
export const explainSuppression = (reason: SuppressionReason): string => REASONS[reason];

const refusePermanently = (reason: string): MailResult => ({ sent: false, reason, permanent: true });

interface ContactMailerPorts {
  readonly mailer: Pick<Mailer, 'send'>;
  readonly suppressed: Pick<SuppressedAddresses, 'find'>;
  readonly profiles: AccountProfiles;
  readonly links: Pick<UnsubscribeLinks, 'create' | 'sample'>;
  readonly senders: Pick<SenderDomains, 'choose'>;
  /** Mails to contacts per account and day. */
  readonly quota: MailQuota;
  /** Signed addresses of mails; undefined if no mail is received. */
  readonly addresses?: MailAddresses | undefined;
  /** The sender of mails of accounts without an own one. */
  readonly defaultFrom: string;
}

/** Counts a mail in the quota of the day; a mail that does not fit waits. */
const countMail = async (
  quota: MailQuota,
  { accountId, count }: Pick<ContactMail, 'accountId' | 'count'>,
  signal: AbortSignal,
): Promise<WaitingMail | undefined> => {
  const { allowed, limit, resumesAt } = await quota.take(accountId, 1, signal);
  if (allowed > 0) {
    await count();
    return undefined;
  }
  const day = renderTime(resumesAt);
  const reason =
    limit === undefined
      ? 'The mail limit of the account cannot be read at the moment; it is sent as soon as it can be.'
      : `The account has sent its ${limit} mails of today; it is sent from ${day} on. The operator can raise the limit.`;
  return { sent: false, reason, waitsUntil: resumesAt };
};

/** A mail to a user of the account: no footer, and no suppression, which belong to contacts. */
export type TeamMail = Pick<ContactMail, 'id' | 'accountId' | 'to' | 'subject' | 'replyTo' | 'calendar'> &
  Pick<ContactMail, 'isCounted' | 'count'> & { readonly text: string };

/** A mail of a template to the user who wrote it. */
export interface TestMail extends Pick<ContactMail, 'id' | 'accountId' | 'to' | 'subject' | 'hasLink'> {
  readonly html: string;
}

/** The sender of a mail of an account with a verified domain; otherwise the mailer has one. */
const describeSender = (sender: SenderChoice, { name }: AccountProfile): Pick<Mail, 'from'> =>
  sender.kind === 'own' ? { from: { address: sender.address, name: plainName(name) } } : {};

/** The only way in which this service sends mail to contacts (D13.4). */
export const createContactMailer = ({
  mailer,
  suppressed,
  profiles,
  links,
  senders,
  quota,
  addresses,
  defaultFrom,
}: ContactMailerPorts) => ({
  /**
   * Sends a mail with the postal address and a one-click unsubscribe link (RFC 8058), unless its address is suppressed.
   * A mail over the quota of the account waits until the next day, and one without a required sender domain until the
   * domain is verified (N5). Throws UNAVAILABLE and DEADLINE if the account
   * cannot be read.
   */
  async send(mail: ContactMail, signal: AbortSignal): Promise<ContactMailResult | WaitingMail> {
    const { id, accountId, to, subject, hasLink, calendar } = mail;
    const replyAddress = addresses?.format({ kind: 'reply', mailId: id });
    const replyTo = mail.replyTo ?? (replyAddress === undefined ? undefined : { address: replyAddress, name: '' });
    const suppression = await suppressed.find(accountId, to.address, signal);
    if (suppression) return refusePermanently(explainSuppression(suppression.reason));
    const profile = await profiles.load(accountId, signal);
    if (!profile) return refusePermanently('The account is gone');
    const unsubscribeUrl = links.create({ accountId, address: to.address });
    const html = mail.render(unsubscribeUrl);
    if (html === undefined) return refusePermanently('The merged mail would be too long');
    const sender = await senders.choose(accountId);
    if (mail.needsOwnDomain && sender.kind !== 'own') return refusePermanently('The account has no verified domain');
    if (sender.kind === 'waits') return { sent: false, reason: sender.reason, waitsUntil: sender.until };
    const wait = mail.isCounted ? undefined : await countMail(quota, mail, signal);
    if (wait) return wait;
    await mail.begin?.();
    const result = await mailer.send({
      id,
      to,
      ...describeSender(sender, profile),
      subject,
      ...(replyTo && { replyTo }),
      ...(calendar && { calendar }),
      returnPath: addresses?.format({ kind: 'bounce', mailId: id }),
      unsubscribeUrl,
      ...withFooter({ html, hasLink }, profile, unsubscribeUrl),
    });
    return { ...result, from: sender.kind === 'own' ? sender.address : defaultFrom };
  },
  /**
   * Sends a mail as contacts get it to a user, within the same quota. Its link is a sample, which opts no address out;
   * suppressions do not apply. Throws like `send`.
   */
  async sendTest(mail: TestMail, signal: AbortSignal): Promise<MailResult | WaitingMail> {
    const { id, accountId, to, subject, html, hasLink } = mail;
    const profile = await profiles.load(accountId, signal);
    if (!profile) return refusePermanently('The account is gone');
    const sender = await senders.choose(accountId);
    if (sender.kind === 'waits') return { sent: false, reason: sender.reason, waitsUntil: sender.until };
    const wait = await countMail(quota, { accountId, count: async () => undefined }, signal);
    if (wait) return wait;
    return mailer.send({
      ...{ id, to, subject },
      ...describeSender(sender, profile),
      ...withFooter({ html, hasLink }, profile, links.sample),
    });
  },
  /** Sends a mail to a user within the same quota. Throws like `send`. */
  async sendToUser({ isCounted, ...mail }: TeamMail, signal: AbortSignal): Promise<MailResult | WaitingMail> {
    const { id, accountId, to, subject, text, replyTo, calendar } = mail;
    if (!(await profiles.load(accountId, signal))) return refusePermanently('The account is gone');
    const wait = isCounted ? undefined : await countMail(quota, mail, signal);
    if (wait) return wait;
    return mailer.send({ id, to, subject, text, ...(replyTo && { replyTo }), ...(calendar && { calendar }) });
  },
});

/** Sends mails to contacts. */
export type ContactMailer = ReturnType<typeof createContactMailer>;
