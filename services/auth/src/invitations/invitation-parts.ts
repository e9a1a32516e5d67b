import type { DocumentCollection } from '@porchlight/store';
import type { Accounts } from '../accounts';
import type { Credentials } from '../credentials';
import type { Oauth } from '../oauth';
import type { Identities, Sessions, SignIn } from '../sign-in';
import type { PasswordLinkDocument } from './password-link-document';
import type { PendingSignUpDocument } from './pending-sign-up';

/** Limits that an operator may change; per hour unless stated. */
export interface InvitationLimits {
  readonly signUpsPerNetwork: number;
  readonly resetsPerNetwork: number;
  /** In the first 24 hours of an account from an open sign-up, as are those below. */
  readonly newAccountInvitations: number;
  readonly newAccountInvitationMails: number;
}

/** What mailed links are created and found with. */
export interface PasswordLinks extends Pick<Accounts, 'secrets' | 'ids' | 'clock'> {
  readonly passwordLinks: DocumentCollection<PasswordLinkDocument>;
}

/** What mails with links are sent with. */
export interface LinkMails extends PasswordLinks, Pick<Accounts, 'accounts' | 'attempts'>, Pick<Sessions, 'mailer'> {
  /** Address of the console's pages, without a slash at the end. */
  readonly consoleUrl: string;
}

/** What users are invited with. */
export interface Invitations extends LinkMails, Pick<Accounts, 'users'> {
  readonly limits: Pick<InvitationLimits, 'newAccountInvitations' | 'newAccountInvitationMails'>;
}

/** What owners sign up with. */
export interface SignUps extends Accounts, Sessions, LinkMails {
  readonly pendingSignUps: DocumentCollection<PendingSignUpDocument>;
  /** Whether accounts can be created: by open sign-up, by invitation, or not at all. */
  readonly signUpMode: 'open' | 'invite' | 'off';
  readonly limits: Pick<InvitationLimits, 'signUpsPerNetwork'>;
}

/** What passwords are reset with. */
export interface PasswordResets extends Identities, LinkMails, Pick<SignIn, 'findUsersByEmail'> {
  readonly apiKeys: Credentials['apiKeys'];
  readonly grants: Pick<Oauth['grants'], 'revokeOfUser'>;
  readonly limits: Pick<InvitationLimits, 'resetsPerNetwork'>;
}
