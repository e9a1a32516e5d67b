import type { Directory } from './cached-account-settings';
import type { AccountView } from './account-settings';

/**
 * The cached account settings; reloaded if they lack the requested name. Another replica may have created it within the
 * last second, and its creator may use it at once.
 */
export const viewKnowing = async (
  directory: Pick<Directory, 'of' | 'forget'>,
  accountId: number,
  knows: (view: AccountView) => boolean,
): Promise<AccountView> => {
  const view = await directory.of(accountId);
  if (knows(view)) return view;
  directory.forget(accountId);
  return directory.of(accountId);
};

/** Whether all these names are custom fields. */
export const knowsFields =
  (names: Iterable<string>) =>
  ({ customFields }: AccountView): boolean => {
    const known = new Set(customFields.map(({ name }) => name));
    return [...names].every((name) => known.has(name));
  };

/** Whether the fields of all these values, by id, are there. */
export const knowsValues =
  (values: object | undefined) =>
  ({ customFields }: AccountView): boolean => {
    if (!values) return true;
    const known = new Set(customFields.map(({ id }) => String(id)));
    return Object.keys(values).every((id) => known.has(id));
  };
