import { clientWith, systemHeaders, unique, type Client } from '@porchlight/acceptance/src/client';
import { porchlightJson } from '@porchlight/acceptance/src/command-line';

/** An account that the operator created, with its owner. */
export interface OpenedAccount {
  readonly id: number;
  readonly ownerId: number;
  readonly apiKey: string;
  readonly owner: Client;
}

/** Creates an API key of a user by the command line. */
export const createKey = async (accountId: number, userId: number): Promise<string> => {
  const args = ['--account', String(accountId), '--user', String(userId), '--label', 'system-test'];
  return (await porchlightJson('key', 'create', ...args)).apiKey as string;
};

/** A client of the registered system with an API key. */
export const clientWithKey = (apiKey: string): Client =>
  clientWith({ authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`, ...systemHeaders });

/** Creates an account by the command line. `word` is part of its name and of the owner's email. */
export const openAccount = async (word = unique()): Promise<OpenedAccount> => {
  const owner = ['--first-name', 'Olive', '--last-name', 'Owner', '--email', `${word}@owner.example`];
  const { accountId, ownerId } = await porchlightJson('account', 'create', '--name', `Account ${word}`, ...owner);
  const apiKey = await createKey(accountId, ownerId);
  return { id: accountId, ownerId, apiKey, owner: clientWithKey(apiKey) };
};
