import type { CallOptions, OperationResult } from '@porchlight/sdk';
import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import type { RecordApi } from '../api/use-save';

export type Account = OperationResult<'auth.account.get'> & { readonly id: number };

type AccountBody = Parameters<typeof porchlight.account.update>[0];

/** The account and its settings. */
export const useAccount = () =>
  useRecord(['account'], async (options) => (await porchlight.account.get(undefined, options)) as Account);

/** The operations of the one account of the user, for forms that save only changed fields. */
export const ACCOUNT_API: RecordApi<Account, NonNullable<AccountBody>> = {
  get: () => ({
    withResponse: async () => {
      const { data, response } = await porchlight.account.get().withResponse();
      return { data: data as Account, response };
    },
  }),
  update: async (_id, changes, query, options: CallOptions) =>
    (await porchlight.account.update(changes, query, options)) as Account,
};
