import { emCampaigns } from '@porchlight/contracts';
import { addNameKeys, type Migration } from '@porchlight/store';
import { sharePlanSteps } from './share-plan-steps';

/**
 * Migrations of this service's documents, in the order in which they run. A migration stays until every database is
 * past it.
 */
export const migrations: readonly Migration[] = [
  sharePlanSteps,
  addNameKeys('2026-11-campaign-name-keys', emCampaigns.resource),
];
