import type { Migration } from '@porchlight/store';
import { fillLastCommunication } from './fill-last-communication';
import { leaveOutNoValues } from './leave-out-no-values';

/**
 * Migrations of this service's documents, in the order in which they run. An entry is removed only after it ran on
 * every database.
 */
export const migrations: readonly Migration[] = [leaveOutNoValues, fillLastCommunication];
