import type { Endpoint, WebhookDirectory, WebhookHealth } from '../ports';

/** Webhooks and installed inbox apps together, for deliveries; their endpoint ids never meet. */
export const joinDirectories = (
  directories: readonly WebhookDirectory[],
): Pick<WebhookDirectory, 'ofAccounts' | 'forget'> => ({
  async ofAccounts(accountIds) {
    const wanted = [...accountIds];
    const joined = new Map<number, Endpoint[]>();
    for (const found of await Promise.all(directories.map((directory) => directory.ofAccounts(wanted))))
      for (const [accountId, endpoints] of found)
        joined.set(accountId, [...(joined.get(accountId) ?? []), ...endpoints]);
    return joined;
  },
  forget(accountId) {
    for (const directory of directories) directory.forget(accountId);
  },
});

/** Stores the health of an endpoint in the collection of its kind. */
export const standingByKind = (webhooks: WebhookHealth, inboxApps: WebhookHealth): WebhookHealth => {
  const of = ({ kind }: Endpoint): WebhookHealth => (kind === 'inboxApp' ? inboxApps : webhooks);
  return {
    gaveUp: (endpoint, eventId) => of(endpoint).gaveUp(endpoint, eventId),
    succeeded: (endpoint) => of(endpoint).succeeded(endpoint),
    refused: (endpoint) => of(endpoint).refused(endpoint),
  };
};
