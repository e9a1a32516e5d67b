import { methods } from '@porchlight/backend';
import {
  AccountServiceDefinition,
  CredentialServiceDefinition,
  OwnAccountServiceDefinition,
} from '@porchlight/contracts';
import type { PollLoop } from '@porchlight/runtime';
import { createKeyedReads, systemCall } from '@porchlight/store';
import { security } from '../security';
import { defineFeature } from '../service';
import { users } from '../users';
import { accountSchema, sequenceSchema } from './account-document';
import type { Accounts } from './account-parts';
import { changeAccount, createAccountPublisher } from './change-account';
import { changeAccountSettings, findOrigin } from './change-account-settings';
import { addUser, createAccount } from './create-account';
import { listAccounts } from './list-accounts';
import { getOwnAccount, updateOwnAccount } from './own-account';

/** Accounts, and the publication of their changes. */
export interface OpenedAccounts extends Accounts {
  readonly publisher: PollLoop;
}

/** A session of any user of an account. */
interface AccountSession {
  readonly _id: string;
  readonly accountId: number;
}

const forGateway = { roles: ['Operator'] } as const;

/** Accounts (decisions sections 3 and 11). */
export const accounts = defineFeature({
  name: 'accounts',
  needs: { security, users },
  open({ store, bus, clock, ids, logger, security: { secrets, attempts }, users: userStore }): OpenedAccounts {
    const documents = store.collection('accounts', accountSchema);
    return {
      users: userStore,
      accounts: documents,
      loadAccount: createKeyedReads(documents).load,
      sequences: store.collection('authSequences', sequenceSchema),
      secrets,
      attempts,
      clock,
      ids,
      publisher: createAccountPublisher({ accounts: documents, clock, bus, logger }),
    };
  },
  serve(opened, { store, answerFacts }) {
    const { publisher } = opened;
    const sessions = store.collection<AccountSession>('sessions');
    answerFacts<'auth.users'>(
      {
        'auth.users.reassigned': async (accountId, { userId, assignTo }, signal) => {
          const user = await opened.users.load(systemCall(accountId, signal), userId);
          return user?.status === 'Disabled' && user.reassignedTo === assignTo;
        },
      },
      {
        'auth.accounts.deleted': async (accountId, ids) =>
          ids.every((id) => id === accountId) &&
          (await opened.accounts.findOne({ _id: accountId }))?.status === 'Deleted',
      },
    );
    return {
      methods: [
        methods(OwnAccountServiceDefinition, {
          getOwnAccount: getOwnAccount(opened),
          updateOwnAccount: updateOwnAccount(opened, publisher.notify),
        }),
        methods(
          AccountServiceDefinition,
          {
            createAccount: createAccount(opened),
            addUser: addUser(opened),
            changeAccount: changeAccount(opened, (accountId) => sessions.deleteMany({ accountId }), publisher.notify),
            changeAccountSettings: changeAccountSettings(opened, publisher.notify),
            listAccounts: listAccounts(opened),
          },
          forGateway,
        ),
        methods(CredentialServiceDefinition, { findOrigin: findOrigin(opened) }, forGateway),
      ],
      workers: { 'accounts.publish': () => publisher },
    };
  },
});
