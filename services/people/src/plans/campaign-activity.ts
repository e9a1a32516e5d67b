import type { Clock } from '@porchlight/runtime';
import { composeKey, type DocumentCollection } from '@porchlight/store';
import { MAX_COUNT, type PersonDocument } from '../person';

/** Email activity of a person, published by marketing. */
export interface EmailActivityUpdate {
  readonly personId: number;
  readonly emailsSent: number;
  /** Undefined if no email was sent. */
  readonly lastSentEmail: Date | undefined;
  /** The latest email event of any type. */
  readonly lastEvent: Date | undefined;
  /** Grows with every message about this person. */
  readonly sequence: number;
}

/** Number of people in one update: the update finds the values of each in a list. */
const AT_ONCE = 100;

/** The email activity of people. */
export interface EmailActivity {
  /** Stores activity that is newer than the stored one, one entry per person. Deleted people are skipped. */
  update(accountId: number, updates: readonly EmailActivityUpdate[]): Promise<void>;
}

/**
 * Stores email activity in people, many in one write. It fires no webhook and changes no counter, so it bypasses the
 * record writer. A newer value or a deleted person is not changed.
 */
export const createEmailActivity = (
  people: DocumentCollection<PersonDocument>,
  clock: Pick<Clock, 'date'>,
): EmailActivity => ({
  async update(accountId, updates) {
    const keys = updates.map(({ personId }) => composeKey(accountId, personId));
    const stored = await people.find(
      { _id: { $in: keys } },
      { limit: keys.length, projection: { id: 1, emailSequence: 1 } },
    );
    const sequences = new Map(
      stored.map(({ _id, id, emailSequence }) => [_id, id > 0 ? (emailSequence ?? NEVER) : Number.POSITIVE_INFINITY]),
    );
    const newer = updates.filter(
      ({ personId, sequence }) =>
        sequence > (sequences.get(composeKey(accountId, personId)) ?? Number.POSITIVE_INFINITY),
    );
    for (let at = 0; at < newer.length; at += AT_ONCE) {
      const part = newer.slice(at, at + AT_ONCE);
      const ids = part.map(({ personId }) => composeKey(accountId, personId));
      const of = (values: readonly unknown[]) => ({ $arrayElemAt: [values, { $indexOfArray: [ids, '$_id'] }] });
      const [sequence, last] = [
        of(part.map((one) => one.sequence)),
        of(part.map(({ lastSentEmail }) => lastSentEmail ?? null)),
      ];
      const sent = of(part.map(({ emailsSent }) => emailsSent));
      // Other mails are records (D12.7).
      const stored = { $ifNull: ['$emailsSent', 0] };
      const recorded = { $subtract: [stored, { $ifNull: ['$emEventsSent', stored] }] };
      const emailsSent = { $min: [{ $add: [recorded, sent] }, MAX_COUNT] };
      const lastSentEmail = { $cond: [{ $gt: [recorded, 0] }, { $max: ['$lastSentEmail', last] }, last] };
      const lastEmail = { $max: ['$lastReceivedEmail', lastSentEmail] };
      // A tombstone has no id.
      const isNewer = { $and: [{ $gt: [sequence, { $ifNull: ['$emailSequence', NEVER] }] }, { $gt: ['$id', 0] }] };
      const put = (name: string, value: unknown) => ({
        [name]: { $ifNull: [{ $cond: [isNewer, value, `$${name}`] }, '$$REMOVE'] },
      });
      await people.updateMany({ _id: { $in: ids } }, [
        {
          $set: {
            ...put('emailSequence', sequence),
            ...put('emEventsSent', sent),
            ...put('lastEmEventSent', last),
            // 0 is absent, so that it is not in the index.
            ...put('emailsSent', { $cond: [{ $gt: [emailsSent, 0] }, emailsSent, null] }),
            ...put('lastSentEmail', lastSentEmail),
            ...put('lastEmail', lastEmail),
            ...put('lastEmEventActivity', of(part.map(({ lastEvent }) => lastEvent ?? null))),
            ...put('lastCommunication', { $max: [lastEmail, '$lastCall', '$lastText'] }),
            ...put('updated', clock.date()),
            ...put('version', { $add: ['$version', 1] }),
          },
        },
      ]);
    }
  },
});

/** Below every sequence. */
const NEVER = -1;
