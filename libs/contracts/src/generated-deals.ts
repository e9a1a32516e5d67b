export {
  DealAttachment,
  CompleteDealAttachmentUploadRequest,
  CompleteDealAttachmentUploadResponse,
  OpenDealAttachmentFileRequest,
  OpenDealAttachmentFileResponse,
  DealAttachmentServiceDefinition,
} from './generated/porchlight/deals/v1/deal_attachment_service';
export {
  DealCustomField,
  DealCustomFieldServiceDefinition,
} from './generated/porchlight/deals/v1/deal_custom_field_service';
export {
  ReportClosingDealsRequest,
  ReportClosingDealsResponse,
  DealSum,
  MonthDeals,
  StageDeals,
  DealReportServiceDefinition,
} from './generated/porchlight/deals/v1/deal_report_service';
export {
  DealPerson,
  DealUser,
  Deal,
  ListDealsRequest,
  ListDealsResponse,
  DealServiceDefinition,
} from './generated/porchlight/deals/v1/deal_service';
export { PipelineStage, Pipeline, PipelineServiceDefinition } from './generated/porchlight/deals/v1/pipeline_service';
