import { composeKey, type DocumentCollection } from '@porchlight/store';
import type { HeldRuns } from './plan-parts';

/** Reads whether runs of automations are paused: their mails wait. */
export const createHeldRuns = (
  runs: DocumentCollection<{ readonly _id: number; readonly status?: string }>,
): HeldRuns => {
  const readStatus = async (accountId: number, runId: number): Promise<string | undefined> =>
    (await runs.findOne({ _id: composeKey(accountId, runId) }, { projection: { status: 1 } }))?.status;
  return {
    isPaused: async (accountId, runId) => (await readStatus(accountId, runId)) === 'Paused',
    // The remains of a removed run have no status.
    isGone: async (accountId, runId) => (await readStatus(accountId, runId)) === undefined,
  };
};
