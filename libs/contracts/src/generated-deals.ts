export {
  DealCustomField,
  DealCustomFieldServiceDefinition,
} from './generated/porchlight/deals/v1/deal_custom_field_service';
export {
  DealPerson,
  DealUser,
  Deal,
  ListDealsRequest,
  ListDealsResponse,
  DealServiceDefinition,
} from './generated/porchlight/deals/v1/deal_service';
export {
  RebuildDealCopiesRequest,
  RebuildDealCopiesResponse,
  DealsMaintenanceServiceDefinition,
} from './generated/porchlight/deals/v1/deals_maintenance_service';
export { PipelineStage, Pipeline, PipelineServiceDefinition } from './generated/porchlight/deals/v1/pipeline_service';
