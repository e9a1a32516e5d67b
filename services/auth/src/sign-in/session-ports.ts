import type { Mailer } from '@porchlight/mail';
import type { DocumentCollection } from '@porchlight/store';
import type { UserDocument } from '../documents';
import type { Attempts, Grants, Ports } from '../ports';
import type {
  PasswordLinkDocument,
  PendingSignUpDocument,
  SecondFactorDocument,
  SessionDocument,
  TransferDocument,
} from './session-document';

/** Limits that an operator may change; per hour unless stated. */
export interface SignInLimits {
  readonly signUpsPerNetwork: number;
  readonly resetsPerNetwork: number;
  readonly signInFailuresPerNetwork: number;
  readonly signInFailuresPerEmail: number;
  /** In the first 24 hours of an account from an open sign-up, as are those below. */
  readonly newAccountInvitations: number;
  readonly newAccountInvitationMails: number;
  readonly newAccountSystems: number;
}

/** What signing in works on, beside the rest. */
export interface SessionPorts extends Ports {
  readonly attempts: Attempts;
  readonly grants: Pick<Grants, 'revokeOfUser'>;
  readonly sessions: DocumentCollection<SessionDocument>;
  readonly passwordLinks: DocumentCollection<PasswordLinkDocument>;
  readonly pendingSignUps: DocumentCollection<PendingSignUpDocument>;
  readonly secondFactors: DocumentCollection<SecondFactorDocument>;
  readonly transfers: DocumentCollection<TransferDocument>;
  /** Users of all accounts with an email, compared as emailKeyOf makes it. */
  readonly usersWithEmail: (emailKey: string) => Promise<readonly UserDocument[]>;
  readonly mailer: Pick<Mailer, 'configured' | 'send'>;
  /** Who may create accounts: everyone, invited people, or no one. */
  readonly signUpMode: 'open' | 'invite' | 'off';
  readonly limits: SignInLimits;
  /** Address of the console's pages, without a slash at the end. */
  readonly consoleUrl: string;
}
