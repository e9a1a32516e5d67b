import type { DocumentCollection } from '@porchlight/store';
import type { Accounts } from '../accounts';
import type { UserMailer } from '../mail';
import type { UserDocument } from '../users';
import type { SecondFactorDocument, SessionDocument } from './session-document';

/** What sessions are opened and verified with. */
export interface Sessions extends Pick<Accounts, 'users' | 'loadAccount' | 'secrets' | 'clock' | 'ids'> {
  readonly sessions: DocumentCollection<SessionDocument>;
  readonly mailer: UserMailer;
  /** A session ends this long after the sign-in, however much it is used, ms. */
  readonly sessionLifetimeMs: number;
}

/** What second factors are verified with. */
export interface SecondFactors extends Pick<Accounts, 'secrets' | 'attempts' | 'clock'> {
  readonly secondFactors: DocumentCollection<SecondFactorDocument>;
}

/** Sessions, and what their user is asked for again before a critical change. */
export interface Identities extends Sessions, SecondFactors {}

/** Failed sign-ins per hour. */
export interface SignInLimits {
  readonly signInFailuresPerNetwork: number;
  readonly signInFailuresPerEmail: number;
  readonly signInFailuresFromDevices: number;
}

/** What users sign in with. */
export interface SignIn extends Identities, Pick<Accounts, 'accounts'> {
  /** Users of all accounts with an email (see toEmailKey): those who confirmed it first, then the oldest first. */
  readonly findUsersByEmail: (emailKey: string) => Promise<readonly UserDocument[]>;
  readonly limits: SignInLimits;
}
