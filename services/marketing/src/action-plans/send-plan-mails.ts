import { mayReceive } from '@porchlight/access';
import { isExisting } from '@porchlight/backend';
import { normalizeEmail } from '@porchlight/contact';
import { MAX_EMAIL_BODY, type SuppressionReason } from '@porchlight/contracts';
import { isRefusal } from '@porchlight/errors';
import type { MailResult } from '@porchlight/mail';
import { createPollLoop, mapBounded, MINUTE_MS } from '@porchlight/runtime';
import { systemCall } from '@porchlight/store';
import {
  createMergeValues,
  hasUnsubscribeLink,
  MAX_MERGED,
  mergeBody,
  mergedLength,
  mergeSubject,
  withPlainNames,
} from '../templates';
import { htmlToText } from '../html';
import { findInquiryStreet, findOwner, type PersonCopy, type UserCopy } from '../copies';
import { countOnce, countSentMail } from '../email-events';
import { type ContactMailResult, explainSuppression, type WaitingMail } from '../suppressions';
import type { PlanMail, SentMail } from './plan-mails';
import type { PlanParts } from './plan-parts';

const AT_ONCE = 12;
const CONCURRENCY = 3;
/** Longer than a poll takes, so that two processes never have the same mail. */
export const MAIL_LEASE_MS = 180_000;
/** Delays after failed attempts; after the last one the mail is not sent. */
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS];
/** Delay before a sent mail that could not be recorded is recorded again. */
const RECORD_AGAIN_MS = 5_000;
/** Delay before a mail of a paused plan is checked again. */
const HELD_MS = 15 * MINUTE_MS;
const TOKEN_BYTES = 9;

/**
 * Sends the mails of plans. An attempt is stored before it is made, and one process at a time has a mail: after a crash
 * it is sent again after the lease, with the same Message-ID. Attempts are bounded; a mail that was not sent has a
 * reason.
 */
export const createPlanMailSender = (ports: PlanParts) => {
  const { mails, clock, logger } = ports;

  /** One poll: processes due mails, bounded in count. Returns their number. */
  const look = async (signal: AbortSignal): Promise<number> => {
    const due = await mails.due(clock.date(), AT_ONCE);
    if (due.length === 0) return 0;
    const token = ports.ids.random(TOKEN_BYTES).toString('base64url');
    const leased = await mails.lease(due, new Date(clock.now() + MAIL_LEASE_MS), token);
    await mapBounded(leased, CONCURRENCY, async (mail) => {
      try {
        await carryOut(ports, mail, signal);
      } catch (error) {
        // It is retried after its lease; the others continue.
        logger.warn(
          { event: 'plan_mail.failed', err: error, stepId: mail._id },
          'a mail of an action plan could not be seen to; trying again',
        );
      }
    });
    return due.length;
  };

  const loop = createPollLoop({
    look: async (signal) => (await look(signal)) === AT_ONCE,
    intervalMs: ports.planIntervalMs,
    failed: (error, failures) =>
      logger.warn(
        { event: 'plan_mails.failed', failures, err: error },
        'mails of action plans could not be sent; trying again',
      ),
  });
  return { ...loop, look };
};

const carryOut = async (ports: PlanParts, mail: PlanMail, signal: AbortSignal): Promise<void> => {
  const { mails, clock } = ports;
  if (mail.state === 'Waiting') {
    // A process ended during the attempt: the server may have accepted the mail.
    if (mail.begun) return mails.giveUp(mail._id, clock.date(), ENDED_DURING_ATTEMPT, 'Unknown');
    const { appliedPlanId } = mail;
    const applied =
      mail.runId === undefined
        ? await ports.applied.load(systemCall(mail.accountId, signal), appliedPlanId)
        : undefined;
    if (mail.runId === undefined ? !applied : await ports.heldRuns.isGone(mail.accountId, mail.runId))
      return mails.giveUp(mail._id, clock.date(), REMOVED);
    if (applied?.status === 'Paused' || (await isHeld(ports, mail)))
      return mails.again(mail._id, new Date(clock.now() + HELD_MS), mail.tries - 1);
    const result = await sendOrWait(ports, mail, signal);
    if (result === 'waits') return mails.again(mail._id, new Date(clock.now() + MINUTE_MS), mail.tries - 1);
    if ('waitsUntil' in result) return hold(ports, mail, result);
    if (!result.sent) return failed(ports, mail, result);
    const { messageId, from = '', note: reason } = result;
    const content = { ...result.content!, from, ...(applied && { actionPlanId: applied.actionPlanId }) };
    const sent: SentMail = { at: clock.date(), recipient: normalizeEmail(content.to), messageId, content, reason };
    await mails.sent(mail._id, sent);
    return record(ports, { ...mail, ...sent, reason: undefined, recorded: true }, signal);
  }
  await record(ports, mail, signal);
};

/**
 * Records a sent mail in the people service, once, and lets delivered events of the same mail count once (D12.7). A
 * mail that an earlier version sent has no content and is counted here.
 */
const record = async (ports: PlanParts, mail: PlanMail, signal: AbortSignal): Promise<void> => {
  const { mails, clock, logger } = ports;
  try {
    if (mail.recorded) {
      await ports.emailRecords.record(mail, signal);
      await countOnce(ports, mail);
    } else await countSentMail(ports, { ...mail, at: mail.at ?? clock.date() });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    logger.warn({ event: 'plan_mail.not_recorded', stepId: mail._id, reason: error.reason }, 'recording a mail again');
    return mails.again(mail._id, new Date(clock.now() + RECORD_AGAIN_MS), mail.tries);
  }
  await mails.end(mail._id);
};

const REMOVED = 'The person was removed before the mail was sent';
const ENDED_DURING_ATTEMPT = 'The service ended while it sent the mail';

/** Whether the run of a mail is paused. */
const isHeld = async ({ heldRuns }: PlanParts, { accountId, runId }: PlanMail): Promise<boolean> =>
  runId !== undefined && heldRuns.isPaused(accountId, runId);

/** What a person gets, for its record. */
type Content = Omit<SentMail['content'], 'from'>;

/** The result of an attempt; a note of a mail that was sent is shown in the log of the plan. */
type Outcome = (ContactMailResult | WaitingMail) & { readonly note?: string | undefined; readonly content?: Content };

/** The account may send no mail now: its other due mails wait too. This is no attempt. */
const hold = async (
  { mails, clock }: PlanParts,
  { _id, accountId, tries }: PlanMail,
  { waitsUntil: until, reason }: WaitingMail,
): Promise<void> => {
  await mails.hold(_id, { until, reason }, tries - 1);
  await mails.holdAll(accountId, clock.date(), { until, reason });
};

/** While the account cannot be read, the mail waits; this is no attempt. */
const sendOrWait = async (ports: PlanParts, mail: PlanMail, signal: AbortSignal): Promise<Outcome | 'waits'> => {
  try {
    return await send(ports, mail, signal);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return 'waits';
  }
};

const failed = async (
  { mails, clock, logger }: PlanParts,
  { _id, tries, runId }: PlanMail,
  result: MailResult & { sent: false },
): Promise<void> => {
  if (runId !== undefined && result.uncertain) return mails.giveUp(_id, clock.date(), result.reason, 'Unknown');
  const pause = result.permanent ? undefined : PAUSES_MS[tries - 1];
  if (pause !== undefined) return mails.again(_id, new Date(clock.now() + pause), tries);
  logger.warn(
    { event: 'plan_mail.not_sent', stepId: _id, tries, reason: result.reason },
    'a mail of an action plan was not sent',
  );
  await mails.giveUp(_id, clock.date(), result.reason);
};

const never = (reason: string): MailResult => ({ sent: false, reason, permanent: true });

/** Reasons of suppressions by the status of the email; the suppression itself may be a moment behind. */
const SUPPRESSED: Readonly<Record<string, SuppressionReason>> = {
  Unsubscribed: 'unsubscribed',
  Complained: 'complained',
  Bounced: 'bounced',
};

/**
 * The first valid address, or the reason why there is none. A person who unsubscribed at the first address gets no mail
 * at others.
 */
const findAddress = ({ emails }: Pick<PersonCopy, 'emails'>): { to: string } | { why: string } => {
  const first = emails.find(({ status }) => status !== 'Invalid');
  if (!first)
    return { why: emails.length === 0 ? 'The person has no email address' : 'The email address is not valid' };
  const reason = SUPPRESSED[first.status];
  return reason === undefined ? { to: first.value } : { why: explainSuppression(reason) };
};

/**
 * The user on whose behalf a mail is sent: the assigned user, else the user who applied the plan. If that user may get
 * nothing new, the owner, with a note for the log (D13.3).
 */
const findSender = async (
  { users }: Pick<PlanParts, 'users'>,
  { accountId, userId: appliedBy }: PlanMail,
  { assignedUserId }: PersonCopy,
): Promise<{ readonly agent?: UserCopy | undefined; readonly note?: string }> => {
  const userId = assignedUserId ?? appliedBy;
  const user = userId > 0 ? await users.byId(accountId, userId) : undefined;
  if (!user || mayReceive(user, 'record')) return { agent: user };
  const owner = await findOwner({ users }, accountId);
  return { agent: owner, note: `Sent for the owner, because ${user.name} is ${user.status}.` };
};

/** Opts out no address: users read records. */
const SAMPLE_LINK = '#';

/** The merged template for the record, without the footer; as text if it is too long. */
const buildRecordedBody = (html: string): Pick<Content, 'body' | 'isHtml'> =>
  html.length <= MAX_EMAIL_BODY
    ? { body: html, isHtml: true }
    : { body: htmlToText(html).slice(0, MAX_EMAIL_BODY), isHtml: false };

/**
 * Merges the template with the current person and sends it on behalf of the assigned user, or of the user who applied
 * the plan.
 */
const send = async (ports: PlanParts, mail: PlanMail, signal: AbortSignal): Promise<Outcome> => {
  const { people, templates, contactMailer } = ports;
  const { accountId, personId } = mail;
  const [person] = await people.withDeleted(accountId, [personId]);
  if (!person) return { sent: false, reason: 'The person is not known yet', permanent: false };
  if (!isExisting(person)) return never('The person is gone');
  const address = findAddress(person);
  if ('why' in address) return never(address.why);
  const template = await templates.load(systemCall(accountId, signal), mail.templateId);
  if (!template) return never('The template is gone');
  const [street, { agent, note }] = await Promise.all([
    findInquiryStreet(ports, accountId, personId),
    findSender(ports, mail, person),
  ]);
  const createValues = (unsubscribeUrl: string) => createMergeValues(person, street, agent, unsubscribeUrl);
  // A link in a subject is of no use.
  const subject = mergeSubject(template.subject, withPlainNames(createValues('')));
  const result = await contactMailer.send(
    {
      id: mail._id,
      accountId,
      to: { address: address.to, name: person.name },
      subject,
      hasLink: hasUnsubscribeLink(template.body),
      isCounted: mail.counted === true,
      count: () => ports.mails.count(mail._id),
      ...(mail.runId !== undefined && { begin: () => ports.mails.begin(mail._id) }),
      render(unsubscribeUrl) {
        const values = createValues(unsubscribeUrl);
        return mergedLength(template.body, values) > MAX_MERGED ? undefined : mergeBody(template.body, values);
      },
    },
    signal,
  );
  if (!result.sent) return result;
  const body = buildRecordedBody(mergeBody(template.body, createValues(SAMPLE_LINK)));
  return { ...result, note, content: { subject, ...body, to: address.to, ...(agent && { userId: agent.userId }) } };
};
