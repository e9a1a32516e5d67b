import type { DocumentCollection } from '@porchlight/store';
import type { PlanMail, PlanMails } from '../ports';
import { BEGINNING, choose } from './choose';

/** Mails of plans in the database. */
export const createPlanMails = (
  mails: DocumentCollection<PlanMail>,
): PlanMails & { ensureIndexes(): Promise<void> } => ({
  // Not sparse: not every server can use a sparse index.
  ensureIndexes: () => mails.ensureIndexes([{ keys: { wakeAt: 1 }, global: true }, { keys: { personId: 1 } }]),
  add: async (wanted) => void (await mails.insertMany(wanted)),
  due: (now, limit) =>
    mails.find(
      { wakeAt: { $gt: BEGINNING, $lte: now } },
      { sort: { wakeAt: 1 }, limit, projection: { _id: 1, wakeAt: 1 } },
    ),
  async lease(due, until, token) {
    const ids = due.map(({ _id }) => _id);
    const latest = due.reduce((max, { wakeAt = BEGINNING }) => (wakeAt > max ? wakeAt : max), BEGINNING);
    const free = { $and: [{ $gt: ['$wakeAt', BEGINNING] }, { $lte: ['$wakeAt', latest] }] };
    const begun = { $and: [free, { $eq: ['$state', 'Waiting'] }] };
    await mails.updateMany({ _id: { $in: ids } }, [
      {
        $set: {
          wakeAt: choose(free, until, '$wakeAt'),
          leaseBy: choose(free, token, '$leaseBy'),
          tries: choose(begun, { $add: ['$tries', 1] }, '$tries'),
        },
      },
    ]);
    const found = await mails.find({ _id: { $in: ids } }, { limit: ids.length });
    return found.filter(({ leaseBy }) => leaseBy === token);
  },
  sent: async (id, at) => void (await mails.updateOne({ _id: id }, { $set: { state: 'Sent', at } })),
  again: async (id, wakeAt, tries) =>
    void (await mails.updateOne({ _id: id }, { $set: { wakeAt, tries }, $unset: { leaseBy: 1 } })),
  end: async (id) => void (await mails.updateOne({ _id: id }, { $unset: { wakeAt: 1, leaseBy: 1 } })),
  giveUp: async (id, at, reason) =>
    void (await mails.updateOne(
      { _id: id },
      { $set: { state: 'NotSent', at, reason }, $unset: { wakeAt: 1, leaseBy: 1 } },
    )),
  ofPerson: (accountId, personId, limit) => mails.find({ accountId, personId }, { limit }),
  byIds: async (ids) => (ids.length === 0 ? [] : mails.find({ _id: { $in: [...ids] } }, { limit: ids.length })),
  moveTo: async (ids, personId) =>
    void (ids.length > 0 && (await mails.updateMany({ _id: { $in: [...ids] } }, { $set: { personId } }))),
  forget: async (accountId, personId) => void (await mails.deleteMany({ accountId, personId })),
});
