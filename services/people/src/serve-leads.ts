import { events as descriptor, EventServiceDefinition } from '@porchlight/contracts';
import type { RpcServer } from '@porchlight/rpc';
import { handlersOf } from '@porchlight/store';
import { ingestEvent, type IngestPorts } from './usecases/ingest-event';

/** Serves events: leads in, history out. */
export const serveLeads = (rpc: RpcServer, ports: IngestPorts): void => {
  rpc.add(EventServiceDefinition, { ...handlersOf(descriptor, ports.events), ingestEvent: ingestEvent(ports) });
};
