import { setTimeout as sleep } from 'node:timers/promises';
import type { OperatorClient } from '@porchlight/tools/src/operator/operator-client';
import { createServiceClient, type ServiceAnswer, type ServiceClient } from '@porchlight/tools/src/send/service-client';
import type { Connection } from '@porchlight/tools/src/send/connection';
import { createTestAccount } from '../create-test-account';
import { persist } from '../service-calls';
import type { Quiet, RegisteredWebhook, Write } from './ledger';

/** Webhooks and accounts that are disabled or deleted while deliveries are pending. */
export type SeedAccounts = ReturnType<typeof createSeedAccounts>;

/** Options of the accounts, and callbacks that add to the ledger. */
export interface SeedAccountOptions {
  readonly connection: Connection;
  /** Of account 1. */
  readonly owner: ServiceClient;
  readonly operator: OperatorClient;
  readonly run: string;
  /** Addresses of a failing and of a healthy receiver. */
  readonly refusing: string;
  readonly good: string;
  /** Records the requests of a webhook, by its path. */
  readonly follow: (path: string, webhookId: string) => void;
  /** An account whose leads must arrive. */
  readonly expect: (account: {
    readonly client: ServiceClient;
    readonly webhook: RegisteredWebhook;
    readonly writes: readonly Write[];
  }) => void;
  readonly quiet: (span: Quiet) => void;
  /** Multiplies time limits; 1 on a usual machine. */
  readonly slowdown: number;
}

/** A closed port. */
const DEAD_URL = 'https://localhost:1';
const PENDING_MS = 1_500;
const AGAIN_MS = 250;

/** Time limit until credentials of a disabled or deleted account are refused, ms. */
const REFUSED_WITHIN_MS = 2_000;

/** Creates webhooks of account 1 and separate accounts. */
export function createSeedAccounts({
  connection,
  owner,
  operator,
  run,
  refusing,
  good,
  follow,
  expect,
  quiet,
  slowdown,
}: SeedAccountOptions) {
  let made = 0;
  const disabled: {
    readonly accountId: number;
    readonly client: ServiceClient;
    readonly path: string;
    readonly webhookId: string;
    readonly since: number;
  }[] = [];
  const clients: ServiceClient[] = [];
  const register = async (client: ServiceClient, url = `${DEAD_URL}/seed-${run}-${(made += 1)}`): Promise<string> => {
    const { status, body } = await persist(client, {
      method: 'POST',
      path: '/v1/webhooks',
      json: { event: 'peopleCreated', url },
    });
    if (status !== 201) throw new Error(`A webhook could not be registered: ${status} ${JSON.stringify(body)}`);
    return `/v1/webhooks/${String(body.id)}`;
  };
  const ok = ({ status, body }: ServiceAnswer, what: string): void => {
    if (status >= 300 && status !== 404) throw new Error(`${what} answered ${status} ${JSON.stringify(body)}`);
  };
  const remove = async (client: ServiceClient, path: string): Promise<void> =>
    ok(await persist(client, { method: 'DELETE', path }), `DELETE ${path}`);
  const put = async (client: ServiceClient, path: string, json: object): Promise<void> =>
    ok(await persist(client, { method: 'PUT', path, json }), `PUT ${path}`);

  /** Creates an account with a failing receiver and five pending leads. */
  const openAccount = async () => {
    const account = await createTestAccount(operator, `chaos${(made += 1)}`, run);
    const accountId = account.id;
    const client = createServiceClient(connection, account, { connections: 2, timeoutMs: 5_000 * slowdown });
    clients.push(client);
    const url = `/seed-${run}-${accountId}`;
    const path = await register(client, refusing + url);
    const webhookId = `${accountId}/${path.slice(path.lastIndexOf('/') + 1)}`;
    follow(url, webhookId);
    const writes: Write[] = [];
    for (let n = 0; n < 5; n++) {
      const answer = await persist(client, {
        method: 'POST',
        path: '/v1/events',
        json: { type: 'Registration', person: { emails: [{ value: `${n}.account${accountId}.${run}@example.com` }] } },
      });
      ok(answer, 'A lead');
      writes.push({ accountId, personId: answer.body.id as number });
    }
    await sleep(PENDING_MS);
    return { accountId, client, path, webhookId, writes };
  };
  /** Changes an account and checks the response to its key within 2 s. */
  const change = async (accountId: number, status: string, client: ServiceClient, expected: number): Promise<void> => {
    await operator.accounts.changeAccount({ accountId, status }, operator.as);
    for (const end = Date.now() + REFUSED_WITHIN_MS * slowdown; ; await sleep(AGAIN_MS / 2)) {
      const answer = await client.call({ method: 'GET', path: '/v1/identity' }).catch(() => undefined);
      if (answer?.status === expected) return;
      if (Date.now() > end)
        throw new Error(
          `Account ${accountId} was made ${status}, and its key is still answered ${answer?.status ?? 'nothing'}.`,
        );
    }
  };

  return {
    async deleteWebhook(): Promise<void> {
      const path = await register(owner);
      await sleep(PENDING_MS);
      await remove(owner, path);
    },
    /** Disables a webhook with a dead receiver, enables it with a working URL, then deletes it. */
    async disableWebhook(goodUrl: string): Promise<void> {
      const path = await register(owner);
      await sleep(PENDING_MS);
      await put(owner, path, { status: 'Disabled' });
      await sleep(PENDING_MS);
      await put(owner, path, { status: 'Active', url: `${goodUrl}-${made}` });
      await sleep(PENDING_MS);
      await remove(owner, path);
    },
    /** Disables an account whose deliveries fail; it is enabled by `finish`. */
    async disableAccount(): Promise<void> {
      const { accountId, client, path, webhookId, writes } = await openAccount();
      expect({ client, webhook: { id: webhookId, accountId, receiver: 'good' }, writes });
      await change(accountId, 'Disabled', client, 403);
      disabled.push({ accountId, client, path, webhookId, since: Date.now() });
    },
    async deleteAccount(): Promise<void> {
      const { accountId, client, webhookId } = await openAccount();
      await change(accountId, 'Deleted', client, 401);
      quiet({ webhookId, why: 'deleted', from: Date.now(), to: Number.POSITIVE_INFINITY });
    },
    /** Enables disabled accounts, with healthy receivers. */
    async finish(): Promise<void> {
      for (const { accountId, client, path, webhookId, since } of disabled.splice(0)) {
        quiet({ webhookId, why: 'disabled', from: since, to: Date.now() });
        await change(accountId, 'Active', client, 200);
        const url = `/seed-good-${run}-${accountId}`;
        follow(url, webhookId);
        await put(client, path, { url: good + url });
      }
    },
    close: async (): Promise<void> => void (await Promise.all(clients.map((client) => client.close()))),
  };
}
