import { ponds as descriptor, type Pond } from '@porchlight/contracts';
import { createDefaultStrategy, type Document, type ResourceStore, type Strategy } from '@porchlight/store';
import type { AccountSettingsCache } from '../settings/account-settings-cache';

/** A pond as stored. */
export interface PondDocument extends Document {
  name: string;
  nameKey: string;
  userId?: number;
  userIds: number[];
}

/** The rules of ponds (decisions section 6): those of the descriptor. Ponds are written under the account's lock. */
export const createPondsStrategy = (
  settingsCache: AccountSettingsCache,
  store: () => ResourceStore<Pond, PondDocument>,
): Strategy<Pond, PondDocument> => ({
  ...createDefaultStrategy(descriptor, {
    store,
    findExisting: async (call, _resource, ids) => {
      const settings = await settingsCache.load(call.actor.accountId);
      return new Set(ids.filter((id) => settings.member(id)));
    },
  }),
  afterWrite: (call) => settingsCache.forget(call.actor.accountId),
});
