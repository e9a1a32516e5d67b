import type { Context } from '../context';
import type { SessionPorts } from '../sign-in';
import { transferFinish, type OwnershipPorts, transferSchema } from './finish-transfer';
import { transferOwnership } from './transfer-ownership';

/** Opens transfers of ownership, and the worker that finishes interrupted ones. */
export const openOwnership = ({ store, openJobs }: Context, sessions: SessionPorts) => {
  const transfers = store.collection('ownerTransfers', transferSchema);
  const transferJobs = openJobs(transferFinish);
  const ports: OwnershipPorts = { ...sessions, transfers, transferJobs };
  return {
    ports,
    methods: { transferOwnership: transferOwnership(ports) },
    finisher: transferJobs.createWorker(ports),
  };
};
