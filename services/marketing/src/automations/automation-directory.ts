import type { BusMessage } from '@porchlight/bus';
import { mapBounded } from '@porchlight/runtime';
import { composeKey, type DocumentCollection } from '@porchlight/store';

/** The fields of an automation that the queries read. */
interface AutomationRow {
  readonly _id: number;
  readonly accountId: number;
  readonly id: number;
  readonly name: string;
  readonly status: string;
}

/** Queries on automations besides their records. */
export interface AutomationDirectory {
  /** Name and status of automations by id, also of deleted ones. */
  byIds(
    accountId: number,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, { readonly name: string; readonly status: string }>>;
  /** True if the account has or had an automation: others have no runs. */
  hasAny(accountId: number): Promise<boolean>;
  /** Number of automations that are not deleted. */
  countExisting(accountId: number): Promise<number>;
}

/** Accounts with automations that a process remembers: automations are never removed, only marked as deleted. */
const MAX_REMEMBERED = 10_000;
const CONCURRENCY = 8;

/** Queries on automations in the database. */
export const createAutomationDirectory = (automations: DocumentCollection<AutomationRow>): AutomationDirectory => {
  const withAny = new Set<number>();
  return {
    async hasAny(accountId) {
      if (withAny.has(accountId)) return true;
      const documents = await automations.find({ accountId }, { limit: 1, projection: { id: 1 } });
      if (documents.length === 0) return false;
      if (withAny.size >= MAX_REMEMBERED) withAny.clear();
      withAny.add(accountId);
      return true;
    },
    async byIds(accountId, ids) {
      const keys = [...new Set(ids)].map((id) => composeKey(accountId, id));
      if (keys.length === 0) return new Map();
      const projection = { id: 1, name: 1, status: 1 } as const;
      const documents = await automations.find({ _id: { $in: keys } }, { limit: keys.length, projection });
      return new Map(documents.map(({ id, name, status }) => [id, { name, status }]));
    },
    countExisting: (accountId) => automations.count({ accountId, status: { $in: ['Active', 'Disabled'] } }),
  };
};

/** The messages of accounts that have automations: one query for each other account, in place of three. */
export const withAutomations = async (
  { hasAny }: Pick<AutomationDirectory, 'hasAny'>,
  batch: readonly BusMessage[],
): Promise<readonly BusMessage[]> => {
  const accounts = [...new Set(batch.map(({ key }) => key))];
  const lookups = await mapBounded(accounts, CONCURRENCY, async (key) => ({ key, has: await hasAny(Number(key)) }));
  const automated = new Set(lookups.filter(({ has }) => has).map(({ key }) => key));
  return batch.filter(({ key }) => automated.has(key));
};
