import {
  Deal,
  DealCustomField,
  dealCustomFields as fieldDescriptor,
  DealCustomFieldServiceDefinition,
  deals as dealDescriptor,
  DealServiceDefinition,
} from '@porchlight/contracts';
import { duplicateName, MAX_CUSTOM_FIELDS } from '@porchlight/custom-fields';
import type { Handlers } from '@porchlight/rpc';
import {
  createResourceHandlers,
  isUniqueConflict,
  systemCall,
  type ResourceStore,
  type StoreCall,
} from '@porchlight/store';
import type { Pipelines } from '../pipelines';
import type { Service } from '../service';
import {
  createDealCustomFieldStrategy,
  CUSTOM_FIELD_INDEXES,
  customFieldColumns,
  type DealCustomFieldDocument,
  type LoadFields,
} from './deal-custom-fields';
import { dealColumns, type DealDocument, DELETED } from './deal-document';
import { createPeopleFollower } from './follow-people';
import { createDealStrategy, DEAL_INDEXES } from './deals-strategy';
import type { DealPorts } from './deal-ports';
import { withStageTotals } from './list-deals';
import { createParties } from './resolve-parties';
import { withPartyCheck, withPipelineCheck } from './save-deal';

/** For reads that several callers share: no caller may cancel them for the others. */
const NEVER = new AbortController().signal;

/** Opens deals and their custom fields. */
export const openDeals = ({ store, numbers, clock, copies, copyWaits }: Service, pipelines: Pipelines) => {
  const ports = { ...copies, pipelines, numbers, clock, copyWaits };
  const customFields: ResourceStore<DealCustomField, DealCustomFieldDocument> = store.resource({
    descriptor: fieldDescriptor,
    columns: customFieldColumns,
    strategy: createDealCustomFieldStrategy(() => customFields),
    indexes: CUSTOM_FIELD_INDEXES,
    encodeRecord: (record: DealCustomField) => DealCustomField.encode(record).finish(),
  });
  const loadFields: LoadFields = (accountId) => customFields.find(systemCall(accountId, NEVER), {}, MAX_CUSTOM_FIELDS);
  const parties = createParties(ports);
  const deals: ResourceStore<Deal, DealDocument> = store.resource({
    descriptor: dealDescriptor,
    columns: dealColumns,
    strategy: createDealStrategy({ ...ports, parties, loadFields }),
    indexes: DEAL_INDEXES,
    // Consumers get ids. The contact details of 100 people would make the change too large for the bus.
    encodeRecord: (record: Deal) => Deal.encode({ ...record, people: [], users: [], customFields: {} }).finish(),
  });
  const documents = store.collection<DealDocument>('deals');
  const aggregate: DealPorts['aggregate'] = (stages) => documents.aggregate(stages);
  const hasDeals = async (call: StoreCall, pipelineId: number): Promise<boolean> =>
    (await deals.find(call, { pipelineId, deleted: false }, 1)).length > 0;
  return { ...ports, deals, parties, customFields, loadFields, aggregate, hasDeals };
};

/** The stores of deals and their ports. */
export type Deals = ReturnType<typeof openDeals>;

/** Serves deals and the custom fields of deals. */
export const registerDeals = ({ rpc, addHandler }: Pick<Service, 'rpc' | 'addHandler'>, ports: Deals): void => {
  addHandler('deals.copies', createPeopleFollower(ports));
  const deals: Handlers<typeof DealServiceDefinition> = createResourceHandlers(dealDescriptor, ports.deals);
  rpc.add(DealServiceDefinition, {
    ...deals,
    createDeal: withPipelineCheck(ports, deals.createDeal),
    listDeals: withStageTotals(ports, deals.listDeals),
    updateDeal: withPartyCheck(ports, deals.updateDeal),
    deleteDeal: softDelete(ports),
  });

  const fields: Handlers<typeof DealCustomFieldServiceDefinition> = createResourceHandlers(
    fieldDescriptor,
    ports.customFields,
  );
  rpc.add(DealCustomFieldServiceDefinition, {
    ...fields,
    createDealCustomField: async (request, call) => {
      try {
        return await fields.createDealCustomField(request, call);
      } catch (error) {
        throw isUniqueConflict(error) ? duplicateName() : error;
      }
    },
  });
};

/** Sets the status Deleted; the deal is not removed (decisions section 6). Idempotent. */
const softDelete =
  ({ deals }: Pick<Deals, 'deals'>) =>
  async ({ id, options }: { id: number; options: Record<string, string> }, call: StoreCall): Promise<object> => {
    await deals.update(call, id, { status: DELETED } as Deal, ['status'], options);
    return {};
  };
