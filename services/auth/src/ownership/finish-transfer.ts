import { refuse, unlessGone } from '@porchlight/errors';
import { createPollLoop, type Logger, type PollLoop } from '@porchlight/runtime';
import {
  column,
  defineDocument,
  type DocumentCollection,
  type DocumentOf,
  type StoreCall,
  systemCall,
  inAllAccounts,
} from '@porchlight/store';
import type { SessionPorts } from '../sign-in';
import type { UserDocument } from '../users';

/** A transfer of ownership, one per account at a time; `_id` is the account. Deleted when no late write is possible. */
export const transferSchema = defineDocument(
  {
    _id: column.number,
    /** Unique id of the transfer. */
    transferId: column.text,
    from: column.number,
    to: column.number,
    /** The transfer is cancelled. */
    withdrawn: column.optional(column.onlyTrue),
  },
  [{ keys: { _id: 1, transferId: 1 }, global: true }],
);
export type TransferDocument = DocumentOf<typeof transferSchema>;

/** Data and services that transfers use. */
export interface OwnershipPorts extends SessionPorts {
  readonly transfers: DocumentCollection<TransferDocument>;
}

/** Data that a transfer is finished with. */
export type TransferPorts = Pick<OwnershipPorts, 'users' | 'transfers'>;

const transferConflict = (): Error =>
  refuse('CONFLICT', { message: 'The ownership was transferred at the same moment. Look who the owner is now.' });

/** Reads the transfer again; undefined if it is finished. */
const reloadTransfer = async ({ transfers }: TransferPorts, { _id, transferId }: TransferDocument) => {
  const present = await transfers.findOne({ _id });
  return present?.transferId === transferId ? present : undefined;
};

/**
 * Makes the new user the owner. The checks run after the user was read: a withdrawal changes the version of the user,
 * so that this write fails even if it arrives late.
 */
const promote = (ports: TransferPorts, call: StoreCall, transfer: TransferDocument): Promise<UserDocument> =>
  ports.users.modify(call, transfer.to, async (before) => {
    if (before.isOwner) return before;
    const present = await reloadTransfer(ports, transfer);
    if (!present || present.withdrawn) throw transferConflict();
    if (before.status !== 'Active')
      throw refuse('UNKNOWN_REFERENCE', { field: 'userId', what: 'an active user', value: transfer.to });
    // No other transfer can run at the same time.
    if (!(await ports.users.load(call, transfer.from))?.isOwner) throw transferConflict();
    return { ...before, role: 'Owner', isOwner: true };
  });

/**
 * Cancels the transfer, then writes the user, so that writes that are in flight fail. Returns the final state of the
 * user.
 */
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

/** Makes the former owner a broker, unless a later transfer made this user the owner again. */
const demote = (ports: TransferPorts, call: StoreCall, transfer: TransferDocument): Promise<UserDocument> =>
  ports.users.modify(call, transfer.from, async (before) =>
    before.isOwner && (await reloadTransfer(ports, transfer)) ? { ...before, role: 'Broker', isOwner: false } : before,
  );

const deleteTransfer = async ({ transfers }: TransferPorts, { _id, transferId }: TransferDocument): Promise<void> =>
  void (await transfers.deleteOne({ _id, transferId }));

/**
 * Writes both users: first the new owner, so that there is always one, then the former. If the new user cannot be the
 * owner, nothing is changed. Safe with concurrent runs and after a crash at any step: the document stays until no write
 * is in flight. Throws CONFLICT, UNKNOWN_REFERENCE or UNAVAILABLE.
 */
export const finishTransfer = async (ports: TransferPorts, transfer: TransferDocument, signal: AbortSignal) => {
  const call = systemCall(transfer._id, signal);
  const owner = await promote(ports, call, transfer).catch(async (error: unknown) => {
    const user = await withdraw(ports, call, transfer);
    if (user?.isOwner) return user;
    await deleteTransfer(ports, transfer);
    throw error;
  });
  const former = await demote(ports, call, transfer);
  await deleteTransfer(ports, transfer);
  return { owner, former };
};

/** Maximum number of transfers per poll. */
const BATCH_SIZE = 100;
/** Interval of the poll, ms. */
const INTERVAL_MS = 5_000;
/** Maximum duration of one transfer, ms. */
const DEADLINE_MS = 10_000;

/**
 * Finishes transfers that a crash or an outage interrupted. A transfer that fails does not delay others and is tried
 * again.
 */
export const finishTransfers = async (ports: TransferPorts, logger: Pick<Logger, 'warn'>, signal: AbortSignal) => {
  for (const transfer of await ports.transfers.find(inAllAccounts({}), { limit: BATCH_SIZE }))
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

/** Worker that finishes interrupted transfers at the start and every 5 s. */
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
