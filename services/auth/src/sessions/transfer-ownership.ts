import type { TransferOwnershipRequest } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { Logger } from '@porchlight/runtime';
import { systemCall } from '@porchlight/store';
import type { UserDocument } from '../documents';
import { demandSession } from './open-session';
import { confirmIdentity } from './second-factor';
import { sendMail } from './send-mail';
import type { TransferDocument } from './session-document';
import type { SessionPorts } from './session-ports';

/** Transfers that were interrupted, finished at a start. */
const MOST_PENDING = 1_000;

/**
 * Writes both users: first the new owner, so that there is always one, then the former, who becomes a broker. Whoever stops in
 * between leaves the document that says what is to do, and doing it again changes nothing more.
 */
const finishTransfer = async (
  ports: SessionPorts,
  { _id: accountId, from, to }: TransferDocument,
  signal: AbortSignal,
): Promise<readonly UserDocument[]> => {
  const call = systemCall(accountId, signal);
  const owner = await ports.users.modify(call, to, (before) => {
    if (before.isOwner) return before;
    if (before.status !== 'Active') throw refuse('UNKNOWN_REFERENCE', { field: 'userId', what: 'an active user', value: to });
    return { ...before, role: 'Owner', isOwner: true };
  });
  const former = await ports.users.modify(call, from, (before) =>
    before.isOwner ? { ...before, role: 'Broker', isOwner: false } : before,
  );
  await ports.transfers.deleteOne({ _id: accountId });
  return [owner, former];
};

/** Finishes it, or takes it back when the new owner cannot be one. */
const carryOut = async (ports: SessionPorts, transfer: TransferDocument, signal: AbortSignal): Promise<readonly UserDocument[]> => {
  try {
    return await finishTransfer(ports, transfer, signal);
  } catch (error) {
    const user = await ports.users.load(systemCall(transfer._id, signal), transfer.to);
    if (!user?.isOwner) await ports.transfers.deleteOne({ _id: transfer._id });
    throw error;
  }
};

/** Finishes what a process that ended left; one that fails holds up no other, and waits for the next start or transfer. */
export const finishTransfers = async (ports: SessionPorts, logger: Pick<Logger, 'warn'>, signal: AbortSignal): Promise<void> => {
  for (const transfer of await ports.transfers.find({}, { limit: MOST_PENDING }))
    try {
      await carryOut(ports, transfer, signal);
    } catch (error) {
      const { _id: accountId, from, to } = transfer;
      logger.warn({ event: 'transfer.not_finished', err: error, accountId, from, to }, 'an interrupted transfer of ownership could not be finished');
    }
};

/**
 * The owner, having confirmed password and second factor, makes another active user the owner and stays as a broker. Gateways
 * notice within a second. Throws FORBIDDEN, WRONG_PASSWORD, SECOND_FACTOR, RATE_LIMITED, UNKNOWN_REFERENCE, CONFLICT.
 */
export const transferOwnership =
  (ports: SessionPorts) =>
  async ({ token, userId, password, code }: TransferOwnershipRequest, { signal }: { signal: AbortSignal }): Promise<Record<string, never>> => {
    const { user } = await demandSession(ports, token, signal);
    if (!user.isOwner) throw refuse('FORBIDDEN', { role: user.role });
    const call = systemCall(user.accountId, signal);
    const next = await ports.users.load(call, userId);
    if (next?.status !== 'Active') throw refuse('UNKNOWN_REFERENCE', { field: 'userId', what: 'an active user', value: userId });
    if (next.isOwner) throw refuse('CONFLICT', { message: 'This user is the owner already.' });
    await confirmIdentity(ports, user, password, code);
    const transfer: TransferDocument = { _id: user.accountId, from: user.id, to: userId };
    if ((await ports.transfers.insertMany([transfer])).length > 0) {
      const pending = await ports.transfers.findOne({ _id: user.accountId });
      if (pending) await carryOut(ports, pending, signal);
      throw refuse('CONFLICT', { message: 'The ownership was transferred at the same moment. Look who the owner is now.' });
    }
    const [owner, former] = await carryOut(ports, transfer, signal);
    const account = (await ports.accounts.findOne({ _id: user.accountId }))?.name ?? '';
    const subject = `${account} has a new owner`;
    const text = `${owner?.name} is the owner of ${account} from now on. It was ${former?.name}, who is a broker now.\n`;
    for (const one of [owner, former]) if (one) sendMail(ports, one, { subject, text });
    return {};
  };
