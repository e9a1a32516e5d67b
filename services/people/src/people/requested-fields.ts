import { refuse } from '@porchlight/errors';
import type { StoreCall } from '@porchlight/store';
import type { AccountSettingsCache } from '../settings/account-settings-cache';
import { hasCustomFields, loadFresh } from '../settings/load-fresh';

/** Custom fields that a call requested; others are not returned (decisions section 4). */
export interface RequestedFields {
  /** Notes the names, `*` for all. Throws INVALID_QUERY that lists those that are not defined (decisions section 2). */
  want(call: StoreCall, names: readonly string[]): Promise<void>;
  of(call: StoreCall): readonly string[];
}

const NONE: readonly string[] = [];

/** Requested fields are stored per call, because records are rendered elsewhere. */
export const createRequestedFields = (
  settingsCache: Pick<AccountSettingsCache, 'load' | 'forget'>,
): RequestedFields => {
  const requestedFields = new WeakMap<StoreCall, readonly string[]>();
  return {
    async want(call, names) {
      if (names.length === 0) return;
      const named = names.filter((name) => name !== '*');
      const { customFields } = await loadFresh(settingsCache, call.actor.accountId, hasCustomFields(named));
      const known = new Set(customFields.map(({ name }) => name));
      const unknown = named.filter((name) => !known.has(name)).slice(0, 20);
      if (unknown.length > 0)
        throw refuse('INVALID_QUERY', {
          problems: `Unknown names in 'fields': ${unknown.map((name) => `'${name.slice(0, 100)}'`).join(', ')}.`,
        });
      requestedFields.set(call, names);
    },
    of: (call) => requestedFields.get(call) ?? NONE,
  };
};

/** Parses the requested custom fields from the options of a call on one record. */
export const parseRequestedFields = (options: Readonly<Record<string, string>> | undefined): readonly string[] =>
  (options?.['customFields'] ?? '').split(',').filter(Boolean);
