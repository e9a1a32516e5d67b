import { repairCopies } from '@porchlight/backend';
import { systemClock } from '@porchlight/runtime';
import type { Migration } from '@porchlight/store';
import { copyDefinitions } from '../copies';

/**
 * Migrations of this service's documents, in the order in which they run. A migration stays until every database is
 * past it.
 */
export const migrations: readonly Migration[] = [
  // Copies were merged: they may have values that the original no longer has.
  ...repairCopies('2026-11-replace-copies', copyDefinitions, systemClock),
];
