import type { TransferOwnershipRequest } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { systemCall } from '@porchlight/store';
import { newOwnerMail, notifyUser } from '../mail';
import { confirmIdentity, requireSession } from '../sign-in';
import { finishTransfer, INTERRUPTED_MS, type Ownership, type TransferDocument } from './finish-transfer';

const ID_BYTES = 12;

/**
 * Makes another active user the owner after the owner confirmed password and second factor; the former owner becomes a
 * broker. Gateways notice within a second. Throws FORBIDDEN, WRONG_PASSWORD, SECOND_FACTOR, RATE_LIMITED,
 * UNKNOWN_REFERENCE, CONFLICT.
 */
export const transferOwnership =
  (parts: Ownership) =>
  async ({ token, userId, password, code }: TransferOwnershipRequest, { signal }: { signal: AbortSignal }) => {
    const { user } = await requireSession(parts, token, signal);
    if (!user.isOwner) throw refuse('FORBIDDEN', { role: user.role });
    const next = await parts.users.load(systemCall(user.accountId, signal), userId);
    if (next?.status !== 'Active')
      throw refuse('UNKNOWN_REFERENCE', { field: 'userId', what: 'an active user', value: userId });
    if (next.isOwner) throw refuse('CONFLICT', { message: 'This user is the owner already.' });
    await confirmIdentity(parts, user, password, code);
    const transferId = parts.ids.random(ID_BYTES).toString('base64url');
    const transfer: TransferDocument = { _id: user.accountId, transferId, from: user.id, to: userId };
    const dueAt = new Date(parts.clock.now() + INTERRUPTED_MS);
    await parts.transferJobs.add(user.accountId, {}, {}, dueAt);
    if ((await parts.transfers.insertMany([transfer])).length > 0) {
      const pending = await parts.transfers.findOne({ _id: user.accountId });
      if (pending) await finishTransfer(parts, pending, signal);
      throw refuse('CONFLICT', {
        message: 'The ownership was transferred at the same moment. Look who the owner is now.',
      });
    }
    const { owner, former } = await finishTransfer(parts, transfer, signal);
    const account = await parts.accounts.findOne({ _id: user.accountId });
    const mail = newOwnerMail(account?.name, owner.name, former.name);
    for (const one of [owner, former]) notifyUser(parts, one, mail);
    return {};
  };
