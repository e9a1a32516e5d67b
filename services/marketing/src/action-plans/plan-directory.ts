import { composeKey, type DocumentCollection } from '@porchlight/store';
import type { ActionPlanDocument } from './action-plans-strategy';

/** Maximum number of plans that are read for the templates of one page. */
const MAX_PLANS = 5_000;

/** Queries on plans in the database. */
export const createPlanDirectory = (plans: DocumentCollection<ActionPlanDocument>) => ({
  async using(accountId: number, templateIds: readonly number[]) {
    const users = new Map<number, { id: number; name: string }[]>();
    if (templateIds.length === 0) return users;
    const projection = { id: 1, name: 1, templateIds: 1 } as const;
    const found = await plans.find(
      { accountId, templateIds: { $in: [...templateIds] } },
      { limit: MAX_PLANS, projection },
    );
    const wanted = new Set(templateIds);
    for (const plan of found.sort((a, b) => a.id - b.id))
      for (const templateId of plan.templateIds) {
        if (!wanted.has(templateId)) continue;
        const { id, name } = plan;
        users.set(templateId, [...(users.get(templateId) ?? []), { id, name }]);
      }
    return users;
  },
  /** The ids among these of plans that exist and are not deleted. */
  async areActive(accountId: number, planIds: readonly number[]) {
    const keys = [...new Set(planIds)].map((id) => composeKey(accountId, id));
    const found = await plans.find({ _id: { $in: keys } }, { limit: keys.length, projection: { id: 1, status: 1 } });
    return new Set(found.flatMap(({ id, status }) => (status === 'Active' ? id : [])));
  },
});

/** Queries on plans besides their records. */
export type PlanDirectory = ReturnType<typeof createPlanDirectory>;
