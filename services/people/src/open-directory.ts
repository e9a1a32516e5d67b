import type { Stage } from '@porchlight/contracts';
import { MAX_CUSTOM_FIELDS } from '@porchlight/custom-fields';
import type { Clock } from '@porchlight/runtime';
import { isUniqueConflict, systemCall, type ResourceStore } from '@porchlight/store';
import { createAccountDirectory, type Directory } from './settings/cached-account-settings';
import type { Adapters } from './open-adapters';
import type { Resources } from './open-resources';
import { MAX_RULES } from './leads/lead-flows-strategy';
import { MAX_PONDS } from './leads/ponds-strategy';
import { MAX_STAGES, stageDraft, type StageDocument } from './settings/stages-strategy';
import { DEFAULT_STAGES, TRASH_ID } from './settings/default-stages';

/** For reads that many callers share: none of them may end it for the others. */
const NEVER = new AbortController().signal;

/**
 * Opens the directory over the resources, which themselves ask it: hence the function. All limits are twice what an
 * account may have, for two replicas may each let one more in.
 */
export const openDirectory = (
  { users, groups, moves }: Pick<Adapters, 'users' | 'groups' | 'moves'>,
  resources: () => Resources,
  clock: Clock,
): Directory =>
  createAccountDirectory(
    {
      stagesOf: (accountId) => resources().stages.find(systemCall(accountId, NEVER), {}, 2 * MAX_STAGES),
      seedStages: (accountId) => seedStages(resources().stages, accountId),
      membersOf: users.membersOf,
      movesOf: moves.of,
      customFieldsOf: (accountId) =>
        resources().customFields.find(systemCall(accountId, NEVER), {}, 2 * MAX_CUSTOM_FIELDS),
      settingsOf: async (accountId) => {
        const call = systemCall(accountId, NEVER);
        const [shared, ponds, leadRules] = await Promise.all([
          groups.groupsOf(accountId),
          resources().ponds.find(call, {}, 2 * MAX_PONDS),
          resources().leadFlows.find(call, {}, 2 * MAX_RULES),
        ]);
        return { groups: shared, ponds, leadRules };
      },
      trashIn: (accountId) => resources().people.count(accountId, `stage:${TRASH_ID}`),
    },
    clock,
  );

/** In their order: the last one tells that all are there. */
const seedStages = async (stages: ResourceStore<Stage, StageDocument>, accountId: number): Promise<void> => {
  const call = systemCall(accountId, NEVER);
  for (const { id, name, orderWeight, isProtected } of DEFAULT_STAGES) {
    try {
      await stages.insert(call, stageDraft(name, orderWeight, isProtected), { id, silent: true });
    } catch (error) {
      if (!isUniqueConflict(error)) throw error;
    }
  }
};
