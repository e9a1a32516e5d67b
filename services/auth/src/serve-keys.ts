import { ApiKeyServiceDefinition, SystemServiceDefinition } from '@porchlight/contracts';
import type { RpcServer } from '@porchlight/rpc';
import type { Ports } from './ports';
import { listIgnoredFields, listUnregisteredSystems, recordIgnoredFields } from './usecases/ignored-fields';
import { endApiKey, issueApiKey, listApiKeys } from './usecases/manage-api-keys';
import { enrollSystem, listSystems, rotateSystemKey } from './usecases/manage-systems';

/** Keys and systems as users manage them (decisions sections 3 and 6). */
export const serveKeys = (rpc: RpcServer, ports: Ports): void => {
  rpc.add(ApiKeyServiceDefinition, { issueApiKey: issueApiKey(ports), listApiKeys: listApiKeys(ports), endApiKey: endApiKey(ports) });
  rpc.add(SystemServiceDefinition, {
    enrollSystem: enrollSystem(ports),
    listSystems: listSystems(ports),
    rotateSystemKey: rotateSystemKey(ports),
    recordIgnoredFields: recordIgnoredFields(ports),
    listIgnoredFields: listIgnoredFields(ports),
    listUnregisteredSystems: listUnregisteredSystems(ports),
  });
};
