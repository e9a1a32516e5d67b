import type { SmartList } from '@porchlight/contracts';
import { column, type Columns, type Document, type Stored, type Strategy } from '@porchlight/store';
import type { AccountSettings } from './account-settings';
import type { AccountSettingsCache } from './account-settings-cache';
import { checkSmartList, parseSmartList, smartListCoreColumns } from './smart-list-query';

export const smartListColumns = {
  ...smartListCoreColumns,
  description: column.optional(column.text),
} satisfies Columns;

/** A smart list as stored. */
export interface SmartListDocument extends Document, Stored<typeof smartListColumns> {}

/** The rules of smart lists (decisions section 6). */
export const createSmartListsStrategy = (
  settingsCache: AccountSettingsCache,
): Strategy<SmartList, SmartListDocument, AccountSettings> => {
  return {
    async prepare({ actor: { accountId } }, { before }, declared) {
      const after = await declared();
      const { filtersJson, sort } = after;
      // Another replica may just have created a custom field that the list names.
      settingsCache.forget(accountId);
      const { customFields } = await settingsCache.load(accountId);
      // Stored filters are accepted unchanged, even if they are no longer valid and skipped.
      const question = {
        filtersJson: filtersJson === before?.filtersJson ? '{}' : filtersJson,
        ...(sort && sort !== before?.sort && { sort }),
      };
      checkSmartList(question, customFields);
      return after;
    },
    loadRelated: (_documents, call) => settingsCache.load(call.actor.accountId),
    render: (document, _call, { customFields }) => ({
      isFub2: true,
      skipped: parseSmartList(document, customFields).skipped,
    }),
  };
};
