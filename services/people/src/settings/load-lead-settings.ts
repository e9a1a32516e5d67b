import { leadFlows as rulesDescriptor, ponds as pondsDescriptor } from '@porchlight/contracts';
import { mapBounded } from '@porchlight/runtime';
import { systemCall, type Document, type Store } from '@porchlight/store';
import type { PeopleCopies } from '../copies';
import type { LeadRule, PondView, SettingsParts } from './account-settings';

const CONCURRENCY = 8;

/** For reads that several callers share: no caller may cancel them for the others. */
const NEVER = new AbortController().signal;

/**
 * Loads ponds and rules of lead flow for the cached settings, twice as many as an account may have, and which of the
 * plans that they name are deleted.
 */
export const createLeadSettingsReader = (
  { reads }: Pick<Store, 'reads'>,
  { plans }: Pick<PeopleCopies, 'plans'>,
): ((accountId: number) => Promise<Pick<SettingsParts, 'ponds' | 'leadRules' | 'deletedPlanIds'>>) => {
  const ponds = reads<Document & PondView>(pondsDescriptor.resource);
  const rules = reads<Document & LeadRule>(rulesDescriptor.resource);
  return async (accountId) => {
    const call = systemCall(accountId, NEVER);
    const [allPonds, leadRules] = await Promise.all([
      ponds.find(call, {}, 2 * (pondsDescriptor.maxPerAccount ?? 0)),
      rules.find(call, {}, 2 * (rulesDescriptor.maxPerAccount ?? 0)),
    ]);
    const planIds = [...new Set(leadRules.flatMap(({ actionPlanId }) => actionPlanId ?? []))];
    const active = await mapBounded(
      planIds,
      CONCURRENCY,
      async (id) => (await plans.byId(accountId, id))?.active ?? false,
    );
    return { ponds: allPonds, leadRules, deletedPlanIds: planIds.filter((_id, at) => !active[at]) };
  };
};
