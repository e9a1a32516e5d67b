import type { StoreCall } from '@porchlight/store';
import type { ReferenceWait, ReferencingWork } from './reference-wait';

/** Makes creates and updates of a resource wait for the copies of referenced records (see ReferenceWait). */
export const waitForReferences = (
  references: ReferenceWait,
  options: Omit<ReferencingWork<unknown>, 'run'> = {},
): { readonly retryReferences: <T>(call: StoreCall, prepare: () => Promise<T>) => Promise<T> } => ({
  retryReferences: (call, run) => references.retry(call, { ...options, run }),
});
