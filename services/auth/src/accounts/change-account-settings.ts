import type { AccountSettings } from '@porchlight/access';
import { isCountry } from '@porchlight/contact';
import type { ChangeAccountSettingsRequest, UpdateOwnAccountRequest } from '@porchlight/contracts';
import { invalidBody } from '@porchlight/errors';
import { inAllAccounts } from '@porchlight/store';
import type { Accounts } from './account-parts';
import { DEFAULT_SETTINGS, type StoredSettings } from './account-document';
import { requireAccount } from './account-status';

type ChosenSetting = 'handling' | 'unregisteredSystems';

const VALUES: { readonly [Name in ChosenSetting]: readonly AccountSettings[Name][] } = {
  handling: ['strict', 'lenient'],
  unregisteredSystems: ['refuse', 'ignore'],
};

const read = <Name extends ChosenSetting>(name: Name, sent: string): AccountSettings[Name] => {
  const value = VALUES[name].find((one) => one === sent);
  if (value === undefined) throw invalidBody(`Field '${name}' must be one of ${VALUES[name].join(', ')}.`);
  return value;
};

/** The settings to change; an absent one stays as it is. */
type ChangedSettings = Pick<ChangeAccountSettingsRequest, ChosenSetting | 'country'> &
  Pick<UpdateOwnAccountRequest, 'corsOrigins'>;

/** Returns the update of an account document that changes the given settings. Throws INVALID_BODY. */
export const settingsUpdate = ({
  handling,
  unregisteredSystems,
  country,
  corsOrigins,
}: ChangedSettings): Record<string, string | string[]> => ({
  ...(handling !== undefined && { 'settings.handling': read('handling', handling) }),
  ...(unregisteredSystems !== undefined && {
    'settings.unregisteredSystems': read('unregisteredSystems', unregisteredSystems),
  }),
  ...(country !== undefined && { [COUNTRY]: readCountry(country) }),
  ...(corsOrigins && { 'settings.corsOrigins': readOrigins(corsOrigins.origins) }),
});

const COUNTRY = 'settings.country';

/** Accounts with one origin that are looked at. */
const MAX_SHARING = 100;

/** The computer of a developer, which needs no https. */
const LOCAL_ORIGIN = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/;

/** Origins as browsers send them: scheme, host and port, without a path. */
const readOrigins = (sent: readonly string[]): string[] => {
  const origins = [...new Set(sent)];
  const isOrigin = (text: string): boolean =>
    URL.canParse(text) &&
    new URL(text).origin === text &&
    !text.includes('*') &&
    (text.startsWith('https://') || LOCAL_ORIGIN.test(text));
  const invalid = origins.find((text) => !isOrigin(text));
  if (invalid !== undefined)
    throw invalidBody(
      `Field 'corsOrigins' must list origins such as https://app.example.com, without a path: '${invalid.slice(0, 200)}' is none.`,
    );
  return origins;
};

const readCountry = (sent: string): string => {
  const country = sent.toUpperCase();
  if (!isCountry(country))
    throw invalidBody("Field 'country' must be a country code of two letters, such as US or DE.");
  return country;
};

/** The update of an account; a new country is published to the other services. */
export const withPublication = (changed: Readonly<Record<string, unknown>>): Record<string, object> => ({
  $set: { ...changed, ...(COUNTRY in changed && { untold: true }) },
  $inc: { version: 1 },
});

/**
 * Changes the settings that are given and returns all of them (decisions section 11). Gateways apply a change within
 * two seconds. Throws INVALID_BODY, and NOT_FOUND for an account that does not exist or is deleted.
 */
export const changeAccountSettings =
  ({ accounts, loadAccount }: Pick<Accounts, 'accounts' | 'loadAccount'>, notifyPublisher: () => void) =>
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

/** Returns whether an active account lists the origin; a preflight request has no credentials that name the account. */
export const findOrigin =
  ({ accounts }: Pick<Accounts, 'accounts'>) =>
  async ({ origin }: { origin: string }): Promise<{ listed: boolean }> => {
    const sharing = await accounts.find(inAllAccounts({ 'settings.corsOrigins': origin }), { limit: MAX_SHARING });
    return { listed: sharing.some(({ status = 'Active' }) => status === 'Active') };
  };
