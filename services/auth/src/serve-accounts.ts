import { AccountServiceDefinition, CredentialServiceDefinition } from '@porchlight/contracts';
import type { RpcServer } from '@porchlight/rpc';
import type { KeyUses } from './credentials/key-uses';
import { removeSecondFactor } from './sign-in/manage-second-factor';
import type { SessionPorts } from './sign-in/session-ports';
import { inviteOwner } from './invitations/sign-up';
import { changeAccount } from './accounts/change-account';
import { changeAccountSettings } from './accounts/change-account-settings';
import { addUser, createAccount } from './accounts/create-account';
import { createApiKey, disableApiKey, registerSystem } from './credentials/issue-keys';
import { setRateLimits } from './rate-limits/limit-requests';
import { replaceSystemKey } from './systems/manage-systems';
import { getSystemKey, verifyApiKey, verifySystem } from './credentials/verify-credentials';

/** Serves the operator's commands, and the gateway's questions about credentials; never a caller. */
export const serveAccounts = (
  rpc: RpcServer,
  ports: SessionPorts,
  uses: Pick<KeyUses, 'note'>,
  changed: () => void,
): void => {
  rpc.add(
    CredentialServiceDefinition,
    { verifyApiKey: verifyApiKey(ports, (key) => uses.note(key)), verifySystem: verifySystem(ports) },
    { roles: ['Operator'] },
  );
  rpc.add(
    AccountServiceDefinition,
    {
      createAccount: createAccount(ports),
      addUser: addUser(ports),
      createApiKey: createApiKey(ports),
      disableApiKey: disableApiKey(ports),
      registerSystem: registerSystem(ports),
      getSystemKey: getSystemKey(ports),
      setRateLimits: setRateLimits(ports),
      replaceSystemKey: replaceSystemKey(ports),
      removeSecondFactor: removeSecondFactor(ports),
      inviteOwner: inviteOwner(ports),
      changeAccount: changeAccount(ports, changed),
      changeAccountSettings: changeAccountSettings(ports),
    },
    { roles: ['Operator'] },
  );
};
