import type { Stage } from '@porchlight/contracts';
import { isUniqueConflict, systemCall, type ResourceStore } from '@porchlight/store';
import { DEFAULT_STAGES } from './default-stages';
import { stageDraft, type StageDocument } from './stages-strategy';

/** Other callers use the stages too: none may cancel their creation. */
const NEVER = new AbortController().signal;

/** Inserts the default stages in their order: the presence of the last one means that all exist. */
export const seedStages =
  (stages: Pick<ResourceStore<Stage, StageDocument>, 'insert'>) =>
  async (accountId: number): Promise<void> => {
    const call = systemCall(accountId, NEVER);
    for (const { id, name, orderWeight, isProtected } of DEFAULT_STAGES) {
      try {
        await stages.insert(call, stageDraft(name, orderWeight, isProtected), { id, silent: true });
      } catch (error) {
        if (!isUniqueConflict(error)) throw error;
      }
    }
  };
