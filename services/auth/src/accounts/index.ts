import { OwnAccountServiceDefinition } from '@porchlight/contracts';
import { createKeyedReads } from '@porchlight/store';
import type { Context } from '../context';
import type { Security } from '../security';
import type { UserStore } from '../users';
import { accountSchema, sequenceSchema } from './account-document';
import type { AccountPorts } from './account-ports';
import { changeAccount, createAccountPublisher } from './change-account';
import { changeAccountSettings } from './change-account-settings';
import { addUser, createAccount } from './create-account';
import { getOwnAccount, updateOwnAccount } from './own-account';

export type { AccountDocument } from './account-document';
export type { AccountPorts } from './account-ports';
export { findActiveUser, requireAccount, requireActiveAccount } from './account-status';
export { createAccount } from './create-account';
export { chargeNewAccount, isNewAccount } from './new-account';

interface AccountsOptions extends Security {
  readonly users: UserStore;
  /** Ends all sessions of an account. */
  readonly endSessions: (accountId: number) => Promise<unknown>;
}

/** Opens accounts and registers their methods (decisions sections 3 and 11). */
export const openAccounts = (
  { store, rpc, bus, clock, ids, logger }: Context,
  { users, secrets, attempts, endSessions }: AccountsOptions,
) => {
  const accounts = store.collection('accounts', accountSchema);
  const sequences = store.collection('authSequences', sequenceSchema);
  const loadAccount = createKeyedReads(accounts).load;
  const ports: AccountPorts = { users, accounts, loadAccount, sequences, secrets, attempts, clock, ids };
  const publisher = createAccountPublisher({ accounts, clock, bus, logger });
  rpc.add(OwnAccountServiceDefinition, {
    getOwnAccount: getOwnAccount(ports),
    updateOwnAccount: updateOwnAccount(ports),
  });
  const commands = {
    createAccount: createAccount(ports),
    addUser: addUser(ports),
    changeAccount: changeAccount(ports, endSessions, () => publisher.notify()),
    changeAccountSettings: changeAccountSettings(ports),
  };
  return { ports, commands, publisher };
};
