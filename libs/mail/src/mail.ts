/** One mail to one person. */
export interface Mail {
  /** Id from the caller. The same id produces the same Message-ID, so that mailboxes drop repeats. */
  readonly id: string;
  readonly to: { readonly address: string; readonly name?: string };
  /** Default: the sender of the installation. */
  readonly from?: { readonly address: string; readonly name: string };
  /** Where mail servers report that it was not delivered (the envelope sender); default: the sender. */
  readonly returnPath?: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** Where replies go; default: the sender. */
  readonly replyTo?: { readonly address: string; readonly name: string };
  /** An invitation or its cancellation (RFC 6047): shown by mail programs, and attached as invite.ics. */
  readonly calendar?: { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string };
  /** https address that opts the recipient out with one POST (RFC 8058); every mail to a contact has one. */
  readonly unsubscribeUrl?: string;
}

/** Result of a send. `permanent`: a retry is useless. */
export type MailResult =
  | { readonly sent: true; readonly messageId: string }
  | {
      readonly sent: false;
      readonly reason: string;
      readonly permanent: boolean;
      /** The server may have accepted the mail. */
      readonly uncertain?: true;
    };

/** Sends mail. */
export interface Mailer {
  /** False if no server is configured; then every send fails. */
  readonly configured: boolean;
  /** True if mails leave by SMTP; false if they are written to a folder, and without a server. */
  readonly leaves: boolean;
  /**
   * Never throws; returns within 25 seconds. After a lost response a mail may have arrived although the result says
   * otherwise.
   */
  send(mail: Mail): Promise<MailResult>;
  /** Accepts no more mails and closes the connections after running sends. */
  close(): Promise<void>;
}

/** The result of every send if no server is configured. */
export const NOT_CONFIGURED: MailResult = { sent: false, reason: 'SMTP is not configured', permanent: true };
