import { defineNamingRecords } from '@porchlight/backend';
import {
  leadFlows as leadFlowsDescriptor,
  ponds as pondsDescriptor,
  receivedLeads as receivedLeadsDescriptor,
  type LeadFlow,
  type Pond,
  type ReceivedLead,
} from '@porchlight/contracts';
import { mapBounded } from '@porchlight/runtime';
import { systemCall, type ResourceStore } from '@porchlight/store';
import type { Activity } from '../activity';
import type { PeopleCopies } from '../copies';
import type { People } from '../people';
import type { Plans } from '../plans';
import type { Service } from '../service';
import type { RelatedSettings, Settings } from '../settings';
import { leadFlowNames } from './rule-references';
import { pondColumns, type PondDocument } from './pond-document';
import type { LeadFlowDocument } from './lead-flow-document';
import { eraseReceivedLeads } from './erase-received-leads';
import { createLeadOffers, leadOfferJobSchema } from './lead-offers';
import {
  createReceivedLeadsStrategy,
  leadBodySchema,
  receivedLeadColumns,
  type ReceivedLeadDocument,
  receivedLeadIndexes,
} from './received-lead-document';
import { createReassignments, reassignmentSchema } from './reassignments';
import { createRotation, rotationSchema } from './rotation';
import { createLeadFlow } from './route-lead';

const CONCURRENCY = 8;

/** For reads that several callers share: no caller may cancel them for the others. */
const NEVER = new AbortController().signal;

/** Opens rules of lead flow, ponds, offers and reassignments. */
export const openLeads = (
  { store, clock }: Pick<Service, 'store' | 'clock'>,
  { retryReferences, forgetSettings, findExisting }: Settings,
) => {
  const reassignments = createReassignments(store.collection('reassignments', reassignmentSchema));
  const leadFlows: ResourceStore<LeadFlow, LeadFlowDocument> = store.resource({
    descriptor: leadFlowsDescriptor,
    findExisting,
    retryReferences,
    afterWrite: forgetSettings,
  });
  const ponds: ResourceStore<Pond, PondDocument> = store.resource({
    descriptor: pondsDescriptor,
    columns: pondColumns,
    findExisting,
    retryReferences,
    afterWrite: forgetSettings,
    // People of the deleted pond are assigned in the background (reassign-people.ts).
    reassign: ({ actor: { accountId } }, { id }, to) =>
      reassignments.add({ accountId, kind: 'pond', from: id, to, since: clock.now() }),
  });
  const rotation = createRotation(store.collection('rotations', rotationSchema));
  const leadBodies = store.collection('leadBodies', leadBodySchema);
  const receivedLeads = store.resource<ReceivedLead, ReceivedLeadDocument>({
    descriptor: receivedLeadsDescriptor,
    columns: receivedLeadColumns,
    strategy: createReceivedLeadsStrategy(leadBodies, clock),
    indexes: receivedLeadIndexes,
  });
  return {
    /** Rules of lead flow name other records. */
    namings: [defineNamingRecords(leadFlows, leadFlowNames)],
    leadFlows,
    leadBodies,
    receivedLeads,
    /** Erases what received leads say about a person. */
    eraseReceivedLeads: eraseReceivedLeads({ receivedLeads, leadBodies }),
    ponds,
    rotation,
    leadFlow: createLeadFlow({ rotation, clock }),
    offers: createLeadOffers(store.collection('leadOffers', leadOfferJobSchema)),
    reassignments,
  };
};

/** The stores of leads. */
export type Leads = ReturnType<typeof openLeads>;

/** Loads ponds and rules of lead flow for the cached settings, twice as many as an account may have. */
export const createLeadSettings =
  (
    { ponds, leadFlows }: Pick<Leads, 'ponds' | 'leadFlows'>,
    { plans }: Pick<PeopleCopies, 'plans'>,
  ): RelatedSettings['loadLeadSettings'] =>
  async (accountId) => {
    const call = systemCall(accountId, NEVER);
    const [allPonds, leadRules] = await Promise.all([
      ponds.find(call, {}, 2 * (pondsDescriptor.maxPerAccount ?? 0)),
      leadFlows.find(call, {}, 2 * (leadFlowsDescriptor.maxPerAccount ?? 0)),
    ]);
    const planIds = [...new Set(leadRules.flatMap(({ actionPlanId }) => actionPlanId ?? []))];
    const active = await mapBounded(
      planIds,
      CONCURRENCY,
      async (id) => (await plans.byId(accountId, id))?.active ?? false,
    );
    return { ponds: allPonds, leadRules, deletedPlanIds: planIds.filter((_id, at) => !active[at]) };
  };

/** What the operations of this feature work with. */
export type Ports = Service & Settings & People & Activity & Plans & Leads;
