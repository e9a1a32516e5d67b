import { column, defineDocument, type DocumentCollection, type DocumentOf } from '@porchlight/store';
import type { Endpoint } from './endpoint-directory';

/** Status of an account that was ever disabled or deleted; `_id` is its id. */
export const accountStatusSchema = defineDocument({
  _id: column.number,
  version: column.number,
  /** Its deliveries are held. */
  held: column.flag,
});
export type AccountStatus = DocumentOf<typeof accountStatusSchema>;

/** Wraps `load`: marks the endpoints of disabled accounts as held. */
export const withAccountStatus =
  (
    statuses: Pick<DocumentCollection<AccountStatus>, 'find'>,
    load: (accountIds: readonly number[]) => Promise<readonly Endpoint[]>,
  ) =>
  async (accountIds: readonly number[]): Promise<readonly Endpoint[]> => {
    const [endpoints, known] = await Promise.all([
      load(accountIds),
      statuses.find({ _id: { $in: [...accountIds] } }, { limit: accountIds.length }),
    ]);
    const held = new Set(known.filter((status) => status.held).map(({ _id }) => _id));
    if (held.size === 0) return endpoints;
    return endpoints.map((endpoint) =>
      held.has(endpoint.accountId) ? { ...endpoint, held: true as const } : endpoint,
    );
  };
