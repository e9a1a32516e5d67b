import { deals, pipelines } from '@porchlight/contracts';
import { addNameKeys, type Migration } from '@porchlight/store';
import { addNumberAccounts } from './number-accounts';

/**
 * Migrations of this service's documents, in the order in which they run. A migration stays until every database is
 * past it.
 */
export const migrations: readonly Migration[] = [
  // Lists of pipelines and deals sort by name, and pipelines are filtered by it.
  addNameKeys('2026-11-pipeline-name-keys', pipelines.resource),
  addNameKeys('2026-11-deal-name-keys', deals.resource),
  // Statements on counters name their account, the shard key.
  addNumberAccounts,
];
