import type { DocumentCollection } from '@porchlight/store';
import type { Accounts } from '../accounts';
import type { TeamStore } from '../teams';
import type { ApiKeyDocument } from './api-key-document';

/** What the operations on API keys work with. */
export interface Credentials extends Pick<
  Accounts,
  'users' | 'accounts' | 'loadAccount' | 'sequences' | 'secrets' | 'clock' | 'ids'
> {
  readonly teams: TeamStore;
  readonly apiKeys: DocumentCollection<ApiKeyDocument>;
}
