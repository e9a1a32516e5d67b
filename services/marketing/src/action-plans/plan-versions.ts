import { column, defineDocument, type DocumentCollection, type DocumentOf } from '@porchlight/store';
import { stepColumn, stepsKey } from './plan-steps';

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

/** Steps that are stored once for many records. */
export interface StepVersion {
  readonly _id: string;
  readonly accountId: number;
  readonly steps: readonly object[];
}

/** Keys that this process has written, so that using the steps again costs no write. */
const MAX_KNOWN = 1_000;

/** Immutable versions of steps in a collection. */
export interface StepVersions<V extends StepVersion> {
  /** Stores the steps of a record unless they are there; returns their key. */
  save(accountId: number, id: number, steps: V['steps']): Promise<string>;
  /** The steps of a key; undefined if there are none. */
  load(key: string): Promise<V['steps'] | undefined>;
}

/** Opens versions of steps; `describe` returns the other fields of a version. */
export const createStepVersions = <V extends StepVersion>(
  collection: DocumentCollection<V>,
  describe: (id: number) => Omit<V, keyof StepVersion>,
): StepVersions<V> => {
  const written = new Set<string>();
  return {
    async save(accountId, id, steps) {
      const _id = stepsKey(accountId, id, steps);
      if (written.has(_id)) return _id;
      await collection.insertMany([{ ...describe(id), _id, accountId, steps: [...steps] } as unknown as V]);
      if (written.size >= MAX_KNOWN) written.clear();
      written.add(_id);
      return _id;
    },
    load: async (key) => (await collection.findOne({ _id: key }))?.steps,
  };
};

/** Versions of plans in the database. */
export const createPlanVersions = (collection: DocumentCollection<PlanVersion>): PlanVersions =>
  createStepVersions<PlanVersion>(collection, (actionPlanId) => ({ actionPlanId }));

/** The steps of plans as they were when they were applied; many applied plans share one version. */
export type PlanVersions = StepVersions<PlanVersion>;
