import { ImportServiceDefinition } from '@porchlight/contracts';
import type { RpcServer } from '@porchlight/rpc';
import { importPeople, type ImportPorts } from './imports/import-people';

/** Serves the operator's import. */
export const serveImport = (rpc: RpcServer, ports: ImportPorts): void => {
  rpc.add(ImportServiceDefinition, { importPeople: importPeople(ports) }, { roles: ['Operator'] });
};
