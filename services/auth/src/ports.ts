import type { User } from '@porchlight/contracts';
import type { DocumentCollection, ResourceStore } from '@porchlight/store';
import type { AccountDocument, ApiKeyDocument, SequenceDocument, SystemDocument, UserDocument } from './documents';
import type { Secrets } from './secrets';

/** What the use cases of this service work on. */
export interface Ports {
  readonly users: ResourceStore<User, UserDocument>;
  readonly accounts: DocumentCollection<AccountDocument>;
  readonly sequences: DocumentCollection<SequenceDocument>;
  readonly apiKeys: DocumentCollection<ApiKeyDocument>;
  readonly systems: DocumentCollection<SystemDocument>;
  readonly secrets: Secrets;
  readonly clock: { now(): number; date(): Date };
  readonly ids: { random(bytes: number): Buffer };
}
