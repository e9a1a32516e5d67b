import type { AccountSettingsCache } from './account-settings-cache';
import type { AccountSettings } from './account-settings';

/**
 * The cached account settings; reloaded if they lack the requested name. Another replica may have created it within the
 * last second, and its creator may use it at once.
 */
export const loadFresh = async (
  settingsCache: Pick<AccountSettingsCache, 'load' | 'forget'>,
  accountId: number,
  knows: (settings: AccountSettings) => boolean,
): Promise<AccountSettings> => {
  const settings = await settingsCache.load(accountId);
  if (knows(settings)) return settings;
  settingsCache.forget(accountId);
  return settingsCache.load(accountId);
};

/** Whether all these names are custom fields. */
export const hasCustomFields =
  (names: Iterable<string>) =>
  ({ customFields }: AccountSettings): boolean => {
    const known = new Set(customFields.map(({ name }) => name));
    return [...names].every((name) => known.has(name));
  };

/** Whether the fields of all these values exist, by id. */
export const hasCustomFieldIds =
  (values: object | undefined) =>
  ({ customFields }: AccountSettings): boolean => {
    if (!values) return true;
    const known = new Set(customFields.map(({ id }) => String(id)));
    return Object.keys(values).every((id) => known.has(id));
  };
