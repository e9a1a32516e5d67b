import type { AccountSettings, Caller } from '@porchlight/access';
import type { AccountSettings as AccountSettingsMessage } from '@porchlight/contracts';

/**
 * The scopes of the credentials and the settings of the account, as the auth service returns them for keys, tokens and
 * sessions alike.
 */
export const readRights = ({
  scopes = [],
  settings,
}: {
  readonly scopes?: readonly string[];
  readonly settings?: AccountSettingsMessage | undefined;
}): Pick<Caller, 'scopes' | 'handling' | 'unregisteredSystems'> => ({
  scopes,
  ...(settings as AccountSettings | undefined),
});
