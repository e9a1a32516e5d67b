import { methods } from '@porchlight/backend';
import { SessionServiceDefinition } from '@porchlight/contracts';
import { defineFeature } from '../service';
import { signIn } from '../sign-in';
import { type OwnershipJobs, transferFinish, transferSchema } from './finish-transfer';
import { transferOwnership } from './transfer-ownership';

/** Transfers of an account to another owner, and the worker that finishes interrupted ones. */
export const ownership = defineFeature({
  name: 'ownership',
  needs: { signIn },
  open: ({ store, openJobs, signIn: opened }): OwnershipJobs => ({
    ...opened,
    transfers: store.collection('ownerTransfers', transferSchema),
    transferJobs: openJobs(transferFinish),
  }),
  serve: (opened) => ({
    methods: [
      methods(SessionServiceDefinition, { transferOwnership: transferOwnership(opened) }, { roles: ['Operator'] }),
    ],
    jobs: [opened.transferJobs.run(opened)],
  }),
});
