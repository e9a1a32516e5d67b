import type { InboxApp } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { ResourceStore, StoreCall } from '@porchlight/store';
import type { InboxAppDocument } from './inbox-app-document';
import { requireScope } from './inbox-app-strategy';

type Installations = Pick<ResourceStore<InboxApp, InboxAppDocument>, 'find' | 'load' | 'remove' | 'render'>;

const MAX_SHOWN = 1_000;

/**
 * Finds an installation that the caller may act for: owners for all, users for their own. Throws NOT_FOUND,
 * INBOX_APP_SCOPE.
 */
export const findOwnInstallation = async (store: Pick<Installations, 'load'>, call: StoreCall, id: number) => {
  const document = await store.load(call, id);
  if (!document) throw refuse('NOT_FOUND', { what: 'inbox app' });
  requireScope(call.actor, document.userId);
  return document;
};

/**
 * Lists installations of one published app, or of all apps (id 0): all to the owner, their own to other users. Newest
 * first.
 */
export const listInstalled =
  (store: Installations) =>
  async ({ publishedInboxAppId }: { publishedInboxAppId: number }, call: StoreCall) => {
    const installations = await store.find(call, publishedInboxAppId === 0 ? {} : { publishedInboxAppId }, MAX_SHOWN);
    const seen = installations.filter(({ userId }) => call.actor.role === 'Owner' || userId === call.actor.userId);
    return { records: await Promise.all(seen.map((document) => store.render(document, call))) };
  };

/** Removes an installation. Its pending callbacks end, its conversations stay. */
export const uninstall =
  (store: Installations) =>
  async ({ id }: { id: number }, call: StoreCall): Promise<Record<string, never>> => {
    await findOwnInstallation(store, call, id);
    await store.remove(call, id);
    return {};
  };
