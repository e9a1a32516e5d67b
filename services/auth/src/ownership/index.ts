import type { Context } from '../context';
import type { SessionPorts } from '../sign-in';
import { createTransferFinisher, type OwnershipPorts, transferSchema } from './finish-transfer';
import { transferOwnership } from './transfer-ownership';

/** Opens transfers of ownership, and the worker that finishes interrupted ones. */
export const openOwnership = ({ store, logger }: Context, sessions: SessionPorts) => {
  const transfers = store.collection('ownerTransfers', transferSchema);
  const ports: OwnershipPorts = { ...sessions, transfers };
  return {
    ports,
    methods: { transferOwnership: transferOwnership(ports) },
    finisher: createTransferFinisher(ports, logger),
  };
};
