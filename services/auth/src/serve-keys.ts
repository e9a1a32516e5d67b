import { ApiKeyServiceDefinition, OwnAccountServiceDefinition, SystemServiceDefinition } from '@porchlight/contracts';
import type { RpcServer } from '@porchlight/rpc';
import type { SessionPorts } from './sessions/session-ports';
import { listIgnoredFields, listUnregisteredSystems, recordIgnoredFields } from './usecases/ignored-fields';
import { endApiKey, issueApiKey, listApiKeys } from './usecases/manage-api-keys';
import { enrollSystem, listSystems, rotateSystemKey, updateSystem } from './usecases/manage-systems';
import { getOwnAccount, updateOwnAccount } from './usecases/own-account';

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
