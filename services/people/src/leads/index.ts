import {
  events as eventsDescriptor,
  EventServiceDefinition,
  receivedLeads as receivedLeadsDescriptor,
  ReceivedLeadServiceDefinition,
  type ListUnclaimedRequest,
  type ListUnclaimedResponse,
} from '@porchlight/contracts';
import { createResourceHandlers, type StoreCall } from '@porchlight/store';
import type { Ports } from './stores';
import { claimPerson, ignoreUnclaimed } from './claim-person';
import { createOfferEnder } from './end-offers';
import { followPonds, POND_TYPES } from './follow-pond';
import { createReassigner, followDeletedUsers } from './reassign-people';
import { ingestEvent } from './receive-lead';
import { RECEIVED_TYPES, recordReceivedLeads, reportReceivedLeads } from './record-received-leads';
import { createReportRefusedLeads, refusedLeadReports } from './report-refused-leads';
import { seesWholeAccount } from '@porchlight/access';
import { FIRST_PAGE } from '@porchlight/resource';
import { OFFERED_TO } from '../people';

export { createLeadSettings, openLeads, type Leads } from './stores';

/**
 * Lists offered leads that are unclaimed (decisions section 4). Users of a group see those offered to them, even if
 * they may not see the people otherwise; owner and brokers see all.
 */
const listUnclaimed =
  ({ people }: Ports) =>
  async ({ query = FIRST_PAGE }: ListUnclaimedRequest, call: StoreCall): Promise<ListUnclaimedResponse> => {
    const { actor, signal } = call;
    const offeredTo = { name: OFFERED_TO, values: [String(seesWholeAccount(actor) ? 0 : actor.userId)] };
    const filters = [...query.filters.filter(({ name }) => name !== OFFERED_TO), offeredTo];
    return people.list({ actor: { ...actor, role: 'Operator' }, signal }, { ...query, filters });
  };

/** Handlers of the people service for leads that are offered to a group. */
export const claimHandlers = (ports: Ports) => ({
  listUnclaimed: listUnclaimed(ports),
  claimPerson: claimPerson(ports),
  ignoreUnclaimed: ignoreUnclaimed(ports),
});

/** Serves events (leads in, history out); ends offers and reassigns people. */
export const registerLeads = (ports: Ports): void => {
  const { rpc, clock, store, events, receivedLeads } = ports;
  ports.addHandler('people.copies', followDeletedUsers(ports));
  ports.addHandler('people.cascade', followPonds(ports), POND_TYPES);
  ports.addHandler('people.cascade', recordReceivedLeads(ports), RECEIVED_TYPES);
  ports.addWorker('offerEnder', (hold) => createOfferEnder(ports, hold));
  ports.addWorker('reassigner', (hold) => createReassigner(ports, hold));

  const refusedLeads = ports.openJobs(refusedLeadReports);
  ports.addWorker('refusedLeadReports', () => refusedLeads.createWorker(ports));

  rpc.add(
    ReceivedLeadServiceDefinition,
    {
      ...createResourceHandlers(receivedLeadsDescriptor, receivedLeads),
      reportReceivedLeads: reportReceivedLeads(ports, createReportRefusedLeads({ jobs: refusedLeads, clock })),
    },
    { roles: ['Operator'] },
  );
  rpc.add(EventServiceDefinition, {
    ...createResourceHandlers(eventsDescriptor, events),
    ingestEvent: (request, call) => store.together(() => ingestEvent(ports)(request, call)),
  });
};
