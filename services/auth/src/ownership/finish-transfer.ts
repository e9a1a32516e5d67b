import { refuse, unlessGone } from '@porchlight/errors';
import { createPollLoop, type Logger, type PollLoop } from '@porchlight/runtime';
import { systemCall, type DocumentCollection, type StoreCall } from '@porchlight/store';
import type { SessionPorts } from '../sign-in';
import type { UserDocument } from '../users';

/** A transfer of ownership, one per account at a time; `_id` is the account. Deleted when no late write is possible. */
export interface TransferDocument {
  _id: number;
  /** Unique id of the transfer. */
  transferId: string;
  from: number;
  to: number;
  /** The transfer is cancelled. */
  withdrawn?: true;
}

/** Data and services that transfers use. */
export interface OwnershipPorts extends SessionPorts {
  readonly transfers: DocumentCollection<TransferDocument>;
}

/** Data that a transfer is finished with. */
export type TransferPorts = Pick<OwnershipPorts, 'users' | 'transfers'>;

/** Both as they are afterwards. */
export interface Transferred {
  readonly owner: UserDocument;
  readonly former: UserDocument;
}

const overtaken = (): Error =>
  refuse('CONFLICT', { message: 'The ownership was transferred at the same moment. Look who the owner is now.' });

/** This very transfer as it is now; undefined when it is over. */
const presentOf = async (
  { transfers }: TransferPorts,
  { _id, transferId }: TransferDocument,
): Promise<TransferDocument | undefined> => {
  const present = await transfers.findOne({ _id });
  return present?.transferId === transferId ? present : undefined;
};

/**
 * Makes the new user the owner. The checks run after the user was read: a withdrawal writes the user later, so this
 * write, guarded by the read version, fails however late it arrives.
 */
const give = (ports: TransferPorts, call: StoreCall, transfer: TransferDocument): Promise<UserDocument> =>
  ports.users.modify(call, transfer.to, async (before) => {
    if (before.isOwner) return before;
    const present = await presentOf(ports, transfer);
    if (!present || present.withdrawn) throw overtaken();
    if (before.status !== 'Active')
      throw refuse('UNKNOWN_REFERENCE', { field: 'userId', what: 'an active user', value: transfer.to });
    // No other transfer can run at the same time.
    if (!(await ports.users.load(call, transfer.from))?.isOwner) throw overtaken();
    return { ...before, role: 'Owner', isOwner: true };
  });

/** Prevents further transfers, then overwrites all writes that are in flight. Returns the final state of the user. */
const withdraw = async (
  { users, transfers }: TransferPorts,
  call: StoreCall,
  { _id, transferId, to }: TransferDocument,
): Promise<UserDocument | undefined> => {
  await transfers.updateOne({ _id, transferId }, { $set: { withdrawn: true } });
  return unlessGone(
    users.modify(call, to, (before) => (before.isOwner ? before : { ...before, withdrawnTransfer: transferId }), {
      silent: true,
    }),
  );
};

/** The former owner becomes a broker; who became the owner again when this transfer was over stays so. */
const take = (ports: TransferPorts, call: StoreCall, transfer: TransferDocument): Promise<UserDocument> =>
  ports.users.modify(call, transfer.from, async (before) =>
    before.isOwner && (await presentOf(ports, transfer)) ? { ...before, role: 'Broker', isOwner: false } : before,
  );

const close = async ({ transfers }: TransferPorts, { _id, transferId }: TransferDocument): Promise<void> =>
  void (await transfers.deleteOne({ _id, transferId }));

/**
 * Writes both users: first the new owner, so that there is always one, then the former. If the new user cannot be the
 * owner, nothing is changed. Safe with concurrent runs and after a crash at any step: the document stays until no write
 * is in flight. Throws CONFLICT, UNKNOWN_REFERENCE or UNAVAILABLE.
 */
export const finishTransfer = async (
  ports: TransferPorts,
  transfer: TransferDocument,
  signal: AbortSignal,
): Promise<Transferred> => {
  const call = systemCall(transfer._id, signal);
  const owner = await give(ports, call, transfer).catch(async (error: unknown) => {
    const user = await withdraw(ports, call, transfer);
    if (user?.isOwner) return user;
    await close(ports, transfer);
    throw error;
  });
  const former = await take(ports, call, transfer);
  await close(ports, transfer);
  return { owner, former };
};

/** Transfers that are finished in one look. */
const AT_ONCE = 100;
/** Between two looks, ms. */
const INTERVAL_MS = 5_000;
/** For one transfer. */
const DEADLINE_MS = 10_000;

/** Finishes what a process that ended, or an outage, left; one that fails holds up no other, and is tried again. */
export const finishTransfers = async (
  ports: TransferPorts,
  logger: Pick<Logger, 'warn'>,
  signal: AbortSignal,
): Promise<void> => {
  for (const transfer of await ports.transfers.find({}, { limit: AT_ONCE }))
    try {
      await finishTransfer(ports, transfer, AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]));
    } catch (error) {
      const { _id: accountId, from, to } = transfer;
      logger.warn(
        { event: 'transfer.not_finished', err: error, accountId, from, to },
        'an interrupted transfer of ownership could not be finished',
      );
    }
};

/** Finishes at the start, and every few seconds from then on. */
export const createTransferFinisher = (ports: TransferPorts, logger: Pick<Logger, 'warn'>): PollLoop =>
  createPollLoop({
    look: async (signal) => {
      await finishTransfers(ports, logger, signal);
      return false;
    },
    intervalMs: INTERVAL_MS,
    failed: (error) =>
      logger.warn(
        { event: 'transfers.unread', err: error },
        'transfers of ownership could not be looked for; trying again',
      ),
  });
