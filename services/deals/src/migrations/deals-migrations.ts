import { repairCopies } from '@porchlight/backend';
import { deals, pipelines } from '@porchlight/contracts';
import { systemClock } from '@porchlight/runtime';
import { addNameKeys, type Migration, refoldText, inAllAccounts, migrateDocuments } from '@porchlight/store';
import { copyDefinitions } from '../copies';
import type { NumberRow } from '../numbers';

/** Keys are `stages:<account>` and `weights:<account>:<stage>`. */
const parseAccount = (key: string): number => Number(key.split(':')[1]);

/** Adds the shard key to counters: their keys do not begin with the account. */
export const addNumberAccounts = migrateDocuments<NumberRow>({
  name: '2026-11-number-accounts',
  collection: 'numbers',
  change: (rows, documents) =>
    documents.bulkUpdate(
      rows.flatMap(({ _id, accountId }) =>
        accountId === undefined
          ? [{ filter: inAllAccounts({ _id }), update: { $set: { accountId: parseAccount(_id) } } }]
          : [],
      ),
    ),
});

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
  // Copies were merged: they may have values that the original no longer has.
  ...repairCopies('2026-11-replace-copies', copyDefinitions, systemClock),
  // Keys of names fold more letters (D13.7).
  refoldText('2026-12-folded-pipelines', pipelines.resource, [{ text: 'name', key: 'nameKey' }]),
  refoldText('2026-12-folded-deals', deals.resource, [{ text: 'name', key: 'nameKey' }]),
];
