import { again, defineJob, done, formerJobs, type JobsOf } from '@porchlight/backend';
import { refuse, unlessGone } from '@porchlight/errors';
import type { Clock } from '@porchlight/runtime';
import {
  column,
  defineDocument,
  type DocumentCollection,
  type DocumentOf,
  type StoreCall,
  systemCall,
} from '@porchlight/store';
import type { Identities, SignIn } from '../sign-in';
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

/** What transfers of ownership work with. */
export interface Ownership extends Identities, Pick<SignIn, 'accounts'> {
  readonly transfers: DocumentCollection<TransferDocument>;
  readonly transferJobs: { add(accountId: number, key: object, data: object, dueAt: Date): Promise<void> };
}

/** Data that a transfer is finished with. */
export type Transfers = Pick<Ownership, 'users' | 'transfers'>;

const transferConflict = (): Error =>
  refuse('CONFLICT', { message: 'The ownership was transferred at the same moment. Look who the owner is now.' });

/** Reads the transfer again; undefined if it is finished. */
const reloadTransfer = async ({ transfers }: Transfers, { _id, transferId }: TransferDocument) => {
  const present = await transfers.findOne({ _id });
  return present?.transferId === transferId ? present : undefined;
};

/**
 * Makes the new user the owner. The checks run after the user was read: a withdrawal changes the version of the user,
 * so that this write fails even if it arrives late.
 */
const promote = (parts: Transfers, call: StoreCall, transfer: TransferDocument): Promise<UserDocument> =>
  parts.users.modify(call, transfer.to, async (before) => {
    if (before.isOwner) return before;
    const present = await reloadTransfer(parts, transfer);
    if (!present || present.withdrawn) throw transferConflict();
    if (before.status !== 'Active')
      throw refuse('UNKNOWN_REFERENCE', { field: 'userId', what: 'an active user', value: transfer.to });
    // No other transfer can run at the same time.
    if (!(await parts.users.load(call, transfer.from))?.isOwner) throw transferConflict();
    return { ...before, role: 'Owner', isOwner: true };
  });

/**
 * Cancels the transfer, then writes the user, so that writes that are in flight fail. Returns the final state of the
 * user.
 */
const withdraw = async (
  { users, transfers }: Transfers,
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
const demote = (parts: Transfers, call: StoreCall, transfer: TransferDocument): Promise<UserDocument> =>
  parts.users.modify(call, transfer.from, async (before) =>
    before.isOwner && (await reloadTransfer(parts, transfer)) ? { ...before, role: 'Broker', isOwner: false } : before,
  );

const deleteTransfer = async ({ transfers }: Transfers, { _id, transferId }: TransferDocument): Promise<void> =>
  void (await transfers.deleteOne({ _id, transferId }));

/**
 * Writes both users: first the new owner, so that there is always one, then the former. If the new user cannot be the
 * owner, nothing is changed. Safe with concurrent runs and after a crash at any step: the document stays until no write
 * is in flight. Throws CONFLICT, UNKNOWN_REFERENCE or UNAVAILABLE.
 */
export const finishTransfer = async (parts: Transfers, transfer: TransferDocument, signal: AbortSignal) => {
  const call = systemCall(transfer._id, signal);
  const owner = await promote(parts, call, transfer).catch(async (error: unknown) => {
    const user = await withdraw(parts, call, transfer);
    if (user?.isOwner) return user;
    await deleteTransfer(parts, transfer);
    throw error;
  });
  const former = await demote(parts, call, transfer);
  await deleteTransfer(parts, transfer);
  return { owner, former };
};

/** Finishes the transfer of an account that a crash or an outage interrupted. Returns false if there is none. */
export const finishStoredTransfer = async (
  parts: Transfers,
  accountId: number,
  signal: AbortSignal,
): Promise<boolean> => {
  const transfer = await parts.transfers.findOne({ _id: accountId });
  if (transfer) await finishTransfer(parts, transfer, signal);
  return transfer !== null;
};

/** After this time the process that began a transfer ended or finished it, ms. */
export const INTERRUPTED_MS = 5_000;
/** After this time no process stores a transfer whose job it added, ms. */
const STORED_MS = 60_000;

/** Finishes a transfer whose process ended; added before the transfer is stored. */
export const transferFinish = defineJob({
  name: 'ownerTransferJobs',
  key: {},
  data: {},
  every: '5s',
  stepTimeout: '10s',
  former: formerJobs({
    collection: 'ownerTransfers',
    schema: transferSchema,
    staying: {},
    toJob: ({ _id }) => ({ accountId: _id, key: {}, data: {} }),
  }),
  step:
    (parts: Transfers & { readonly clock: Pick<Clock, 'now'> }) =>
    async ({ job, call }) => {
      if (await finishStoredTransfer(parts, job.accountId, call.signal)) return done();
      const age = parts.clock.now() - job.added.getTime();
      return age > STORED_MS ? done() : again({ after: `${STORED_MS}ms` });
    },
});

/** What the feature opens: the jobs run in this process. */
export interface OwnershipJobs extends Ownership {
  readonly transferJobs: JobsOf<typeof transferFinish>;
}
