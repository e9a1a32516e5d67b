import type { SmartList } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { normalizeText, type Document, type StoreCall, type Strategy } from '@porchlight/store';
import type { AccountSettingsCache } from './account-settings-cache';
import { checkSmartList, parseSmartList, type SmartListCore } from './smart-list-query';

/** A smart list as stored. */
export interface SmartListDocument extends Document, SmartListCore {
  nameKey: string;
  description?: string;
}

/** Most smart lists of an account. */
const MAX_SMART_LISTS = 500;

export interface SmartListRules {
  readonly settingsCache: AccountSettingsCache;
  readonly all: (call: StoreCall, limit: number) => Promise<readonly SmartListDocument[]>;
}

/** The rules of smart lists (decisions section 6). Creating and changing them happens under the account's lock. */
export const createSmartListsStrategy = ({
  settingsCache,
  all,
}: SmartListRules): Strategy<SmartList, SmartListDocument> => {
  const loadDefinitions = async ({ actor: { accountId } }: StoreCall) =>
    (await settingsCache.load(accountId)).customFields;
  const assertUniqueName = (lists: readonly SmartListDocument[], nameKey: string, own?: number): void => {
    if (lists.some((list) => list.id !== own && list.nameKey === nameKey))
      throw refuse('DUPLICATE', { what: 'a smart list', field: 'name' });
  };
  return {
    // `fub2` and `all` are accepted without effect.
    conditionFor: () => undefined,
    async prepareForCreate(call, input) {
      const name = input.name ?? '';
      const draft = { name, nameKey: normalizeText(name), filtersJson: input.filtersJson ?? '{}' };
      const { sort, description } = input;
      const core = { ...draft, ...(sort && { sort }), ...(description && { description }) };
      checkSmartList(core, await loadDefinitions(call));
      const lists = await all(call, MAX_SMART_LISTS);
      if (lists.length >= MAX_SMART_LISTS)
        throw refuse('INVALID_BODY', { problems: `An account has at most ${MAX_SMART_LISTS} smart lists.` });
      assertUniqueName(lists, core.nameKey);
      return core;
    },
    async prepareForUpdate(call, before, input, mask) {
      const after = { ...before };
      if (mask.has('name')) Object.assign(after, { name: input.name ?? '', nameKey: normalizeText(input.name ?? '') });
      if (mask.has('filtersJson')) after.filtersJson = input.filtersJson ?? '{}';
      if (mask.has('description')) {
        if (input.description) after.description = input.description;
        else delete after.description;
      }
      if (mask.has('sort')) {
        if (input.sort) after.sort = input.sort;
        else delete after.sort;
      }
      // Stored filters are accepted unchanged, even if they are no longer valid and skipped.
      const question = {
        filtersJson: after.filtersJson === before.filtersJson ? '{}' : after.filtersJson,
        ...(after.sort !== undefined && after.sort !== before.sort && { sort: after.sort }),
      };
      checkSmartList(question, await loadDefinitions(call));
      if (after.nameKey !== before.nameKey)
        assertUniqueName(await all(call, MAX_SMART_LISTS), after.nameKey, before.id);
      return after;
    },
    async prepareRecords(_documents, call) {
      await settingsCache.load(call.actor.accountId);
    },
    toRecord: (document, call) => ({
      id: document.id,
      created: document.created,
      updated: document.updated,
      name: document.name,
      filtersJson: document.filtersJson,
      sort: document.sort,
      description: document.description,
      isFub2: true,
      skipped: parseSmartList(document, settingsCache.cached(call.actor.accountId).customFields).skipped,
      version: document.version,
    }),
  };
};
