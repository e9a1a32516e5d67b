import { refuse } from '@porchlight/errors';
import { isUniqueConflict, type ResourceHandlers, type StoreCall, type AccountLock } from '@porchlight/store';

/**
 * Handlers of a resource whose names are unique in an account: those named wait for one another per account, so that
 * what a strategy checked still holds when it is written.
 */
export const writingInTurn = (
  lock: AccountLock,
  handlers: ResourceHandlers,
  ...inTurn: string[]
): ResourceHandlers => ({
  ...handlers,
  ...Object.fromEntries(
    inTurn.map((name) => [
      name,
      (request: unknown, call: StoreCall): Promise<unknown> =>
        lock.run(call.actor.accountId, call.signal, () => handlers[name]!(request, call)),
    ]),
  ),
});

/** Handlers of users: of parallel writes with one email, the unique index refuses all but one. */
export const rejectDuplicates = (handlers: ResourceHandlers): ResourceHandlers => {
  const refusing =
    (name: 'createUser' | 'updateUser') =>
    async (request: unknown, call: StoreCall): Promise<unknown> => {
      try {
        return await handlers[name]!(request, call);
      } catch (error) {
        if (isUniqueConflict(error)) throw refuse('DUPLICATE', { what: 'a user', field: 'email' });
        throw error;
      }
    };
  return { ...handlers, createUser: refusing('createUser'), updateUser: refusing('updateUser') };
};
