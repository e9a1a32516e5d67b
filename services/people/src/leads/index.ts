import {
  events as eventsDescriptor,
  EventServiceDefinition,
  leadFlows as leadFlowsDescriptor,
  LeadFlowServiceDefinition,
  ponds as pondsDescriptor,
  PondServiceDefinition,
  type LeadFlow,
  type Pond,
  type ListUnclaimedRequest,
  type ListUnclaimedResponse,
} from '@porchlight/contracts';
import type { Handlers } from '@porchlight/rpc';
import { createResourceHandlers, systemCall, type ResourceStore, type StoreCall } from '@porchlight/store';
import type { ActionPlans } from '../plans';
import type { Ports } from '../ports';
import type { Service } from '../service';
import type { RelatedSettings, Settings } from '../settings';
import { claimPerson, ignoreUnclaimed } from './claim-person';
import { createOfferEnder } from './end-offers';
import { followPonds, POND_TYPES, pondColumns, type PondDocument } from './follow-pond';
import { createLeadFlowsStrategy, type LeadFlowDocument, MAX_RULES } from './lead-flows-strategy';
import { createLeadOffers, leadOfferJobSchema } from './lead-offers';
import { createReassigner, followDeletedUsers, resolvePondTarget } from './reassign-people';
import { createReassignments, reassignmentSchema } from './reassignments';
import { ingestEvent } from './receive-lead';
import { createRotation, rotationSchema } from './rotation';
import { createLeadFlow } from './route-lead';
import { seesWholeAccount } from '@porchlight/access';
import { FIRST_PAGE } from '@porchlight/resource';
import { OFFERED_TO } from '../people';

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

/** For reads that several callers share: no caller may cancel them for the others. */
const NEVER = new AbortController().signal;

/** Opens rules of lead flow, ponds, offers and reassignments. */
export const openLeads = (
  { store, clock }: Pick<Service, 'store' | 'clock'>,
  { settingsCache, retryReferences, forgetSettings, findExistingUsers }: Settings,
  plans: ActionPlans,
) => {
  const leadFlows: ResourceStore<LeadFlow, LeadFlowDocument> = store.resource({
    descriptor: leadFlowsDescriptor,
    strategy: createLeadFlowsStrategy({ settingsCache, plans }),
    retryReferences,
    afterWrite: forgetSettings,
  });
  const ponds: ResourceStore<Pond, PondDocument> = store.resource({
    descriptor: pondsDescriptor,
    columns: pondColumns,
    findExisting: findExistingUsers,
    retryReferences,
    afterWrite: forgetSettings,
  });
  const rotation = createRotation(store.collection('rotations', rotationSchema));
  return {
    leadFlows,
    ponds,
    rotation,
    leadFlow: createLeadFlow({ rotation, clock }),
    offers: createLeadOffers(store.collection('leadOffers', leadOfferJobSchema)),
    reassignments: createReassignments(store.collection('reassignments', reassignmentSchema)),
  };
};

/** The stores of leads. */
export type Leads = ReturnType<typeof openLeads>;

/** Loads ponds and rules of lead flow for the cached settings, twice as many as an account may have. */
export const createLeadSettings =
  ({ ponds, leadFlows }: Pick<Leads, 'ponds' | 'leadFlows'>): RelatedSettings['loadLeadSettings'] =>
  async (accountId) => {
    const call = systemCall(accountId, NEVER);
    const [allPonds, leadRules] = await Promise.all([
      ponds.find(call, {}, 2 * (pondsDescriptor.maxPerAccount ?? 0)),
      leadFlows.find(call, {}, 2 * MAX_RULES),
    ]);
    return { ponds: allPonds, leadRules };
  };

/** Handlers of the people service for leads that are offered to a group. */
export const claimHandlers = (ports: Ports) => ({
  listUnclaimed: listUnclaimed(ports),
  claimPerson: claimPerson(ports),
  ignoreUnclaimed: ignoreUnclaimed(ports),
});

/** Serves events (leads in, history out), rules of lead flow and ponds; ends offers and reassigns people. */
export const registerLeads = (ports: Ports): void => {
  const { rpc, clock, store, settingsCache, events, leadFlows, ponds, reassignments } = ports;
  ports.addHandler('people.copies', followDeletedUsers(ports));
  ports.addHandler('people.cascade', followPonds(ports), POND_TYPES);
  ports.addWorker('offerEnder', (hold) => createOfferEnder(ports, hold));
  ports.addWorker('reassigner', (hold) => createReassigner(ports, hold));

  const pondHandlers: Handlers<typeof PondServiceDefinition> = createResourceHandlers(pondsDescriptor, ponds);
  rpc.add(PondServiceDefinition, {
    ...pondHandlers,
    deletePond: async (request, call) => {
      const { assignTo } = request.options;
      if (assignTo !== undefined) {
        const { accountId } = call.actor;
        const to = await resolvePondTarget(settingsCache, accountId, assignTo);
        await reassignments.add({ accountId, kind: 'pond', from: request.id, to, since: clock.now() });
      }
      return pondHandlers.deletePond(request, call);
    },
  });
  rpc.add(LeadFlowServiceDefinition, createResourceHandlers(leadFlowsDescriptor, leadFlows));
  rpc.add(EventServiceDefinition, {
    ...createResourceHandlers(eventsDescriptor, events),
    ingestEvent: (request, call) => store.together(() => ingestEvent(ports)(request, call)),
  });
};
