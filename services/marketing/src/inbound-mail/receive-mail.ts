import { normalizeEmail } from '@porchlight/contact';
import { hashText } from '@porchlight/runtime';
import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { systemCall } from '@porchlight/store';
import type { PlanMail } from '../action-plans';
import type { InboundParts } from './inbound-parts';
import type { MailAddress } from '../mail-addresses';
import type { FailedDelivery, InboundMail } from './parse-inbound-mail';

/** What an arrived mail is. */
type Verdict = 'reply' | 'bounce' | 'unverified';

/** Status codes of an address that takes no mail at all; others, such as a full mailbox, may pass (RFC 3463). */
const FINAL = /^5\.(?:0|1|2\.[01])(?:\.|$)/;

/** A reply counts only if it answers a mail to that person; From alone proves nothing (D12.7). */
const isReply = async (
  { mails }: Pick<InboundParts, 'mails'>,
  { accountId, personId }: PlanMail,
  { isAutomatic, references }: InboundMail,
): Promise<boolean> => !isAutomatic && references.length > 0 && mails.wasSent(accountId, personId, references);

const findFailure = ({ recipient }: PlanMail, { failures }: InboundMail): FailedDelivery | undefined =>
  failures.find((failure) => normalizeEmail(failure.recipient) === recipient);

const judge = async (
  parts: Pick<InboundParts, 'mails'>,
  kind: MailAddress['kind'],
  sent: PlanMail,
  mail: InboundMail,
): Promise<Verdict> => {
  if (kind === 'reply') return (await isReply(parts, sent, mail)) ? 'reply' : 'unverified';
  return findFailure(sent, mail) ? 'bounce' : 'unverified';
};

/**
 * Records a mail that arrived at the signed address of a sent mail, once, however often it is sent (D12.7). A proven
 * reply counts and pauses the running plans of the person. A bounce marks the sent mail, and suppresses an address that
 * takes no mail at all. Anything else is an unverified record without effect. A mail to a deleted person is dropped.
 * Throws LIMIT_REACHED if too many mails arrived for this mail, UNAVAILABLE and DEADLINE: the sender tries again.
 */
export const receiveMail = async (
  parts: InboundParts,
  { kind, mailId }: MailAddress,
  mail: InboundMail,
  { digest, signal }: { readonly digest: string; readonly signal: AbortSignal },
): Promise<Verdict | 'dropped'> => {
  const { mails, people, emailRecords, clock } = parts;
  const [sent] = await mails.byIds([mailId]);
  if (sent?.state !== 'Sent' || sent.recipient === undefined) return 'dropped';
  if ((sent.inbound ?? 0) >= LIMITS.inboundMailsPerMail.value)
    throw refuse('LIMIT_REACHED', { problems: 'Too many mails arrived for this mail.' });
  await mails.countInbound(mailId);
  const { accountId, personId } = sent;
  const verdict = await judge(parts, kind, sent, mail);
  const at = clock.date();
  if (verdict === 'bounce') return bounce(parts, sent, findFailure(sent, mail)!, signal);
  const person = await people.byId(accountId, personId);
  const record = {
    ...{ id: 0, version: 0, personId, isIncoming: true, status: verdict === 'reply' ? 'Received' : 'Unverified' },
    ...{ subject: mail.subject, body: mail.text, isHtml: false, from: mail.from, to: formatTo(sent) },
    ...{ messageId: mail.messageId, threadId: sent.messageId, userId: person?.assignedUserId },
  };
  const key = `in:${hashText(`${mailId}|${mail.messageId ?? digest}`).slice(0, 40)}`;
  await emailRecords.save(accountId, { key, record, at }, signal);
  if (verdict === 'reply') await parts.pausePlans(systemCall(accountId, signal), personId, at);
  return verdict;
};

/** Signed addresses are not shown: they accept mail. */
const formatTo = ({ recipient }: PlanMail): string => `reply to the mail to ${recipient}`;

/** Marks the record of the mail, and suppresses an address that takes no mail at all (D13.4). */
const bounce = async (
  { emailRecords, suppressed, clock }: InboundParts,
  { _id, accountId, personId, recipient = '' }: PlanMail,
  { status }: FailedDelivery,
  signal: AbortSignal,
): Promise<Verdict> => {
  const record = { id: 0, version: 0, personId, status: 'Bounced' };
  await emailRecords.save(accountId, { key: `plan:${_id}`, record, at: clock.date() }, signal);
  if (FINAL.test(status))
    await suppressed.suppress(systemCall(accountId, signal), [
      { address: recipient, reason: 'bounced', source: 'emEvent' },
    ]);
  return 'bounce';
};
