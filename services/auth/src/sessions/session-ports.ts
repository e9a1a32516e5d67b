import type { Mailer } from '@porchlight/mail';
import type { DocumentCollection } from '@porchlight/store';
import type { UserDocument } from '../documents';
import type { Attempts, Ports } from '../ports';
import type { PasswordLinkDocument, SecondFactorDocument, SessionDocument, TransferDocument } from './session-document';

/** What signing in works on, beside the rest. */
export interface SessionPorts extends Ports {
  readonly attempts: Attempts;
  readonly sessions: DocumentCollection<SessionDocument>;
  readonly passwordLinks: DocumentCollection<PasswordLinkDocument>;
  readonly secondFactors: DocumentCollection<SecondFactorDocument>;
  readonly transfers: DocumentCollection<TransferDocument>;
  /** Users of all accounts with an e-mail, compared as emailKeyOf makes it. */
  readonly usersWithEmail: (emailKey: string) => Promise<readonly UserDocument[]>;
  readonly mailer: Pick<Mailer, 'configured' | 'send'>;
  /** Address of the console's pages, without a slash at the end. */
  readonly consoleUrl: string;
}
