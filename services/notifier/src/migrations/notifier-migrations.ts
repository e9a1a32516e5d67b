import { CONSOLE_SYSTEM, FORMER_CONSOLE_SYSTEM } from '@porchlight/access';
import { repairCopies } from '@porchlight/backend';
import { publishedInboxApps, webhooks } from '@porchlight/contracts';
import { systemClock } from '@porchlight/runtime';
import { type Migration, migrateDocuments, renameCounts } from '@porchlight/store';
import { copyDefinitions } from '../copies';

/** Apps that were published before the review of this version are approved (D13.9). */
const approveFormerApps = migrateDocuments<{ _id: number; accountId: number; id: number; review?: string }>({
  name: '2026-12-approved-apps',
  collection: publishedInboxApps.resource,
  change: (page, documents) =>
    documents.bulkUpdate(
      page
        .filter(({ review }) => review === undefined)
        .map(({ accountId, id }) => ({
          filter: { accountId, id, review: { $exists: false } },
          update: { $set: { review: 'Approved' } },
        })),
    ),
});

/** Records of the console name its system as it is named from now on (D13.9). */
const renameConsole = (collection: string): Migration =>
  migrateDocuments<{ _id: number; accountId: number; id: number; system?: string }>({
    name: `2026-12-console-${collection}`,
    collection,
    change: (page, documents) =>
      documents.bulkUpdate(
        page
          .filter(({ system }) => system === FORMER_CONSOLE_SYSTEM)
          .map(({ accountId, id, system }) => ({
            filter: { accountId, id, system },
            update: { $set: { system: CONSOLE_SYSTEM } },
          })),
      ),
  });

/**
 * Migrations of this service's documents, in the order in which they run. A migration stays until every database is
 * past it.
 */
export const migrations: readonly Migration[] = [
  // Copies were merged: they may have values that the original no longer has.
  ...repairCopies('2026-11-replace-copies', copyDefinitions, systemClock),
  approveFormerApps,
  // Mail goes to confirmed addresses only (N5).
  ...repairCopies('2026-11-confirmed-emails', copyDefinitions, systemClock),
  renameConsole(webhooks.resource),
  renameConsole(publishedInboxApps.resource),
  renameCounts('2026-12-console-counts', webhooks.resource, {
    from: `system:${FORMER_CONSOLE_SYSTEM}`,
    // Another system may have a longer name.
    to: (rest) => (rest === '' ? `system:${CONSOLE_SYSTEM}` : `system:${FORMER_CONSOLE_SYSTEM}${rest}`),
  }),
];
