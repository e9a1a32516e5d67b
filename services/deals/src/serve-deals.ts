import { mayPerform } from '@porchlight/access';
import {
  dealCustomFields as fieldDescriptor,
  DealCustomFieldServiceDefinition,
  deals as dealDescriptor,
  DealServiceDefinition,
  pipelines as pipelineDescriptor,
  PipelineServiceDefinition,
  type Deal,
  type DealCustomField,
  type Pipeline,
} from '@porchlight/contracts';
import { duplicateName } from '@porchlight/custom-fields';
import { refuse } from '@porchlight/errors';
import type { Handlers, RpcServer } from '@porchlight/rpc';
import { handlersOf, isUniqueConflict, type ResourceStore, type StoreCall } from '@porchlight/store';
import type { DealCustomFieldDocument } from './deals/deal-custom-fields';
import type { DealRecords } from './deals/deal-record';
import type { PipelineDocument } from './pipelines/pipelines-strategy';
import { DELETED, type DealDocument } from './deals/deal-document';
import { deletePipeline, type DeletePipelinePorts } from './pipelines/delete-pipeline';
import { listingDeals, type ListDealsPorts } from './deals/list-deals';
import { placingPipeline } from './pipelines/reorder-pipelines';
import { creatingDeal, updatingDeal, type SaveDealPorts } from './deals/save-deal';

export interface ServePorts extends SaveDealPorts, ListDealsPorts, DeletePipelinePorts {
  readonly clock: SaveDealPorts['clock'] & DeletePipelinePorts['clock'];
  readonly records: DealRecords;
  readonly customFields: ResourceStore<DealCustomField, DealCustomFieldDocument>;
}

/** Serves pipelines, deals and the custom fields of deals. */
export const serveDeals = (rpc: RpcServer, ports: ServePorts): void => {
  const pipelines = handlersOf<Pipeline, PipelineDocument, Handlers<typeof PipelineServiceDefinition>>(
    pipelineDescriptor,
    ports.pipelines,
  );
  rpc.add(PipelineServiceDefinition, {
    ...pipelines,
    createPipeline: placingPipeline(
      ports,
      'create',
      pipelines.createPipeline as never,
    ) as typeof pipelines.createPipeline,
    updatePipeline: placingPipeline(
      ports,
      'update',
      pipelines.updatePipeline as never,
    ) as typeof pipelines.updatePipeline,
    deletePipeline: deletePipeline(ports),
  });

  const deals = handlersOf<Deal, DealDocument>(dealDescriptor, ports.deals);
  rpc.add(DealServiceDefinition, {
    createDeal: creatingDeal(ports, deals['createDeal'] as never),
    getDeal: (request, call) => {
      ports.records.want(call, (request.options['customFields'] ?? '').split(','));
      return deals['getDeal']!(request, call);
    },
    listDeals: listingDeals(ports, deals['listDeals'] as never),
    updateDeal: updatingDeal(ports, deals['updateDeal'] as never),
    deleteDeal: withSoftDelete(ports),
  } as Handlers<typeof DealServiceDefinition>);

  const fields = handlersOf<
    DealCustomField,
    DealCustomFieldDocument,
    Handlers<typeof DealCustomFieldServiceDefinition>
  >(fieldDescriptor, ports.customFields);
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

/** A deal stays, with status Deleted (decisions section 6); deleting it again changes nothing. */
const withSoftDelete =
  ({ deals }: Pick<ServePorts, 'deals'>) =>
  async ({ id, options }: { id: number; options: Record<string, string> }, call: StoreCall): Promise<object> => {
    const { role } = call.actor;
    if (!mayPerform(role, dealDescriptor.roles.delete ?? [])) throw refuse('FORBIDDEN', { role });
    await deals.update(call, id, { status: DELETED } as Deal, ['status'], options);
    return {};
  };
