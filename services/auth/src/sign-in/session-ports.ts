import type { Mailer } from '@porchlight/mail';
import type { DocumentCollection } from '@porchlight/store';
import type { AccountPorts } from '../accounts';
import type { UserDocument } from '../users';
import type { SecondFactorDocument, SessionDocument } from './session-document';

/** Data and services that sign-in and sessions use. */
export interface SessionPorts extends AccountPorts {
  readonly sessions: DocumentCollection<SessionDocument>;
  readonly secondFactors: DocumentCollection<SecondFactorDocument>;
  /** Users of all accounts with an email (see toEmailKey): those who confirmed it first, then the oldest first. */
  readonly findUsersByEmail: (emailKey: string) => Promise<readonly UserDocument[]>;
  readonly mailer: Pick<Mailer, 'configured' | 'leaves' | 'send'>;
  /** Failed sign-ins per hour. */
  readonly limits: {
    readonly signInFailuresPerNetwork: number;
    readonly signInFailuresPerEmail: number;
    readonly signInFailuresFromDevices: number;
  };
  /** A session ends this long after the sign-in, however much it is used, ms. */
  readonly sessionLifetimeMs: number;
}
