import { composeKey, type DocumentCollection } from '@porchlight/store';
import type { HeldRuns } from './plan-parts';

/** Reads whether runs of automations are paused: their mails wait. */
export const createHeldRuns = (
  runs: DocumentCollection<{ readonly _id: number; readonly status: string }>,
): HeldRuns => ({
  isPaused: async (accountId, runId) =>
    (await runs.findOne({ _id: composeKey(accountId, runId) }, { projection: { status: 1 } }))?.status === 'Paused',
});
