import { OwnAccountServiceDefinition } from '@porchlight/contracts';
import { DAY_MS } from '@porchlight/runtime';
import { createKeyedReads, systemCall } from '@porchlight/store';
import type { Context } from '../context';
import { type Security, type Attempts, perDay } from '../security';
import type { UserStore } from '../users';
import { accountSchema, sequenceSchema, type AccountDocument } from './account-document';
import type { AccountPorts } from './account-ports';
import { changeAccount, createAccountPublisher } from './change-account';
import { changeAccountSettings } from './change-account-settings';
import { addUser, createAccount } from './create-account';
import { getOwnAccount, updateOwnAccount } from './own-account';
import { isRefusal, refuse } from '@porchlight/errors';

export type { AccountDocument } from './account-document';
export type { AccountPorts } from './account-ports';
export { findOrigin } from './change-account-settings';
export { findActiveUser, requireAccount, requireActiveAccount } from './account-status';
export { createAccount } from './create-account';

const NEW_MS = DAY_MS;

/** Whether an account came from an open sign-up less than 24 hours ago. Accounts of the operator are never new. */
export const isNewAccount = (account: AccountDocument | undefined, now: number): boolean =>
  account?.openSignUp === true && now - account.created.getTime() < NEW_MS;

/**
 * Counts one more record of a new account; other accounts have no such limit. Returns a function that reverts the
 * count. Throws NEW_ACCOUNT_LIMIT.
 */
export const chargeNewAccount = async (
  { accounts, attempts, clock }: Pick<AccountPorts, 'accounts' | 'clock'> & { readonly attempts: Attempts },
  accountId: number,
  what: string,
  limit: number,
): Promise<() => Promise<void>> => {
  const account = (await accounts.findOne({ _id: accountId })) ?? undefined;
  if (!isNewAccount(account, clock.now())) return async () => undefined;
  try {
    return await attempts.charge(['new account', String(accountId), what], perDay(limit));
  } catch (error) {
    if (!isRefusal(error) || error.reason !== 'RATE_LIMITED') throw error;
    throw refuse('NEW_ACCOUNT_LIMIT', { limit, what, seconds: Number(error.params['seconds'] ?? 1) });
  }
};

interface AccountsOptions extends Security {
  readonly users: UserStore;
  /** Ends all sessions of an account. */
  readonly endSessions: (accountId: number) => Promise<unknown>;
}

/** Opens accounts and registers their methods (decisions sections 3 and 11). */
export const openAccounts = (
  { store, rpc, bus, clock, ids, logger, answerFacts }: Context,
  { users, secrets, attempts, endSessions }: AccountsOptions,
) => {
  const accounts = store.collection('accounts', accountSchema);
  const sequences = store.collection('authSequences', sequenceSchema);
  const loadAccount = createKeyedReads(accounts).load;
  const ports: AccountPorts = { users, accounts, loadAccount, sequences, secrets, attempts, clock, ids };
  const publisher = createAccountPublisher({ accounts, clock, bus, logger });
  answerFacts<'auth.users'>(
    {
      'auth.users.reassigned': async (accountId, { userId, assignTo }, signal) => {
        const user = await users.load(systemCall(accountId, signal), userId);
        return user?.status === 'Disabled' && user.reassignedTo === assignTo;
      },
    },
    {
      'auth.accounts.deleted': async (accountId, ids) =>
        ids.every((id) => id === accountId) && (await accounts.findOne({ _id: accountId }))?.status === 'Deleted',
    },
  );
  rpc.add(OwnAccountServiceDefinition, {
    getOwnAccount: getOwnAccount(ports),
    updateOwnAccount: updateOwnAccount(ports, () => publisher.notify()),
  });
  const commands = {
    createAccount: createAccount(ports),
    addUser: addUser(ports),
    changeAccount: changeAccount(ports, endSessions, () => publisher.notify()),
    changeAccountSettings: changeAccountSettings(ports, () => publisher.notify()),
  };
  return { ports, commands, publisher };
};
