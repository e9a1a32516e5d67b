import type { StoreCall } from './contract/store-call';

/** A call on behalf of the service itself, for consumers and jobs. */
export const systemCall = (accountId: number, signal: AbortSignal): StoreCall => ({
  actor: { accountId, userId: 0, role: 'Operator' },
  signal,
});
