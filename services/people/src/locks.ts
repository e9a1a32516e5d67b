import { createKeyedMutex, type KeyedMutex } from '@porchlight/runtime';
import { defineFeature } from './service';

/** Locks that several features share. */
export interface Locks {
  /** Orders work on the same person or contact within the process. */
  readonly mutex: KeyedMutex;
}

/** Locks of people. */
export const locks = defineFeature({
  name: 'locks',
  open: (): Locks => ({ mutex: createKeyedMutex() }),
});
