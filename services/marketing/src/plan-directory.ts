import { composeKey, type DocumentCollection } from '@porchlight/store';
import { defineFeature } from './service';

/** The fields of an action plan that the queries read. */
interface PlanRow {
  readonly _id: number;
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly templateIds: readonly number[];
}

/** Queries on plans besides their records. */
export interface PlanDirectory {
  /** The plans that use each of the templates, in the order of their ids. */
  using(
    accountId: number,
    templateIds: readonly number[],
  ): Promise<Map<number, { readonly id: number; readonly name: string }[]>>;
  /** The ids among these of plans that exist and are not deleted. */
  areActive(accountId: number, planIds: readonly number[]): Promise<ReadonlySet<number>>;
}

/** Maximum number of plans that are read for the templates of one page. */
const MAX_PLANS = 5_000;

/** Queries on plans in the database. */
export const createPlanDirectory = (plans: DocumentCollection<PlanRow>): PlanDirectory => ({
  async using(accountId: number, templateIds: readonly number[]) {
    const users = new Map<number, { id: number; name: string }[]>();
    if (templateIds.length === 0) return users;
    const projection = { id: 1, name: 1, templateIds: 1 } as const;
    const active = await plans.find(
      { accountId, templateIds: { $in: [...templateIds] } },
      { limit: MAX_PLANS, projection },
    );
    const requestedIds = new Set(templateIds);
    for (const plan of active.sort((a, b) => a.id - b.id))
      for (const templateId of plan.templateIds) {
        if (!requestedIds.has(templateId)) continue;
        const { id, name } = plan;
        users.set(templateId, [...(users.get(templateId) ?? []), { id, name }]);
      }
    return users;
  },
  async areActive(accountId: number, planIds: readonly number[]) {
    const keys = [...new Set(planIds)].map((id) => composeKey(accountId, id));
    const documents = await plans.find(
      { _id: { $in: keys } },
      { limit: keys.length, projection: { id: 1, status: 1 } },
    );
    return new Set(documents.flatMap(({ id, status }) => (status === 'Active' ? id : [])));
  },
});

/** Which plans use templates, and which are active. */
export const planDirectory = defineFeature({
  name: 'planDirectory',
  open: ({ store }) => createPlanDirectory(store.collection<PlanRow>('actionPlans')),
});
