import { hashText, HOUR_MS } from '@porchlight/runtime';
import { normalizeEmail } from '@porchlight/contact';
import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import type { Clock } from '@porchlight/runtime';
import { column, defineDocument, type DocumentCollection, type DocumentOf } from '@porchlight/store';

/** Mails of the last hour to one mailbox, of all accounts. `_id` is a hash of the address. */
export const mailboxSchema = defineDocument(
  {
    _id: column.text,
    /** Version for guarded updates. */
    v: column.number,
    mails: column.listOf(column.nested({ id: column.text, at: column.date })),
    digest: column.optional(column.nested({ id: column.text, at: column.date })),
    /** The database deletes the document then. */
    expires: column.date,
  },
  [
    // Guarded updates need an index of exactly their fields.
    { keys: { _id: 1, v: 1 }, global: true },
    { keys: { expires: 1 }, global: true, expireAfterSeconds: 0 },
  ],
  { unsharded: 'a mailbox gets mails of several accounts' },
);
type Mailbox = DocumentOf<typeof mailboxSchema>;

/** A former clock may have been ahead: times further in the future do not count, ms. */
const AHEAD_MS = 60_000;
const MAX_ATTEMPTS = 5;

/** The mails that one mailbox gets in an hour (N5). */
export interface MailboxLimits {
  /** Counts a mail, once for an id. Returns when the next one may be sent; undefined if this one may. */
  takeMail(address: string, id: string): Promise<Date | undefined>;
  /** Counts a digest, of which a mailbox gets one in an hour. */
  takeDigest(address: string, id: string): Promise<Date | undefined>;
}

/** Limits of mailboxes in the database. */
export const createMailboxLimits = (
  mailboxes: DocumentCollection<Mailbox>,
  clock: Pick<Clock, 'now'>,
): MailboxLimits => {
  type Taken = Pick<Mailbox, 'mails' | 'digest'>;

  /** `take` returns the mailbox with the mail, or the time at which there is room. */
  const change = async (address: string, take: (before: Taken, now: number) => Taken | Date) => {
    const _id = hashText(normalizeEmail(address));
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const stored = await mailboxes.findOne({ _id });
      const now = clock.now();
      const counts = ({ at }: { readonly at: Date }): boolean =>
        at.getTime() > now - HOUR_MS && at.getTime() < now + AHEAD_MS;
      const mails = stored?.mails.filter(counts) ?? [];
      const digest = stored?.digest && counts(stored.digest) ? { digest: stored.digest } : {};
      const next = take({ mails, ...digest }, now);
      if (next instanceof Date) return next;
      const fields = { ...next, expires: new Date(now + 2 * HOUR_MS) };
      if (!stored) {
        if ((await mailboxes.insertMany([{ _id, v: 1, ...fields }])).length === 0) return undefined;
      } else if (await mailboxes.updateOne({ _id, v: stored.v }, { $set: { ...fields, v: stored.v + 1 } }))
        return undefined;
    }
    throw refuse('UNAVAILABLE');
  };

  const after = ({ at }: { readonly at: Date }): Date => new Date(at.getTime() + HOUR_MS);
  return {
    takeMail: (address, id) =>
      change(address, (before, now) => {
        const { mails } = before;
        if (mails.some((mail) => mail.id === id)) return before;
        if (mails.length >= LIMITS.notificationMailsPerMailbox.value) return after(mails[0]!);
        return { ...before, mails: [...mails, { id, at: new Date(now) }] };
      }),
    takeDigest: (address, id) =>
      change(address, (before, now) => {
        if (before.digest && before.digest.id !== id) return after(before.digest);
        return { ...before, digest: before.digest ?? { id, at: new Date(now) } };
      }),
  };
};
