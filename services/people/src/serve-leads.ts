import {
  events as descriptor,
  EventServiceDefinition,
  leadFlows as leadFlowsDescriptor,
  LeadFlowServiceDefinition,
  ponds as pondsDescriptor,
  PondServiceDefinition,
  type LeadFlow,
  type Pond,
} from '@porchlight/contracts';
import type { Handlers, RpcServer } from '@porchlight/rpc';
import { handlersOf, type ResourceStore, type AccountLock } from '@porchlight/store';
import type { LeadFlowDocument } from './resources/lead-flows';
import type { PondDocument } from './resources/ponds';
import { ingestEvent, type IngestPorts } from './usecases/ingest-event';
import { writingAlone } from './usecases/write-alone';

export interface LeadParts extends IngestPorts {
  readonly leadFlows: ResourceStore<LeadFlow, LeadFlowDocument>;
  /** Held while settings that must be unique in the account are made or changed. */
  readonly settingsLock: AccountLock;
}

/** Serves events (leads in, history out), the rules that give leads away, and ponds. */
export const serveLeads = (rpc: RpcServer, ports: LeadParts): void => {
  const { leadFlows, ponds, directory, settingsLock } = ports;
  const pondHandlers = handlersOf<Pond, PondDocument, Handlers<typeof PondServiceDefinition>>(pondsDescriptor, ponds);
  const alone = writingAlone(settingsLock, directory);
  rpc.add(PondServiceDefinition, {
    ...pondHandlers,
    createPond: alone(pondHandlers.createPond),
    updatePond: alone(pondHandlers.updatePond),
  });
  rpc.add(LeadFlowServiceDefinition, handlersOf(leadFlowsDescriptor, leadFlows));
  rpc.add(EventServiceDefinition, { ...handlersOf(descriptor, ports.events), ingestEvent: ingestEvent(ports) });
};
