import { setTimeout as sleep } from 'node:timers/promises';
import { isRefusal } from '@porchlight/errors';
import { newPassword } from '../operator/new-password';
import type { OperatorClient } from '../operator/operator-client';
import { DEMO_ROLES, DEMO_SYSTEM, DEMO_USERS, planAccounts, type DemoUserName, type PlannedAccount } from './demo-plan';
import { readJson, writePrivateJson } from './private-file';

/** A demo user with its secrets, which services store only as hashes. */
export interface DemoUser {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly apiKey: string;
}

/** A demo account. */
export interface DemoAccount {
  readonly id: number;
  readonly name: string;
  readonly users: Readonly<Record<DemoUserName, DemoUser>>;
}

/** All demo data, as `connection.json` shows it. */
export interface DemoData {
  readonly system: { readonly name: string; readonly key: string };
  readonly accounts: readonly DemoAccount[];
}

const LIFTED = { lifted: true, perWindow: {}, mailsPerDay: {} };

/** Completed steps. Written after each step, so that an interrupted start continues. */
interface Draft {
  system?: DemoData['system'];
  accounts: {
    id?: number;
    name: string;
    users: Partial<Record<DemoUserName, Partial<DemoUser> & { password: string }>>;
  }[];
}

const AVAILABLE_WITHIN_MS = 120_000;
const AGAIN_MS = 1_000;

/**
 * Creates missing demo accounts, users, keys and systems, and stores their secrets in `file`. While the service is
 * unavailable, as on a slow machine, it continues every second for two minutes.
 */
export async function makeDemoData(file: string, client: OperatorClient, extraAccounts = 0): Promise<DemoData> {
  for (const end = Date.now() + AVAILABLE_WITHIN_MS; ; await sleep(AGAIN_MS)) {
    try {
      return await continueDemoData(file, client, extraAccounts);
    } catch (error) {
      const isTemporary = isRefusal(error) && ['UNAVAILABLE', 'DEADLINE'].includes(error.reason);
      if (!isTemporary || Date.now() > end) throw error;
    }
  }
}

async function continueDemoData(file: string, client: OperatorClient, extraAccounts: number): Promise<DemoData> {
  const draft: Draft = readJson<Draft>(file) ?? { accounts: [] };
  const remember = (): void => writePrivateJson(file, draft);
  remember();
  for (const [index, plan] of planAccounts(extraAccounts).entries()) {
    const account = (draft.accounts[index] ??= { name: plan.name, users: {} });
    await makeAccount(plan, account, client, remember);
  }
  if (!draft.system) {
    const { name, key } = await client.accounts.registerSystem({ name: DEMO_SYSTEM }, client.as);
    draft.system = { name, key };
    remember();
  }
  return draft as DemoData;
}

async function makeAccount(
  plan: PlannedAccount,
  account: Draft['accounts'][number],
  client: OperatorClient,
  remember: () => void,
): Promise<void> {
  for (const name of DEMO_USERS) {
    const { firstName, lastName, phone } = plan.users[name];
    const email = `${firstName}.${lastName}@${plan.domain}`
      .normalize('NFD')
      .replace(/[^\w.@-]/g, '')
      .toLowerCase();
    const user = (account.users[name] ??= { name: `${firstName} ${lastName}`, email, password: newPassword() });
    const { password } = user;
    const common = { firstName, lastName, email, password };
    if (account.id === undefined) {
      const createdAccount = await client.accounts.createAccount(
        { ...common, name: plan.name, domain: plan.domain, ...(plan.lifted && { limits: LIFTED }) },
        client.as,
      );
      account.id = createdAccount.accountId;
      Object.assign(user, { id: createdAccount.ownerId });
      remember();
    }
    const accountId = account.id;
    if (user.id === undefined) {
      const member = { ...common, accountId, role: DEMO_ROLES[name], phone, timezone: plan.timezone };
      const { userId } = await client.accounts.addUser(member, client.as);
      Object.assign(user, { id: userId });
      remember();
    }
    if (user.apiKey === undefined && user.id !== undefined) {
      const createdKey = await client.accounts.createApiKey({ accountId, userId: user.id, label: 'Demo' }, client.as);
      account.users[name] = { id: user.id, ...user, apiKey: createdKey.apiKey };
      remember();
    }
  }
}
