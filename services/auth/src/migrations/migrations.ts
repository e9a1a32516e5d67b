import { systemClock } from '@porchlight/runtime';
import type { Migration } from '@porchlight/store';
import { confirmEmails } from './confirm-emails';

/**
 * Migrations of this service's documents, in the order in which they run. A migration stays until every database is
 * past it.
 */
export const migrations: readonly Migration[] = [confirmEmails('2026-11-confirm-emails', systemClock)];
