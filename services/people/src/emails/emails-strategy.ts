import { EMAIL_STATUSES, type EmailMessage } from '@porchlight/contracts';
import { column, type Columns, type Stored, type Strategy } from '@porchlight/store';
import { authoredColumns, type AuthoredDocument } from '../person';
import { prepareNote } from '../notes';

export const emailColumns = {
  ...authoredColumns,
  subject: column.optional(column.text),
  /** Sanitized HTML if `isHtml`, else plain text that must not be rendered as HTML. */
  body: column.optional(column.text),
  isHtml: column.flag,
  isIncoming: column.flag,
  status: column.word(...EMAIL_STATUSES),
  /** The action plan whose step sent the mail. */
  actionPlanId: column.optional(column.number),
} satisfies Columns;

/** A mail as it is stored. */
export interface EmailDocument extends AuthoredDocument, Stored<typeof emailColumns> {}

/** Mails in HTML are sanitized; a mail that POST records keeps the status Recorded (D12.7). */
export const emailsStrategy: Strategy<EmailMessage, EmailDocument> = {
  async prepare(_call, { before }, declared) {
    const { subject, body, isHtml, ...email } = await declared();
    return { ...email, ...prepareNote({ subject, body, isHtml }), status: before?.status ?? 'Recorded' };
  },
};
