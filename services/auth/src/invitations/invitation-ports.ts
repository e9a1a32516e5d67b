import type { DocumentCollection } from '@porchlight/store';
import type { CredentialPorts } from '../credentials';
import type { OauthPorts } from '../oauth';
import type { SessionPorts } from '../sign-in';
import type { PasswordLinkDocument } from './password-link';
import type { PendingSignUpDocument } from './pending-sign-up';

/** Limits that an operator may change; per hour unless stated. */
interface InvitationLimits {
  readonly signUpsPerNetwork: number;
  readonly resetsPerNetwork: number;
  /** In the first 24 hours of an account from an open sign-up, as are those below. */
  readonly newAccountInvitations: number;
  readonly newAccountInvitationMails: number;
}

/** Data and services that sign-up, invitations and password resets use. */
export interface InvitationPorts extends SessionPorts {
  readonly passwordLinks: DocumentCollection<PasswordLinkDocument>;
  readonly pendingSignUps: DocumentCollection<PendingSignUpDocument>;
  readonly apiKeys: CredentialPorts['apiKeys'];
  readonly grants: Pick<OauthPorts['grants'], 'revokeOfUser'>;
  /** Whether accounts can be created: by open sign-up, by invitation, or not at all. */
  readonly signUpMode: 'open' | 'invite' | 'off';
  readonly limits: SessionPorts['limits'] & InvitationLimits;
  /** Address of the console's pages, without a slash at the end. */
  readonly consoleUrl: string;
}
