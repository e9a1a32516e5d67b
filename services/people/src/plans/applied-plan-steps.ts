import type { Clock } from '@porchlight/runtime';
import { column, defineDocument, type DocumentCollection, type DocumentOf } from '@porchlight/store';

/** Retention of steps, s; far longer than that of the bus. */
const REMEMBERED_S = 60 * 24 * 3600;

/** A received step of an action plan. */
export const planStepSchema = defineDocument(
  {
    /** `<accountId>:<stepId>` */
    _id: column.text,
    /** Id of the record that the step creates. */
    childId: column.optional(column.number),
    done: column.flag,
    at: column.date,
  },
  [{ keys: { at: 1 }, global: true, expireAfterSeconds: REMEMBERED_S }],
);
export type PlanStepDocument = DocumentOf<typeof planStepSchema>;

/** Received steps of action plans, so that each runs once. */
export interface PlanSteps {
  find(accountId: number, stepId: string): Promise<PlanStepDocument | undefined>;
  /** Claims a step; a new claim stores `childId`. Returns the claim of an earlier attempt if there is one. */
  claim(accountId: number, stepId: string, childId: number | undefined): Promise<PlanStepDocument>;
  done(accountId: number, stepId: string): Promise<void>;
}

/** Stores received steps of action plans. */
export const createPlanSteps = (
  collection: DocumentCollection<PlanStepDocument>,
  clock: Pick<Clock, 'date'>,
): PlanSteps => {
  const key = (accountId: number, stepId: string): string => `${accountId}:${stepId}`;
  return {
    async find(accountId, stepId) {
      return (await collection.findOne({ _id: key(accountId, stepId) })) ?? undefined;
    },
    async claim(accountId, stepId, childId) {
      const step = {
        _id: key(accountId, stepId),
        done: false,
        at: clock.date(),
        ...(childId !== undefined && { childId }),
      };
      const refused = await collection.insertMany([step]);
      // Another replica claimed the step first: its claim is used.
      return refused.length === 0 ? step : ((await collection.findOne({ _id: step._id })) ?? step);
    },
    async done(accountId, stepId) {
      const _id = key(accountId, stepId);
      const at = clock.date();
      if (await collection.updateOne({ _id }, { $set: { done: true, at } })) return;
      await collection.insertMany([{ _id, done: true, at }]);
    },
  };
};
