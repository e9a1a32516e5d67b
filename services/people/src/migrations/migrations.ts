import type { Migration } from '@porchlight/store';
import { fillLastCommunication } from './fill-last-communication';
import { leaveOutNoValues } from './leave-out-no-values';

/**
 * Ways from older layouts of this service's documents, in the order in which they run. Nothing is ever taken out before
 * every database is past it.
 */
export const migrations: readonly Migration[] = [leaveOutNoValues, fillLastCommunication];
