import { column, defineDocument, type DocumentCollection, type DocumentOf } from '@porchlight/store';

/** The running applied plan: one document for each person and plan. */
export const planSlotSchema = defineDocument(
  {
    /** `<account>:<person>:<plan>` */
    _id: column.text,
    holder: column.number,
    at: column.date,
  },
  [{ keys: { _id: 1, holder: 1 }, global: true }],
);
export type PlanSlot = DocumentOf<typeof planSlotSchema>;

/** Events are not repeated after this time, seconds. */
const LEAD_SECONDS = 90 * 86_400;

/** A lead whose action plan is applied. */
export const planLeadSchema = defineDocument(
  {
    /** `<account>:<event>` */
    _id: column.text,
    appliedPlanId: column.number,
    at: column.date,
    done: column.optional(column.onlyTrue),
  },
  [{ keys: { at: 1 }, global: true, expireAfterSeconds: LEAD_SECONDS }],
);
export type PlanLead = DocumentOf<typeof planLeadSchema>;

/** Slots in the database; never deleted, only handed over. */
export const createPlanSlots = (slots: DocumentCollection<PlanSlot>) => ({
  /** Undefined if the applied plan got the slot; otherwise its holder and the time. */
  async take(key: string, appliedPlanId: number, at: Date) {
    const existing = await slots.findOne({ _id: key });
    const refused = existing ? [key] : await slots.insertMany([{ _id: key, holder: appliedPlanId, at }]);
    if (refused.length === 0) return undefined;
    const slot = existing ?? (await slots.findOne({ _id: key }));
    return !slot || slot.holder === appliedPlanId ? undefined : { holder: slot.holder, at: slot.at };
  },
  /** Transfers the slot, unless another process did. */
  replace: (key: string, from: number, to: number, at: Date) =>
    slots.updateOne({ _id: key, holder: from }, { $set: { holder: to, at } }),
  /** Lets the next applied plan have the slot of a removed one at once. */
  release: (key: string, holder: number) => slots.updateOne({ _id: key, holder }, { $set: { at: new Date(0) } }),
});

/** The applied plan that runs for a person: one at a time. */
export type PlanSlots = ReturnType<typeof createPlanSlots>;

/** Leads in the database. */
export const createPlanLeads = (leads: DocumentCollection<PlanLead>) => {
  const keyOfLead = (accountId: number, eventId: number): string => `${accountId}:${eventId}`;
  return {
    /** The id of the applied plan for this event: the given one, or the stored one of an earlier attempt. */
    async begin(accountId: number, eventId: number, appliedPlanId: number, at: Date) {
      const _id = keyOfLead(accountId, eventId);
      const refused = await leads.insertMany([{ _id, appliedPlanId, at }]);
      const existing = refused.length === 0 ? null : await leads.findOne({ _id });
      return { appliedPlanId: existing?.appliedPlanId ?? appliedPlanId, done: existing?.done ?? false };
    },
    /** The applied plan of an event; undefined if none was begun. */
    async findApplied(accountId: number, eventId: number): Promise<number | undefined> {
      return (await leads.findOne({ _id: keyOfLead(accountId, eventId) }))?.appliedPlanId;
    },
    done: async (accountId: number, eventId: number) =>
      void (await leads.updateOne({ _id: keyOfLead(accountId, eventId) }, { $set: { done: true } })),
  };
};

/** Leads whose action plan was applied, so that a repeated event applies it once. */
export type PlanLeads = ReturnType<typeof createPlanLeads>;
