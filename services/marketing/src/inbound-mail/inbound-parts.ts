import type { StoreCall } from '@porchlight/store';
import type { PlanMails } from '../action-plans';
import type { LocalCopies } from '../copies';
import type { EmailRecords } from '../email-records';
import type { Parts } from '../service';
import type { SuppressedAddresses } from '../suppressions';

/** What arrived mails change. */
export interface InboundParts extends Pick<LocalCopies, 'people'>, Pick<Parts, 'clock' | 'logger' | 'metrics'> {
  readonly mails: Pick<PlanMails, 'byIds' | 'wasSent' | 'countInbound'>;
  readonly emailRecords: EmailRecords;
  readonly suppressed: Pick<SuppressedAddresses, 'suppress'>;
  /** Pauses the plans of a person that ran at this time. */
  readonly pausePlans: (call: StoreCall, personId: number, at: Date) => Promise<void>;
}
