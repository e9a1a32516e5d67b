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
  /** Number of automations that are not deleted. */
  countExisting(accountId: number): Promise<number>;
}

/** Queries on automations in the database. */
export const createAutomationDirectory = (automations: DocumentCollection<AutomationRow>): AutomationDirectory => ({
  async byIds(accountId, ids) {
    const keys = [...new Set(ids)].map((id) => composeKey(accountId, id));
    if (keys.length === 0) return new Map();
    const projection = { id: 1, name: 1, status: 1 } as const;
    const documents = await automations.find({ _id: { $in: keys } }, { limit: keys.length, projection });
    return new Map(documents.map(({ id, name, status }) => [id, { name, status }]));
  },
  countExisting: (accountId) => automations.count({ accountId, status: { $in: ['Active', 'Disabled'] } }),
});
