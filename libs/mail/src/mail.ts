/** One mail to one person. */
export interface Mail {
  /** The caller's own id of it. The same id gives the same Message-ID, by which mailboxes drop repeats. */
  readonly id: string;
  readonly to: { readonly address: string; readonly name?: string };
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

/** What became of a mail. `permanent`: to try again would be of no use. */
export type MailResult =
  | { readonly sent: true; readonly messageId: string }
  | { readonly sent: false; readonly reason: string; readonly permanent: boolean };

/** Sends mail. */
export interface Mailer {
  /** False: no server is configured, and every send is answered so. */
  readonly configured: boolean;
  /**
   * Never throws; answers within 25 seconds. A mail that was not sent can have arrived all the same when its answer was
   * lost.
   */
  send(mail: Mail): Promise<MailResult>;
  /** Takes no more and closes the connections; what a connection has in its hands may end. */
  close(): Promise<void>;
}

/** The result of every send where no server is configured. */
export const NOT_CONFIGURED: MailResult = { sent: false, reason: 'SMTP is not configured', permanent: true };
