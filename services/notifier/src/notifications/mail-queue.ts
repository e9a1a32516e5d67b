import { column, defineDocument, type DocumentCollection, type DocumentOf, inAllAccounts } from '@porchlight/store';
import { EVENT_SECONDS } from '../payloads';

/** A mail to a user. */
export interface QueuedMail {
  /** Derived from the notification, so that a repeat adds no second mail. */
  readonly _id: string;
  readonly accountId: number;
  readonly userId: number;
  readonly subject: string;
  readonly text: string;
  readonly created: Date;
  readonly dueAt: Date;
  /** Number of attempts so far. */
  readonly tries: number;
}

/** A stored mail; without `dueAt` it is finished. */
export const mailSchema = defineDocument(
  {
    _id: column.text,
    accountId: column.number,
    userId: column.number,
    subject: column.text,
    text: column.text,
    created: column.date,
    dueAt: column.optional(column.date),
    tries: column.number,
    state: column.word('Waiting', 'Sent', 'GivenUp', 'Dropped'),
  },
  [
    // Only waiting mails have it.
    { keys: { dueAt: 1 }, sparse: true, global: true },
    { keys: { created: 1 }, global: true, expireAfterSeconds: EVENT_SECONDS },
  ],
);
export type MailDocument = DocumentOf<typeof mailSchema>;

/** Ranges are bounded on both sides: some servers read all matches regardless of the limit. */
const BEGINNING = new Date(0);

/** Queries per poll; while others wait, an account gets at most one part in this many. */
const ROUNDS = 4;

/** Stores the mail queue. */
export const createMailQueue = (mails: DocumentCollection<MailDocument>) => ({
  /** Adds mails that do not exist yet. */
  async add(wanted: readonly QueuedMail[]) {
    if (wanted.length > 0) await mails.insertMany(wanted.map((mail) => ({ ...mail, state: 'Waiting' as const })));
  },
  async due(now: Date, limit: number) {
    const chosen: MailDocument[] = [];
    const others: MailDocument[] = [];
    const share = Math.max(1, Math.ceil(limit / ROUNDS));
    // The oldest may all belong to one account: the next round skips it.
    for (let round = 0, passed: number[] = []; round < ROUNDS && chosen.length < limit; round++) {
      const ofOthers = passed.length > 0 && { accountId: { $nin: passed } };
      const found = await mails.find(inAllAccounts({ dueAt: { $gt: BEGINNING, $lte: now }, ...ofOthers }), {
        sort: { dueAt: 1 },
        limit,
      });
      for (const [accountId, due] of Map.groupBy(found, (mail) => mail.accountId)) {
        chosen.push(...due.slice(0, share));
        others.push(...due.slice(share));
        passed = [...passed, accountId];
      }
      if (found.length < limit) break;
    }
    const fairly = [...chosen, ...others].slice(0, limit);
    return fairly.flatMap(({ state: _state, dueAt, ...mail }) => (dueAt ? [{ ...mail, dueAt }] : []));
  },
  /** Counts an attempt and leases the mails until `until`. */
  async begin(ids: readonly string[], until: Date) {
    if (ids.length > 0)
      await mails.updateMany({ _id: { $in: [...ids] } }, { $set: { dueAt: until }, $inc: { tries: 1 } });
  },
  async retry(id: string, dueAt: Date) {
    await mails.updateOne({ _id: id }, { $set: { dueAt } });
  },
  async end(id: string, state: 'Sent' | 'GivenUp' | 'Dropped') {
    await mails.updateOne({ _id: id }, { $set: { state }, $unset: { dueAt: 1 } });
  },
});

/** The mail queue: mails are stored until they are sent or failed finally. */
export type MailQueue = ReturnType<typeof createMailQueue>;
