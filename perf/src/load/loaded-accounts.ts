import { randomBytes } from 'node:crypto';
import type { OperatorClient } from '@porchlight/tools/src/operator/operator-client';
import { readJson, writePrivateJson } from '@porchlight/tools/src/launcher/private-file';
import type { ConnectionAccount, ConnectionUser } from '@porchlight/tools/src/send/connection';

/** An account that the loader fills, as stored next to the connection file. */
export interface LoadedAccount {
  /** Target number of people. */
  readonly size: number;
  readonly account: ConnectionAccount;
  readonly agentIds: readonly number[];
  /** Number of stored people; an interrupted load resumes there. */
  loaded: number;
  events: number;
  tasks: number;
  /** Services with copies of people have those of the account. */
  copied?: boolean;
  /** End of the history, ms since the epoch; the same for all parts of a load. */
  readonly until: number;
}

const AGENTS = 20;

/** Reads earlier loads; empty without any. */
export const readLoaded = (file: string): LoadedAccount[] => readJson<LoadedAccount[]>(file) ?? [];

/** Stores the loads in a file with mode 0600. */
export const writeLoaded = (file: string, accounts: readonly LoadedAccount[]): void => writePrivateJson(file, accounts);

/** Creates an account with an owner, agents, and keys for the owner and the first agent. */
export const createLoadedAccount = async (
  client: OperatorClient,
  size: number,
  until: number,
): Promise<LoadedAccount> => {
  const { accounts, as } = client;
  const mark = randomBytes(4).toString('hex');
  const name = `Load ${size}`;
  const password = (): string => randomBytes(12).toString('base64url');
  const formatEmail = (who: string): string => `${who}.${mark}@load-${size}.example`;
  const { accountId, ownerId } = await accounts.createAccount(
    {
      name,
      domain: `load-${size}.example`,
      firstName: 'Load',
      lastName: 'Owner',
      email: formatEmail('owner'),
      password: password(),
      limits: { lifted: true, perWindow: {} },
    },
    as,
  );
  const agentIds: number[] = [];
  for (let nth = 1; nth <= AGENTS; nth += 1) {
    const user = {
      accountId,
      firstName: 'Agent',
      lastName: `No. ${nth}`,
      email: formatEmail(`agent${nth}`),
      role: 'Agent',
      password: password(),
      phone: '',
      timezone: 'America/Chicago',
    };
    agentIds.push((await accounts.addUser(user, as)).userId);
  }
  const keyed = async (id: number, who: string): Promise<ConnectionUser> => {
    const { apiKey } = await accounts.createApiKey({ accountId, userId: id, label: 'Load' }, as);
    return { id, name: who, email: formatEmail(who), apiKey };
  };
  const users = { owner: await keyed(ownerId, 'owner'), agent: await keyed(agentIds[0]!, 'agent1') };
  return { size, account: { id: accountId, name, users }, agentIds, loaded: 0, events: 0, tasks: 0, until };
};
