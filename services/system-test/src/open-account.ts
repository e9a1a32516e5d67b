import { clientWith, keyHeader, systemHeaders, unique, type Client } from '@porchlight/acceptance/src/client';
import { porchlightJson } from '@porchlight/acceptance/src/porchlight-command';

/** An account that the operator created, with its owner. */
export interface OpenedAccount {
  readonly id: number;
  readonly ownerId: number;
  readonly apiKey: string;
  readonly owner: Client;
}

/** Creates an API key of a user by the command line. */
export const createKey = async (account: number, user: number): Promise<string> =>
  (await porchlightJson('key', 'create', { account, user, label: 'system-test' })).apiKey as string;

/** A client of the registered system with an API key. */
export const clientWithKey = (apiKey: string): Client => clientWith({ ...keyHeader(apiKey), ...systemHeaders });

/** Creates an account by the command line. `word` is part of its name and of the owner's email. */
export const openAccount = async (word = unique()): Promise<OpenedAccount> => {
  const { accountId, ownerId } = await porchlightJson('account', 'create', {
    name: `Account ${word}`,
    'first-name': 'Olive',
    'last-name': 'Owner',
    email: `${word}@owner.example`,
  });
  const apiKey = await createKey(accountId, ownerId);
  return { id: accountId, ownerId, apiKey, owner: clientWithKey(apiKey) };
};
