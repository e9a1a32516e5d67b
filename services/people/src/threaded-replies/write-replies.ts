import { invalidBody, refuse } from '@porchlight/errors';
import type { ThreadedReply } from '@porchlight/contracts';
import { LIMITS } from '@porchlight/limits';
import type { ResourceStore } from '@porchlight/store';
import type { FindTarget, ReplyDocument, ResponseTarget } from '../responses';

/** The error does not tell a missing record from one of a person whom the caller may not see. */
const noSuchRecord = () => invalidBody("Field 'refId': no such record or no permission.");

/** The store of replies whose creates find the note or call, which has the person (D12.6). */
export const withTargets = (
  findTarget: FindTarget,
  store: ResourceStore<ThreadedReply, ReplyDocument>,
): ResourceStore<ThreadedReply, ReplyDocument> => ({
  ...store,
  async create(call, input, mask, options) {
    const target = { refType: input.refType, refId: input.refId } as ResponseTarget;
    const parent = await findTarget(call, target);
    if (!parent) throw noSuchRecord();
    const { personId } = parent;
    if (input.personId !== undefined && input.personId !== personId)
      throw invalidBody("Field 'personId' is not the person of the record.");
    const limit = LIMITS.repliesPerRecord.value;
    if ((await store.find(call, { ...target }, limit)).length >= limit)
      throw refuse('LIMIT_REACHED', { owner: 'A record', limit, what: 'replies' });
    const created = await store.create(call, { ...input, personId }, [...mask, 'personId'], options);
    if (await findTarget(call, target)) return created;
    // Deleted in the meantime: nothing would delete the reply.
    await store.purge(call, { _id: created.document._id });
    throw noSuchRecord();
  },
});
