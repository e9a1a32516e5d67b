import { refuse } from '@porchlight/errors';
import type { StoreCall } from '@porchlight/store';
import { type AccountSettingsCache, hasCustomFields, loadFresh } from '../settings';

/**
 * Checks the custom fields that a call requested, `*` for all. Throws INVALID_QUERY that lists those that are not
 * defined (decisions section 2).
 */
export const checkRequestedFields = async (
  settingsCache: Pick<AccountSettingsCache, 'load' | 'forget'>,
  { actor }: StoreCall,
  names: readonly string[],
): Promise<void> => {
  if (names.length === 0) return;
  const named = names.filter((name) => name !== '*');
  const { customFields } = await loadFresh(settingsCache, actor.accountId, hasCustomFields(named));
  const known = new Set(customFields.map(({ name }) => name));
  const unknown = named.filter((name) => !known.has(name)).slice(0, 20);
  if (unknown.length > 0)
    throw refuse('INVALID_QUERY', {
      problems: `Unknown names in 'fields': ${unknown.map((name) => `'${name.slice(0, 100)}'`).join(', ')}.`,
    });
};

/** Parses the requested custom fields from the options of a call on one record. */
export const parseRequestedFields = (options: Readonly<Record<string, string>> | undefined): readonly string[] =>
  (options?.['customFields'] ?? '').split(',').filter(Boolean);
