import { randomBytes } from 'node:crypto';
import type { OperatorClient } from '@porchlight/tools/src/operator/operator-client';
import type { ConnectionAccount } from '@porchlight/tools/src/send/connection';
import { createTestAccount } from '../create-test-account';

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
  /** End of the history, ms since the epoch; the same for all parts of a load. */
  readonly until: number;
}

const AGENTS = 20;

/** Creates an account with an owner, agents, and keys for the owner and the first agent. */
export const createLoadedAccount = async (
  client: OperatorClient,
  size: number,
  until: number,
): Promise<LoadedAccount> => {
  const { accounts, as } = client;
  const mark = randomBytes(4).toString('hex');
  const account = await createTestAccount(client, `load-${size}`, mark);
  const formatEmail = (nth: number): string => `agent${nth}.${mark}@load-${size}.example`;
  const agentIds: number[] = [];
  for (let nth = 1; nth <= AGENTS; nth += 1) {
    const user = {
      accountId: account.id,
      firstName: 'Agent',
      lastName: `No. ${nth}`,
      email: formatEmail(nth),
      role: 'Agent',
      password: randomBytes(12).toString('base64url'),
      phone: '',
      timezone: 'America/Chicago',
    };
    agentIds.push((await accounts.addUser(user, as)).userId);
  }
  const id = agentIds[0]!;
  const { apiKey } = await accounts.createApiKey({ accountId: account.id, userId: id, label: 'Load' }, as);
  const users = { ...account.users, agent: { id, name: 'agent1', email: formatEmail(1), apiKey } };
  return { size, account: { ...account, users }, agentIds, loaded: 0, events: 0, tasks: 0, until };
};
