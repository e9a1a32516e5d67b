import type { DocumentCollection, Index } from '@porchlight/store';
import { EVENT_SECONDS } from '../notification/event-record';
import type { MailDocument, MailQueue } from '../ports';

/** What mails are found by. */
export const mailIndexes: readonly Index[] = [
  // Only those that wait have it.
  { keys: { dueAt: 1 }, sparse: true, global: true },
  { keys: { created: 1 }, global: true, expireAfterSeconds: EVENT_SECONDS },
];

/** Ranges have two sides: a server may read all that matches, whatever the limit. */
const BEGINNING = new Date(0);

/** Mails in their collection. */
export const createMailQueue = (mails: DocumentCollection<MailDocument>): MailQueue => ({
  async add(wanted) {
    if (wanted.length > 0) await mails.insertMany(wanted.map((mail) => ({ ...mail, state: 'Waiting' as const })));
  },
  async due(now, limit) {
    const found = await mails.find({ dueAt: { $gt: BEGINNING, $lte: now } }, { sort: { dueAt: 1 }, limit });
    return found.flatMap(({ state: _state, dueAt, ...mail }) => (dueAt ? [{ ...mail, dueAt }] : []));
  },
  async begin(ids, until) {
    if (ids.length > 0) await mails.updateMany({ _id: { $in: [...ids] } }, { $set: { dueAt: until }, $inc: { tries: 1 } });
  },
  async again(id, dueAt) {
    await mails.updateOne({ _id: id }, { $set: { dueAt } });
  },
  async end(id, state) {
    await mails.updateOne({ _id: id }, { $set: { state }, $unset: { dueAt: 1 } });
  },
});
