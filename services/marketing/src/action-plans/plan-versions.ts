import { column, defineDocument, type DocumentCollection, type DocumentOf } from '@porchlight/store';
import { stepColumn, stepsKey, type StoredStep } from './plan-steps';

/** The steps of a plan when it was applied, stored once for all applied plans with these steps. Immutable. */
export const planVersionSchema = defineDocument(
  {
    /** stepsKey of the steps. */
    _id: column.text,
    accountId: column.number,
    actionPlanId: column.number,
    steps: column.listOf(stepColumn),
  },
  [{ keys: { actionPlanId: 1 } }],
);
export type PlanVersion = DocumentOf<typeof planVersionSchema>;

/** Keys that this process has written, so that applying a plan again costs no write. */
const MAX_KNOWN = 1_000;

/** Versions of plans in the database. */
export const createPlanVersions = (collection: DocumentCollection<PlanVersion>) => {
  const known = new Set<string>();
  return {
    /** Stores the steps unless they are there; returns their key. */
    async save(accountId: number, actionPlanId: number, steps: readonly StoredStep[]) {
      const _id = stepsKey(accountId, actionPlanId, steps);
      if (known.has(_id)) return _id;
      await collection.insertMany([{ _id, accountId, actionPlanId, steps: [...steps] }]);
      if (known.size >= MAX_KNOWN) known.clear();
      known.add(_id);
      return _id;
    },
    /** The steps of a key; undefined if there are none. */
    load: async (key: string) => (await collection.findOne({ _id: key }))?.steps,
  };
};

/** The steps of plans as they were when they were applied; many applied plans share one version. */
export type PlanVersions = ReturnType<typeof createPlanVersions>;
