import type { DocumentCollection } from '@porchlight/store';
import type { PlanLeads, PlanSlots } from '../ports';

/** The running applied plan: one document for each person and plan. */
export interface PlanSlot {
  /** `<account>:<person>:<plan>` */
  _id: string;
  holder: number;
  at: Date;
}

/** A lead whose action plan is applied. */
export interface PlanLead {
  /** `<account>:<event>` */
  _id: string;
  appliedPlanId: number;
  at: Date;
  done?: true;
}

/** Events are not repeated after this time, seconds. */
const LEAD_SECONDS = 90 * 86_400;

/** Slots in the database; never deleted, only handed over. */
export const createPlanSlots = (
  slots: DocumentCollection<PlanSlot>,
): PlanSlots & { ensureIndexes(): Promise<void> } => ({
  ensureIndexes: () => slots.ensureIndexes([{ keys: { _id: 1, holder: 1 }, global: true }]),
  async take(key, appliedPlanId, at) {
    const known = await slots.findOne({ _id: key });
    const refused = known ? [key] : await slots.insertMany([{ _id: key, holder: appliedPlanId, at }]);
    if (refused.length === 0) return undefined;
    const slot = known ?? (await slots.findOne({ _id: key }));
    return !slot || slot.holder === appliedPlanId ? undefined : { holder: slot.holder, at: slot.at };
  },
  replace: (key, from, to, at) => slots.updateOne({ _id: key, holder: from }, { $set: { holder: to, at } }),
});

/** Leads in the database. */
export const createPlanLeads = (
  leads: DocumentCollection<PlanLead>,
): PlanLeads & { ensureIndexes(): Promise<void> } => {
  const keyOfLead = (accountId: number, eventId: number): string => `${accountId}:${eventId}`;
  return {
    ensureIndexes: () => leads.ensureIndexes([{ keys: { at: 1 }, global: true, expireAfterSeconds: LEAD_SECONDS }]),
    async begin(accountId, eventId, appliedPlanId, at) {
      const _id = keyOfLead(accountId, eventId);
      const refused = await leads.insertMany([{ _id, appliedPlanId, at }]);
      const known = refused.length === 0 ? null : await leads.findOne({ _id });
      return { appliedPlanId: known?.appliedPlanId ?? appliedPlanId, done: known?.done ?? false };
    },
    done: async (accountId, eventId) =>
      void (await leads.updateOne({ _id: keyOfLead(accountId, eventId) }, { $set: { done: true } })),
  };
};
