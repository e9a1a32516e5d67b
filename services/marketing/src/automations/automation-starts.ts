import { LIMITS } from '@porchlight/limits';
import { column, defineDocument, type DocumentCollection, type DocumentOf } from '@porchlight/store';

/** Triggers are not repeated after this time, seconds: far longer than messages exist. */
const START_SECONDS = 90 * 86_400;
const DAY_SECONDS = 2 * 86_400;

/** A trigger for which an automation starts, so that it does once. */
export const automationStartSchema = defineDocument(
  {
    /** `<account>:<automation>:<person>:<trigger>` */
    _id: column.text,
    runId: column.number,
    at: column.date,
    /** The run exists, or it was decided that there is none. */
    done: column.optional(column.onlyTrue),
  },
  [{ keys: { at: 1 }, global: true, expireAfterSeconds: START_SECONDS }],
);
export type AutomationStart = DocumentOf<typeof automationStartSchema>;

/** The runs that triggers start for a person on a day. */
export const automationDaySchema = defineDocument(
  {
    /** `<account>:<person>:<day>` */
    _id: column.text,
    runIds: column.listOf(column.number),
    at: column.date,
  },
  [{ keys: { at: 1 }, global: true, expireAfterSeconds: DAY_SECONDS }],
);
export type AutomationDay = DocumentOf<typeof automationDaySchema>;

/** Triggers that were handled. */
export interface AutomationStarts {
  /** The id of the run for this trigger: the offered one, or that of an earlier attempt. */
  begin(key: string, offeredId: number, at: Date): Promise<{ readonly runId: number; readonly done: boolean }>;
  done(key: string): Promise<void>;
}

/** Opens the triggers that were handled. */
export const createAutomationStarts = (starts: DocumentCollection<AutomationStart>): AutomationStarts => ({
  async begin(_id, offeredId, at) {
    const refused = await starts.insertMany([{ _id, runId: offeredId, at }]);
    const stored = refused.length === 0 ? null : await starts.findOne({ _id });
    return { runId: stored?.runId ?? offeredId, done: stored?.done ?? false };
  },
  done: async (_id) => void (await starts.updateOne({ _id }, { $set: { done: true } })),
});

/** The runs of a person on a day. */
export interface AutomationDays {
  /** Takes a place for the run; idempotent. Without a place, the last run that has one. */
  take(
    accountId: number,
    personId: number,
    runId: number,
    now: Date,
  ): Promise<{ readonly taken: true } | { readonly taken: false; readonly lastRunId: number }>;
}

/** Opens the runs by person and day. The first ones in the list have a place, also if several are added at once. */
export const createAutomationDays = (days: DocumentCollection<AutomationDay>): AutomationDays => {
  const limit = LIMITS.automationRunsPerDay.value;
  const hasPlace = (runIds: readonly number[], runId: number): boolean => runIds.slice(0, limit).includes(runId);
  return {
    async take(accountId, personId, runId, now) {
      const _id = `${accountId}:${personId}:${now.toISOString().slice(0, 10)}`;
      let runIds = (await days.findOne({ _id }))?.runIds;
      if (!runIds) {
        await days.insertMany([{ _id, runIds: [], at: now }]);
        runIds = [];
      }
      if (!hasPlace(runIds, runId) && runIds.length < limit)
        runIds = (await days.findOneAndUpdate({ _id }, { $addToSet: { runIds: runId } }))?.runIds ?? runIds;
      return hasPlace(runIds, runId)
        ? { taken: true }
        : { taken: false, lastRunId: runIds[Math.min(limit, runIds.length) - 1] ?? runId };
    },
  };
};
