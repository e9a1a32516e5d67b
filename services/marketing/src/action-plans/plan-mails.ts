import { column, defineDocument, type DocumentCollection, type DocumentOf, inAllAccounts } from '@porchlight/store';
import { BEGINNING, choose } from './choose';

/** A mail of a step, stored permanently with its result. */
export const planMailSchema = defineDocument(
  {
    /** The step's id. */
    _id: column.text,
    accountId: column.number,
    personId: column.number,
    /** 0: the mail belongs to a run of an automation. */
    appliedPlanId: column.number,
    /** The run of an automation. Its mails are sent at most once (D12.5). */
    runId: column.optional(column.number),
    /** An attempt of a mail that is sent at most once has begun. */
    begun: column.optional(column.onlyTrue),
    templateId: column.number,
    userId: column.number,
    state: column.word('Waiting', 'Sent', 'NotSent', 'Unknown'),
    /** Number of attempts. */
    tries: column.number,
    /** It counts in the quota of a day: a repeated attempt does not count again (N5). */
    counted: column.optional(column.onlyTrue),
    /** Why it waits, was not sent, or was sent for another user; one sentence. */
    reason: column.optional(column.text),
    /** When it was sent or failed finally. */
    at: column.optional(column.date),
    /** When the next attempt is due; absent: finished. */
    wakeAt: column.optional(column.date),
    leaseBy: column.optional(column.text),
    /** The address that it was sent to, as it is compared. */
    recipient: column.optional(column.text),
    messageId: column.optional(column.text),
    /** How often a user let it be sent again after it was not sent. */
    attempt: column.optional(column.number),
    /** Mails that arrived for it. */
    inbound: column.optional(column.number),
    /** It counts as a record of the people service; mails of earlier versions count in the sums of this service. */
    recorded: column.optional(column.onlyTrue),
    /** What the people service records; deleted when it is recorded. */
    content: column.optional(
      column.nested({
        subject: column.text,
        body: column.text,
        isHtml: column.flag,
        from: column.text,
        to: column.text,
        userId: column.optional(column.number),
        actionPlanId: column.optional(column.number),
      }),
    ),
  },
  [
    // Not sparse: not every server can use a sparse index.
    { keys: { wakeAt: 1 }, global: true },
    { keys: { personId: 1 } },
  ],
);
export type PlanMail = DocumentOf<typeof planMailSchema>;

/** A mail as it was sent. */
export interface SentMail extends Required<Pick<PlanMail, 'recipient' | 'messageId' | 'content'>> {
  readonly at: Date;
  /** Why it was sent for another user. */
  readonly reason?: string | undefined;
}

/** Until when a mail waits, and why. */
export interface Wait {
  readonly until: Date;
  readonly reason: string;
}

/** Mails of plans in the database. */
export const createPlanMails = (mails: DocumentCollection<PlanMail>) => ({
  /** Adds mails that do not exist yet. */
  add: async (planMails: readonly PlanMail[]) => void (await mails.insertMany(planMails)),
  due: (now: Date, limit: number) =>
    mails.find(inAllAccounts({ wakeAt: { $gt: BEGINNING, $lte: now } }), {
      sort: { wakeAt: 1 },
      limit,
      projection: { _id: 1, wakeAt: 1 },
    }),
  /** Claims due mails that no other process claimed, and counts the attempt. */
  async lease(due: readonly Pick<PlanMail, '_id' | 'wakeAt'>[], until: Date, token: string) {
    const ids = due.map(({ _id }) => _id);
    const latest = due.reduce((max, { wakeAt = BEGINNING }) => (wakeAt > max ? wakeAt : max), BEGINNING);
    const free = { $and: [{ $gt: ['$wakeAt', BEGINNING] }, { $lte: ['$wakeAt', latest] }] };
    const isAttempt = { $and: [free, { $eq: ['$state', 'Waiting'] }] };
    await mails.updateMany({ _id: { $in: ids } }, [
      {
        $set: {
          wakeAt: choose(free, until, '$wakeAt'),
          leaseBy: choose(free, token, '$leaseBy'),
          tries: choose(isAttempt, { $add: ['$tries', 1] }, '$tries'),
        },
      },
    ]);
    const leased = await mails.find({ _id: { $in: ids } }, { limit: ids.length });
    return leased.filter(({ leaseBy }) => leaseBy === token);
  },
  /** Marks the mail as sent; it remains to be recorded. */
  sent: async (id: string, { reason, ...sent }: SentMail) =>
    void (await mails.updateOne(
      { _id: id },
      {
        $set: { state: 'Sent', recorded: true, ...sent, ...(reason !== undefined && { reason }) },
        ...(reason === undefined && { $unset: { reason: 1 } }),
      },
    )),
  /** Stores before an attempt that the mail may leave. */
  begin: async (id: string) => void (await mails.updateOne({ _id: id }, { $set: { begun: true } })),
  count: async (id: string) => void (await mails.updateOne({ _id: id }, { $set: { counted: true } })),
  /** Lets a mail wait for a reason that is not its own. */
  hold: async (id: string, { until: wakeAt, reason }: Wait, tries: number) =>
    void (await mails.updateOne({ _id: id }, { $set: { wakeAt, reason, tries }, $unset: { leaseBy: 1 } })),
  /** Lets all due mails of an account wait, in one write: they may be many. */
  holdAll: async (accountId: number, now: Date, { until, reason }: Wait) =>
    void (await mails.updateMany(
      { accountId, state: 'Waiting', wakeAt: { $gt: BEGINNING, $lte: now } },
      { $set: { wakeAt: until, reason } },
    )),
  again: async (id: string, wakeAt: Date, tries: number) =>
    void (await mails.updateOne({ _id: id }, { $set: { wakeAt, tries }, $unset: { leaseBy: 1, begun: 1 } })),
  /** Marks the mail as finished. */
  end: async (id: string) =>
    void (await mails.updateOne({ _id: id }, { $unset: { wakeAt: 1, leaseBy: 1, content: 1 } })),
  giveUp: async (id: string, at: Date, reason: string, state: 'NotSent' | 'Unknown' = 'NotSent') =>
    void (await mails.updateOne({ _id: id }, { $set: { state, at, reason }, $unset: { wakeAt: 1, leaseBy: 1 } })),
  /** Lets a mail that was not sent be tried again; once for each attempt, from 1. */
  retry: (id: string, attempt: number, now: Date) =>
    mails.updateOne(
      { _id: id, state: 'NotSent', attempt: attempt === 1 ? { $exists: false } : attempt - 1 },
      {
        $set: { state: 'Waiting', tries: 0, wakeAt: now, attempt },
        $unset: { at: 1, reason: 1, begun: 1, counted: 1, leaseBy: 1 },
      },
    ),
  /** True if one of these message ids was sent to the person. */
  wasSent: async (accountId: number, personId: number, messageIds: readonly string[]): Promise<boolean> =>
    (await mails.find({ accountId, personId, messageId: { $in: [...messageIds] } }, { limit: 1 })).length > 0,
  countInbound: async (id: string) => void (await mails.updateOne({ _id: id }, { $inc: { inbound: 1 } })),
  ofPerson: (accountId: number, personId: number, limit: number) => mails.find({ accountId, personId }, { limit }),
  byIds: async (ids: readonly string[]) =>
    ids.length === 0 ? [] : mails.find({ _id: { $in: [...ids] } }, { limit: ids.length }),
  moveTo: async (ids: readonly string[], personId: number) =>
    void (ids.length > 0 && (await mails.updateMany({ _id: { $in: [...ids] } }, { $set: { personId } }))),
  forget: async (accountId: number, personId: number) => void (await mails.deleteMany({ accountId, personId })),
});

/** Mails of plans: queue and record. */
export type PlanMails = ReturnType<typeof createPlanMails>;
