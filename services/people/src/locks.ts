import { createKeyedMutex, type KeyedMutex } from '@porchlight/runtime';
import { createAccountLock, type AccountLock } from '@porchlight/store';
import { defineFeature } from './service';

/** Locks that several features share. */
export interface Locks {
  /** Orders work on the same person or contact within the process. */
  readonly mutex: KeyedMutex;
  /** Held while settings with unique names or limited numbers are created or changed. */
  readonly settingsLock: AccountLock;
  /** Held while stages are created, ordered or deleted. */
  readonly stageLock: AccountLock;
}

/** Locks of people, settings and stages. */
export const locks = defineFeature({
  name: 'locks',
  open({ store }): Locks {
    const mutex = createKeyedMutex();
    const createLock = (name: string): AccountLock =>
      createAccountLock(name, (lease, ttlMs) => store.lease(lease, ttlMs), mutex);
    return { mutex, settingsLock: createLock('settings'), stageLock: createLock('stages') };
  },
});
