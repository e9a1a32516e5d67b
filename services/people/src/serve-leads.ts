import { mayPerform } from '@porchlight/access';
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
import type { Reassignments } from './leads/reassignments';
import type { LeadFlowDocument } from './leads/lead-flows-strategy';
import type { PondDocument } from './leads/ponds-strategy';
import { ingestEvent, type IngestPorts } from './leads/receive-lead';
import { readPondTarget } from './leads/reassign-people';
import { withAccountLock } from './settings/with-account-lock';

export interface LeadParts extends IngestPorts {
  readonly leadFlows: ResourceStore<LeadFlow, LeadFlowDocument>;
  /** Held while settings that must be unique in the account are made or changed. */
  readonly settingsLock: AccountLock;
  readonly reassignments: Reassignments;
}

/** Serves events (leads in, history out), the rules that give leads away, and ponds. */
export const serveLeads = (rpc: RpcServer, ports: LeadParts): void => {
  const { leadFlows, ponds, directory, settingsLock } = ports;
  const pondHandlers = handlersOf<Pond, PondDocument, Handlers<typeof PondServiceDefinition>>(pondsDescriptor, ponds);
  const alone = withAccountLock(settingsLock, directory);
  rpc.add(PondServiceDefinition, {
    ...pondHandlers,
    createPond: alone(pondHandlers.createPond),
    updatePond: alone(pondHandlers.updatePond),
    deletePond: async (request, call) => {
      const { assignTo } = request.options;
      if (assignTo !== undefined && mayPerform(call.actor.role, pondsDescriptor.roles.delete ?? [])) {
        const { accountId } = call.actor;
        const to = await readPondTarget(directory, accountId, assignTo);
        await ports.reassignments.add({ accountId, kind: 'pond', from: request.id, to, since: ports.clock.now() });
      }
      return pondHandlers.deletePond(request, call);
    },
  });
  rpc.add(LeadFlowServiceDefinition, handlersOf(leadFlowsDescriptor, leadFlows));
  rpc.add(EventServiceDefinition, { ...handlersOf(descriptor, ports.events), ingestEvent: ingestEvent(ports) });
};
