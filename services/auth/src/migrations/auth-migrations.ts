import { groups, teams, users } from '@porchlight/contracts';
import { systemClock } from '@porchlight/runtime';
import { refoldText, type Migration } from '@porchlight/store';
import { confirmEmails } from './confirm-emails';

/** Names that are unique, or by which lists sort and filter. */
const NAMED = { text: 'name', key: 'nameKey' } as const;

/**
 * Migrations of this service's documents, in the order in which they run. An entry is removed only after it ran on
 * every database.
 */
export const authMigrations: readonly Migration[] = [
  confirmEmails('2026-11-confirm-emails', systemClock),
  // Keys of names fold more letters (D13.7).
  refoldText('2026-12-folded-users', users.resource, [NAMED]),
  refoldText('2026-12-folded-groups', groups.resource, [NAMED]),
  refoldText('2026-12-folded-teams', teams.resource, [NAMED]),
];
