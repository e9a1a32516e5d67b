import type { DocumentCollection } from '@porchlight/store';
import type { AccountPorts } from '../accounts';
import type { DailyCounts } from './daily-counts';

/** A registered system; `_id` is its name in lower case. */
export interface SystemDocument {
  _id: string;
  name: string;
  keyHash: string;
  /** The key itself, encrypted: the legacy signature needs it (decisions section 7). */
  sealedKey: string;
  created: Date;
  /** Number within the account that registered it; absent for systems of an operator. */
  id?: number;
  /** The account that registered it and may rotate its key; absent when an operator did. */
  accountId?: number;
  /** Former keys that are still valid. */
  formerKeys?: { hash: string; until: Date }[];
  /** Headers that carry the legacy signature next to X-System-Signature, at most 3. */
  signatureHeaders?: string[];
}

/** Data and services that the operations on systems use. */
export interface SystemPorts extends AccountPorts {
  readonly systems: DocumentCollection<SystemDocument>;
  readonly dailyCounts: DailyCounts;
  readonly limits: {
    /** Systems that an account from an open sign-up registers in its first 24 hours. */
    readonly newAccountSystems: number;
  };
}
