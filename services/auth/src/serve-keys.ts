import { ApiKeyServiceDefinition, OwnAccountServiceDefinition, SystemServiceDefinition } from '@porchlight/contracts';
import type { RpcServer } from '@porchlight/rpc';
import type { SessionPorts } from './sign-in/session-ports';
import { listIgnoredFields, listUnregisteredSystems, recordIgnoredFields } from './systems/ignored-fields';
import { endApiKey, issueApiKey, listApiKeys } from './credentials/manage-api-keys';
import { enrollSystem, listSystems, rotateSystemKey, updateSystem } from './systems/manage-systems';
import { getOwnAccount, updateOwnAccount } from './accounts/own-account';

/** Keys, systems and the account as users change them (decisions sections 3, 6 and 11). */
export const serveKeys = (rpc: RpcServer, ports: SessionPorts): void => {
  rpc.add(ApiKeyServiceDefinition, {
    issueApiKey: issueApiKey(ports),
    listApiKeys: listApiKeys(ports),
    endApiKey: endApiKey(ports),
  });
  rpc.add(OwnAccountServiceDefinition, {
    getOwnAccount: getOwnAccount(ports),
    updateOwnAccount: updateOwnAccount(ports),
  });
  rpc.add(SystemServiceDefinition, {
    enrollSystem: enrollSystem(ports),
    listSystems: listSystems(ports),
    updateSystem: updateSystem(ports),
    rotateSystemKey: rotateSystemKey(ports),
    recordIgnoredFields: recordIgnoredFields(ports),
    listIgnoredFields: listIgnoredFields(ports),
    listUnregisteredSystems: listUnregisteredSystems(ports),
  });
};
