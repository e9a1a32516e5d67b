import type { DocumentCollection } from '@porchlight/store';
import type { Attempts, Secrets } from '../security';
import type { UserStore } from '../users';
import type { AccountDocument, SequenceDocument } from './account-document';

/** Data and services that the operations on accounts use. */
export interface Accounts {
  readonly users: UserStore;
  readonly accounts: DocumentCollection<AccountDocument>;
  /** Reads an account; concurrent reads share a query. */
  readonly loadAccount: (accountId: number) => Promise<AccountDocument | undefined>;
  readonly sequences: DocumentCollection<SequenceDocument>;
  readonly secrets: Secrets;
  readonly attempts: Attempts;
  readonly clock: { now(): number; date(): Date };
  readonly ids: { random(bytes: number): Buffer };
}
