import type { Group, Team, User } from '@porchlight/contracts';
import type { DocumentCollection, ResourceStore } from '@porchlight/store';
import type { AccountDocument, ApiKeyDocument, GroupDocument, SequenceDocument, SystemDocument, TeamDocument, UserDocument } from './documents';
import type { Secrets } from './secrets';

/** What the use cases of this service work on. */
export interface Ports {
  readonly users: ResourceStore<User, UserDocument>;
  readonly groups: ResourceStore<Group, GroupDocument>;
  readonly teams: ResourceStore<Team, TeamDocument>;
  readonly accounts: DocumentCollection<AccountDocument>;
  readonly sequences: DocumentCollection<SequenceDocument>;
  readonly apiKeys: DocumentCollection<ApiKeyDocument>;
  readonly systems: DocumentCollection<SystemDocument>;
  readonly secrets: Secrets;
  readonly clock: { now(): number; date(): Date };
  readonly ids: { random(bytes: number): Buffer };
}

/** Makes work on one key wait for one another, whichever process it is in. */
export interface NameLock {
  run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}
