import type { AccountLock, StoreCall } from '@porchlight/store';
import type { AccountSettingsCache } from './account-settings-cache';

type Handler<Q, A, C> = (request: Q, call: C) => Promise<A>;

/** Wraps handlers of settings: one call at a time reads and writes, so that names stay unique and limits hold. */
export const withAccountLock =
  (settingsLock: AccountLock, settingsCache: Pick<AccountSettingsCache, 'forget'>) =>
  <Q, A, C extends StoreCall>(handler: Handler<Q, A, C>): Handler<Q, A, C> =>
  (request, call) =>
    settingsLock.run(call.actor.accountId, call.signal, () => {
      settingsCache.forget(call.actor.accountId);
      return handler(request, call);
    });
