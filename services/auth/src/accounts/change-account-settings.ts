import type { AccountSettings } from '@porchlight/access';
import { isCountry } from '@porchlight/contact';
import type { ChangeAccountSettingsRequest } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { AccountPorts } from './account-ports';
import { DEFAULT_SETTINGS, type StoredSettings } from './account-document';
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
type ChangedSettings = Pick<ChangeAccountSettingsRequest, 'handling' | 'unregisteredSystems' | 'country'>;

/** Returns the update of an account document that changes the given settings. Throws INVALID_BODY. */
export const settingsUpdate = ({
  handling,
  unregisteredSystems,
  country,
}: ChangedSettings): Record<string, string> => ({
  ...(handling !== undefined && { 'settings.handling': read('handling', handling) }),
  ...(unregisteredSystems !== undefined && {
    'settings.unregisteredSystems': read('unregisteredSystems', unregisteredSystems),
  }),
  ...(country !== undefined && { [COUNTRY]: readCountry(country) }),
});

const COUNTRY = 'settings.country';

const readCountry = (sent: string): string => {
  const country = sent.toUpperCase();
  if (!isCountry(country))
    throw refuse('INVALID_BODY', {
      problems: "Field 'country' must be a country code of two letters, such as US or DE.",
    });
  return country;
};

/** The update of an account; a new country is published to the other services. */
export const withPublication = (changed: Readonly<Record<string, string>>): Record<string, object> =>
  COUNTRY in changed ? { $set: { ...changed, untold: true }, $inc: { version: 1 } } : { $set: changed };

/**
 * Changes the settings that are given and returns all of them (decisions section 11). Gateways apply a change within
 * two seconds. Throws INVALID_BODY, and NOT_FOUND for an account that does not exist or is deleted.
 */
export const changeAccountSettings =
  ({ accounts, loadAccount }: Pick<AccountPorts, 'accounts' | 'loadAccount'>, notifyPublisher: () => void) =>
  async ({ accountId, ...settings }: ChangeAccountSettingsRequest): Promise<StoredSettings> => {
    const changed = settingsUpdate(settings);
    await requireAccount({ loadAccount }, accountId);
    if (Object.keys(changed).length > 0) {
      await accounts.updateOne({ _id: accountId }, withPublication(changed));
      notifyPublisher();
    }
    const account = await accounts.findOne({ _id: accountId });
    return { ...DEFAULT_SETTINGS, ...account?.settings };
  };
