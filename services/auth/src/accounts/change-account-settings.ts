import { DEFAULT_ACCOUNT_SETTINGS, type AccountSettings } from '@porchlight/access';
import type { ChangeAccountSettingsRequest } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { AccountPorts } from './account-ports';
import { requireAccount } from './account-status';

const VALUES: { readonly [Name in keyof AccountSettings]: readonly AccountSettings[Name][] } = {
  handling: ['strict', 'lenient'],
  unregisteredSystems: ['refuse', 'ignore'],
};

const read = <Name extends keyof AccountSettings>(name: Name, sent: string): AccountSettings[Name] => {
  const value = VALUES[name].find((one) => one === sent);
  if (value === undefined)
    throw refuse('INVALID_BODY', { problems: `Field '${name}' must be one of ${VALUES[name].join(', ')}.` });
  return value;
};

/** The settings to change; an absent one stays as it is. */
type ChangedSettings = Pick<ChangeAccountSettingsRequest, 'handling' | 'unregisteredSystems'>;

/** Returns the update of an account document that changes the given settings. Throws INVALID_BODY. */
export const settingsUpdate = ({ handling, unregisteredSystems }: ChangedSettings): Record<string, string> => ({
  ...(handling !== undefined && { 'settings.handling': read('handling', handling) }),
  ...(unregisteredSystems !== undefined && {
    'settings.unregisteredSystems': read('unregisteredSystems', unregisteredSystems),
  }),
});

/**
 * Changes the settings that are given and returns all of them (decisions section 11). Gateways apply a change within
 * two seconds. Throws INVALID_BODY, and NOT_FOUND for an account that does not exist or is deleted.
 */
export const changeAccountSettings =
  ({ accounts, loadAccount }: Pick<AccountPorts, 'accounts' | 'loadAccount'>) =>
  async ({ accountId, ...settings }: ChangeAccountSettingsRequest): Promise<AccountSettings> => {
    const changed = settingsUpdate(settings);
    await requireAccount({ loadAccount }, accountId);
    if (Object.keys(changed).length > 0) await accounts.updateOne({ _id: accountId }, { $set: changed });
    const account = await accounts.findOne({ _id: accountId });
    return { ...DEFAULT_ACCOUNT_SETTINGS, ...account?.settings };
  };
