import { readJson } from '../launcher/private-file';
import { ToolProblem } from '../send/connection';
import type { ServiceAnswer, ServiceClient } from '../send/service-client';

/** A webhook that this receiver registered. */
export interface RegisteredWebhook {
  readonly id: number;
  readonly event: string;
  readonly url: string;
  readonly secret: string;
}

const SECRET = /^whsec_[A-Za-z0-9+/]+={0,2}$/;

const formatRefusal = (answer: ServiceAnswer): string => `${answer.status} ${answer.body?.errorMessage ?? ''}`.trim();

/** Secrets are returned once, at creation: they are stored next to the connection file for a restarted receiver. */
export function loadSecrets(file: string): RegisteredWebhook[] {
  const stored = readJson<unknown>(file);
  return Array.isArray(stored) ? (stored as RegisteredWebhook[]).filter((one) => SECRET.test(one?.secret)) : [];
}

/**
 * Ensures that the account's owner has an active webhook at `url` for each event. A webhook with a known secret stays,
 * because deliveries may be waiting for it; one with an unknown secret is replaced. `say` receives each action, `keep`
 * each webhook immediately, because notifications may arrive before the next registration.
 */
export async function registerWebhooks(
  client: ServiceClient,
  url: string,
  events: readonly string[],
  registered: readonly RegisteredWebhook[],
  { say, keep }: { say: (line: string) => void; keep: (webhook: RegisteredWebhook) => void },
): Promise<void> {
  const list = await client.call({ method: 'GET', path: '/v1/webhooks?limit=100' });
  if (list.status !== 200) throw new ToolProblem(`The webhooks cannot be listed: ${formatRefusal(list)}`);
  const present = (list.body.webhooks as RegisteredWebhook[]).filter((one) => one.url === url);
  for (const event of events) {
    const old = present.find((one) => one.event === event);
    const current = old && registered.find((one) => one.id === old.id && one.event === event && one.url === url);
    if (old && current) {
      const answer = await client.call({ method: 'PUT', path: `/v1/webhooks/${old.id}`, json: { status: 'Active' } });
      if (answer.status !== 200)
        throw new ToolProblem(`Webhook ${old.id} cannot be switched on: ${formatRefusal(answer)}`);
      say(`Webhook ${old.id} for ${event} was there already and goes on.`);
      keep(current);
      continue;
    }
    if (old) {
      await client.call({ method: 'DELETE', path: `/v1/webhooks/${old.id}` });
      say(`Webhook ${old.id} for ${event} had a secret that is not known here: replaced, what waited for it is gone.`);
    }
    const answer = await client.call({ method: 'POST', path: '/v1/webhooks', json: { event, url } });
    if (answer.status !== 201)
      throw new ToolProblem(`A webhook for ${event} cannot be registered: ${formatRefusal(answer)}`);
    const { id, secret } = answer.body as RegisteredWebhook;
    if (!SECRET.test(secret))
      throw new ToolProblem(`Webhook ${id} for ${event} came without a secret, so nothing can be verified.`);
    say(`Webhook ${id} registered for ${event}.`);
    keep({ id, event, url, secret });
  }
}

/** Deletes webhooks; returns those that could not be deleted, with the reason. */
export async function removeWebhooks(client: ServiceClient, webhooks: readonly { id: number }[]): Promise<string[]> {
  const failed: string[] = [];
  for (const { id } of webhooks) {
    const problem = await client.call({ method: 'DELETE', path: `/v1/webhooks/${id}` }).then(
      (answer) => (answer.status === 200 || answer.status === 404 ? undefined : formatRefusal(answer)),
      (error: Error) => error.message,
    );
    if (problem) failed.push(`Webhook ${id} could not be removed: ${problem}`);
  }
  return failed;
}
