import { takeTurns } from '@porchlight/runtime';
import { column, defineDocument, type DocumentCollection, type DocumentOf, inAllAccounts } from '@porchlight/store';
import { EVENT_SECONDS } from '../payloads';

/** A new mail to a user. */
export interface QueuedMail extends MailRecipient {
  /** Derived from the notification, so that a repeat adds no second mail. */
  readonly _id: string;
  readonly subject: string;
  readonly text: string;
  readonly created: Date;
  readonly dueAt: Date;
  /** Number of attempts so far. */
  readonly tries: number;
}

/** The user who gets a mail. */
export interface MailRecipient {
  readonly accountId: number;
  readonly userId: number;
}

/** A mail that is due. */
export type DueMail = MailDocument & { readonly dueAt: Date };

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
    /** `Digest`: held until a digest collects it; `Digested`: the digest names it. */
    state: column.word('Waiting', 'Sent', 'GivenUp', 'Dropped', 'Digest', 'Digested'),
    /** It is counted in the quotas of its mailbox and account. */
    counted: column.optional(column.onlyTrue),
    /** The digest that collects this mail. */
    digest: column.optional(column.text),
    /** This mail is a digest: its text is written from the collected mails when it is sent. */
    isDigest: column.optional(column.onlyTrue),
  },
  [
    // Only waiting mails have it.
    { keys: { dueAt: 1 }, sparse: true, global: true },
    { keys: { created: 1 }, global: true, expireAfterSeconds: EVENT_SECONDS },
    // Held mails of a user, and the mails of a digest.
    { keys: { userId: 1, state: 1 } },
    { keys: { digest: 1 } },
  ],
);
export type MailDocument = DocumentOf<typeof mailSchema>;

/** Notifications that a digest names; it counts the others. */
const DIGEST_LINES = 50;

/** Ranges are bounded on both sides: some servers read all matches regardless of the limit. */
const BEGINNING = new Date(0);

/** Queries per poll; while others wait, an account gets at most one part in this many. */
const ROUNDS = 4;

/** Stores the mail queue. */
export const createMailQueue = (mails: DocumentCollection<MailDocument>) => ({
  /** Adds mails that do not exist yet. */
  async add(added: readonly QueuedMail[]) {
    if (added.length > 0) await mails.insertMany(added.map((mail) => ({ ...mail, state: 'Waiting' as const })));
  },
  async due(now: Date, limit: number) {
    const candidates: MailDocument[] = [];
    const share = Math.max(1, Math.ceil(limit / ROUNDS));
    // The oldest may all belong to one account: the next round skips it.
    for (let round = 0, shared = 0, passed: number[] = []; round < ROUNDS && shared < limit; round++) {
      const ofOthers = passed.length > 0 && { accountId: { $nin: passed } };
      const found = await mails.find(inAllAccounts({ dueAt: { $gt: BEGINNING, $lte: now }, ...ofOthers }), {
        sort: { dueAt: 1 },
        limit,
      });
      candidates.push(...found);
      for (const [accountId, { length }] of Map.groupBy(found, (mail) => mail.accountId)) {
        shared += Math.min(length, share);
        passed = [...passed, accountId];
      }
      if (found.length < limit) break;
    }
    const turns = takeTurns(candidates, (mail) => mail.accountId, limit);
    return turns.flatMap(({ dueAt, ...mail }): DueMail[] => (dueAt ? [{ ...mail, dueAt }] : []));
  },
  /** Counts an attempt and leases the mails until `until`. `counted`: they are counted in their quotas from now on. */
  async begin(ids: readonly string[], until: Date, counted: boolean) {
    const leased = { dueAt: until, ...(counted && { counted }) };
    if (ids.length > 0) await mails.updateMany({ _id: { $in: [...ids] } }, { $set: leased, $inc: { tries: 1 } });
  },
  /** The mails wait for the next day. */
  async postpone(ids: readonly string[], dueAt: Date) {
    if (ids.length > 0) await mails.updateMany({ _id: { $in: [...ids] } }, { $set: { dueAt } });
  },
  /** Holds a mail for a digest; if none collects it, it is due again at `dueAt`. */
  async hold(id: string, dueAt: Date) {
    await mails.updateOne({ _id: id }, { $set: { state: 'Digest', dueAt } });
  },
  /** Takes back a held mail; false if a digest has collected it. */
  takeBack: (id: string) =>
    mails.updateOne({ _id: id, state: 'Digest', digest: { $exists: false } }, { $set: { state: 'Waiting' } }),
  /** A held mail of the user, first one of a digest that was begun. */
  async findHeld({ accountId, userId }: MailRecipient): Promise<MailDocument | undefined> {
    const held = { accountId, userId, state: 'Digest' };
    const [begun] = await mails.find({ ...held, digest: { $exists: true } }, { limit: 1 });
    return begun ?? (await mails.find(held, { limit: 1 }))[0];
  },
  /** Assigns all held mails of the user to a digest. */
  async collect({ accountId, userId }: MailRecipient, digest: string) {
    const held = { accountId, userId, state: 'Digest', digest: { $exists: false } };
    await mails.updateMany(held, { $set: { digest }, $unset: { dueAt: 1 } });
  },
  /** Adds the mail of a digest, once, and ends the mails that it names. */
  async addDigest({ accountId, userId }: MailRecipient, digest: string, now: Date) {
    const fields = { subject: '', text: '', created: now, dueAt: now, tries: 0, state: 'Waiting' } as const;
    await mails.insertMany([{ _id: digest, accountId, userId, ...fields, isDigest: true }]);
    await mails.updateMany({ accountId, userId, state: 'Digest', digest }, { $set: { state: 'Digested' } });
  },
  /** The number of mails in a digest, and the newest of them; an erasure deletes mails of the person. */
  async readDigest({ _id: digest, accountId }: Pick<MailDocument, '_id' | 'accountId'>) {
    const newest = await mails.find({ accountId, digest }, { sort: { created: -1 }, limit: DIGEST_LINES });
    return { count: await mails.count({ accountId, digest }), messages: newest.map(({ text }) => text.trim()) };
  },
  /** Drops the held mails of a user who gets no mail. */
  async drop({ accountId, userId }: MailRecipient) {
    await mails.updateMany(
      { accountId, userId, state: 'Digest' },
      { $set: { state: 'Dropped' }, $unset: { dueAt: 1 } },
    );
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
