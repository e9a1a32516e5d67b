import type { TransferOwnershipRequest } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { systemCall } from '@porchlight/store';
import { newOwnerMail } from '../mail-texts';
import { notifyUser } from '../send-mail';
import { confirmIdentity, requireSession } from '../sign-in';
import { finishTransfer, INTERRUPTED_MS, type OwnershipPorts, type TransferDocument } from './finish-transfer';

const ID_BYTES = 12;

/**
 * Makes another active user the owner after the owner confirmed password and second factor; the former owner becomes a
 * broker. Gateways notice within a second. Throws FORBIDDEN, WRONG_PASSWORD, SECOND_FACTOR, RATE_LIMITED,
 * UNKNOWN_REFERENCE, CONFLICT.
 */
export const transferOwnership =
  (ports: OwnershipPorts) =>
  async ({ token, userId, password, code }: TransferOwnershipRequest, { signal }: { signal: AbortSignal }) => {
    const { user } = await requireSession(ports, token, signal);
    if (!user.isOwner) throw refuse('FORBIDDEN', { role: user.role });
    const next = await ports.users.load(systemCall(user.accountId, signal), userId);
    if (next?.status !== 'Active')
      throw refuse('UNKNOWN_REFERENCE', { field: 'userId', what: 'an active user', value: userId });
    if (next.isOwner) throw refuse('CONFLICT', { message: 'This user is the owner already.' });
    await confirmIdentity(ports, user, password, code);
    const transferId = ports.ids.random(ID_BYTES).toString('base64url');
    const transfer: TransferDocument = { _id: user.accountId, transferId, from: user.id, to: userId };
    const dueAt = new Date(ports.clock.now() + INTERRUPTED_MS);
    await ports.transferJobs.add(user.accountId, {}, {}, dueAt);
    if ((await ports.transfers.insertMany([transfer])).length > 0) {
      const pending = await ports.transfers.findOne({ _id: user.accountId });
      if (pending) await finishTransfer(ports, pending, signal);
      throw refuse('CONFLICT', {
        message: 'The ownership was transferred at the same moment. Look who the owner is now.',
      });
    }
    const { owner, former } = await finishTransfer(ports, transfer, signal);
    const account = await ports.accounts.findOne({ _id: user.accountId });
    const mail = newOwnerMail(account?.name, owner.name, former.name);
    for (const one of [owner, former]) notifyUser(ports, one, mail);
    return {};
  };
