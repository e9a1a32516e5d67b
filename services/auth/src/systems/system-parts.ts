import type { DocumentCollection } from '@porchlight/store';
import type { Accounts } from '../accounts';
import type { DailyCounts } from './daily-counts';
import type { SystemDocument } from './system-document';

/** What the operations on systems work with. */
export interface Systems extends Pick<Accounts, 'accounts' | 'sequences' | 'secrets' | 'attempts' | 'clock' | 'ids'> {
  readonly systems: DocumentCollection<SystemDocument>;
  readonly dailyCounts: DailyCounts;
  readonly eventId: () => string;
  /** Called after a change, to publish it at once. */
  readonly notifyPublisher: () => void;
  readonly limits: {
    /** Systems that an account from an open sign-up registers in its first 24 hours. */
    readonly newAccountSystems: number;
  };
}
