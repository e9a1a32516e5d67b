import type { SmartList } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import {
  column,
  type Columns,
  type Document,
  normalizeText,
  type ResourceReads,
  type StoreCall,
  type Stored,
  type Strategy,
} from '@porchlight/store';
import type { AccountSettings } from './account-settings';
import type { AccountSettingsCache } from './account-settings-cache';
import { checkSmartList, parseSmartList, smartListCoreColumns } from './smart-list-query';

export const smartListColumns = {
  ...smartListCoreColumns,
  nameKey: column.text,
  description: column.optional(column.text),
} satisfies Columns;

/** A smart list as stored. */
export interface SmartListDocument extends Document, Stored<typeof smartListColumns> {}

/** Maximum number of smart lists of an account. */
const MAX_SMART_LISTS = LIMITS.smartLists.value;

/** What the rules of smart lists read. */
export interface SmartListRules {
  readonly settingsCache: AccountSettingsCache;
  readonly lists: Pick<ResourceReads<SmartListDocument>, 'find'>;
}

/** The rules of smart lists (decisions section 6). Creating and changing them happens under the account's lock. */
export const createSmartListsStrategy = (
  rules: SmartListRules,
): Strategy<SmartList, SmartListDocument, AccountSettings> => {
  const { settingsCache, lists } = rules;
  const loadDefinitions = async ({ actor: { accountId } }: StoreCall) =>
    (await settingsCache.load(accountId)).customFields;
  const assertUniqueName = (others: readonly SmartListDocument[], nameKey: string, id?: number): void => {
    if (others.some((list) => list.id !== id && list.nameKey === nameKey))
      throw refuse('NAME_TAKEN', { what: 'a smart list', field: 'name' });
  };
  return {
    async prepare(call, { before, input, mask }) {
      const name = (mask.has('name') ? input.name : before?.name) ?? '';
      const sort = mask.has('sort') ? input.sort : before?.sort;
      const description = mask.has('description') ? input.description : before?.description;
      const filtersJson = (mask.has('filtersJson') ? input.filtersJson : before?.filtersJson) ?? '{}';
      const after = {
        name,
        nameKey: normalizeText(name),
        filtersJson,
        ...(sort && { sort }),
        ...(description && { description }),
      };
      // Stored filters are accepted unchanged, even if they are no longer valid and skipped.
      const question = {
        filtersJson: filtersJson === before?.filtersJson ? '{}' : filtersJson,
        ...(sort && sort !== before?.sort && { sort }),
      };
      checkSmartList(question, await loadDefinitions(call));
      if (after.nameKey === before?.nameKey) return after;
      const all = await lists.find(call, {}, MAX_SMART_LISTS);
      if (!before && all.length >= MAX_SMART_LISTS)
        throw refuse('LIMIT_REACHED', { limit: MAX_SMART_LISTS, what: 'smart lists' });
      assertUniqueName(all, after.nameKey, before?.id);
      return after;
    },
    loadRelated: (_documents, call) => settingsCache.load(call.actor.accountId),
    render: (document, _call, { customFields }) => ({
      isFub2: true,
      skipped: parseSmartList(document, customFields).skipped,
    }),
  };
};
