import type { Context } from '../context';
import type { SessionPorts } from '../sign-in';
import { createTransferFinisher, type OwnershipPorts, type TransferDocument } from './finish-transfer';
import { transferOwnership } from './transfer-ownership';

/** Opens transfers of ownership, and the worker that finishes interrupted ones. */
export const openOwnership = async ({ store, logger }: Context, sessions: SessionPorts) => {
  const transfers = store.collection<TransferDocument>('ownerTransfers');
  await transfers.ensureIndexes([{ keys: { _id: 1, transferId: 1 }, global: true }]);
  const ports: OwnershipPorts = { ...sessions, transfers };
  return {
    ports,
    methods: { transferOwnership: transferOwnership(ports) },
    finisher: createTransferFinisher(ports, logger),
  };
};
