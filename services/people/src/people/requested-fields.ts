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
  const defined = new Set(customFields.map(({ name }) => name));
  const unknown = named.filter((name) => !defined.has(name)).slice(0, 20);
  if (unknown.length > 0)
    throw refuse('INVALID_QUERY', {
      problems: `Unknown names in 'fields': ${unknown.map((name) => `'${name.slice(0, 100)}'`).join(', ')}.`,
    });
};

type Handler<Q, A, C> = (request: Q, call: C) => Promise<A>;

/** Wraps a read of one record: checks the custom fields that the call requested. */
export const withRequestedFields =
  <Q extends { readonly options: Readonly<Record<string, string>> }, A, C extends StoreCall>(
    settingsCache: Pick<AccountSettingsCache, 'load' | 'forget'>,
    handler: Handler<Q, A, C>,
  ): Handler<Q, A, C> =>
  async (request, call) => {
    await checkRequestedFields(settingsCache, call, parseRequestedFields(request.options));
    return handler(request, call);
  };

/** Parses the requested custom fields from the options of a call on one record. */
export const parseRequestedFields = (options: Readonly<Record<string, string>> | undefined): readonly string[] =>
  (options?.['customFields'] ?? '').split(',').filter(Boolean);
