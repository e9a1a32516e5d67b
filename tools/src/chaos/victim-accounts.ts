import type { OperatorClient } from '../operator/operator-client';
import { createServiceClient, type ServiceAnswer, type ServiceCall, type ServiceClient } from '../send/service-client';
import type { Connection } from '../send/connection';

/** Webhooks and accounts that are taken away while deliveries to them are pending. Nothing of them is in the ledger. */
export interface VictimAccounts {
  deleteWebhook(): Promise<void>;
  /** Disables one whose receiver is away, then enables it with a url that answers, then deletes it. */
  disableWebhook(goodUrl: string): Promise<void>;
  removeAccount(): Promise<void>;
}

/** Nobody listens there. */
const DEAD_URL = 'https://localhost:1';
const PENDING_MS = 1_500;
const TRIES = 40;
const AGAIN_MS = 250;
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Calls until it is neither a fault of the surroundings nor no answer at all. */
export async function persist(client: ServiceClient, call: ServiceCall): Promise<ServiceAnswer> {
  for (let tries = 1; ; tries++) {
    const answer = await client.call(call).catch(() => undefined);
    if (answer && answer.status < 500 && answer.status !== 401 && answer.status !== 429) return answer;
    if (tries === TRIES) throw new Error(`${call.method} ${call.path} goes on answering ${answer?.status ?? 'nothing'}.`);
    await sleep(AGAIN_MS);
  }
}

/** Victims of account 1 and accounts made for the purpose. */
export function createVictimAccounts(connection: Connection, owner: ServiceClient, operator: OperatorClient, run: string): VictimAccounts {
  let made = 0;
  const register = async (client: ServiceClient): Promise<string> => {
    const { status, body } = await persist(client, { method: 'POST', path: '/v1/webhooks', json: { event: 'peopleCreated', url: `${DEAD_URL}/victim-${run}-${(made += 1)}` } });
    if (status !== 201) throw new Error(`A webhook could not be registered: ${status} ${JSON.stringify(body)}`);
    return `/v1/webhooks/${String(body.id)}`;
  };
  const ok = ({ status, body }: ServiceAnswer, what: string): void => {
    if (status >= 300 && status !== 404) throw new Error(`${what} answered ${status} ${JSON.stringify(body)}`);
  };
  const remove = async (client: ServiceClient, path: string): Promise<void> => ok(await persist(client, { method: 'DELETE', path }), `DELETE ${path}`);
  const put = async (client: ServiceClient, path: string, json: object): Promise<void> => ok(await persist(client, { method: 'PUT', path, json }), `PUT ${path}`);

  return {
    async deleteWebhook() {
      const path = await register(owner);
      await sleep(PENDING_MS);
      await remove(owner, path);
    },
    async disableWebhook(goodUrl) {
      const path = await register(owner);
      await sleep(PENDING_MS);
      await put(owner, path, { status: 'Disabled' });
      await sleep(PENDING_MS);
      await put(owner, path, { status: 'Active', url: `${goodUrl}-${made}` });
      await sleep(PENDING_MS);
      await remove(owner, path);
    },
    async removeAccount() {
      const name = `Chaos ${run} ${(made += 1)}`;
      const email = `owner.${made}.${run}@example.com`;
      const limits = { lifted: true, perWindow: {} };
      const { accountId, ownerId } = await operator.accounts.createAccount({ name, domain: '', firstName: 'Chaos', lastName: 'Owner', email, password: `${run}-${made}-Pw!`, limits }, operator.as);
      const { id: keyId, apiKey } = await operator.accounts.createApiKey({ accountId, userId: ownerId, label: 'Chaos' }, operator.as);
      const client = createServiceClient(connection, { id: accountId, name, users: { owner: { id: ownerId, name, email, apiKey } } }, { connections: 2, timeoutMs: 5_000 });
      try {
        const paths = [await register(client), await register(client)];
        for (let n = 0; n < 5; n++) {
          ok(await persist(client, { method: 'POST', path: '/v1/events', json: { type: 'Registration', person: { emails: [{ value: `${n}.${email}` }] } } }), 'A lead');
        }
        await sleep(PENDING_MS);
        for (const path of paths) await put(client, path, { status: 'Disabled' });
        for (const path of paths) await remove(client, path);
        await operator.accounts.disableApiKey({ accountId, keyId }, operator.as);
      } finally {
        await client.close();
      }
    },
  };
}
