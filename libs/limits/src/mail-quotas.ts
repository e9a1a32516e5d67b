import { DAY_MS } from './durations';
import { LIMITS } from './limits';

/** Kinds of mails with a quota per account and day. */
export const MAIL_KINDS = ['planMails', 'notificationMails'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** What the quotas of an account depend on. */
export interface MailAccount {
  /** Absent: unknown, which counts as new. */
  readonly created?: Date | undefined;
  /** Mails per day that the operator set, by kind. */
  readonly mailsPerDay?: Readonly<Record<string, number>>;
}

const NEW_ACCOUNT: Readonly<Record<MailKind, number>> = {
  planMails: LIMITS.newAccountPlanMails.value,
  notificationMails: LIMITS.newAccountNotificationMails.value,
};

/** Mails of a kind that an account may send on the day of `now`, ms (N5). */
export const dailyMails = (kind: MailKind, { created, mailsPerDay = {} }: MailAccount, now: number): number => {
  const custom = mailsPerDay[kind];
  if (custom !== undefined) return custom;
  const isNew = created === undefined || now - created.getTime() < LIMITS.newAccountDays.value * DAY_MS;
  return isNew ? NEW_ACCOUNT[kind] : LIMITS[kind].value;
};
