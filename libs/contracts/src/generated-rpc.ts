export {
  OpenRequest,
  OpenResponse,
  Call,
  Reply,
  Refusal,
  ChannelServiceDefinition,
} from './generated/porchlight/rpc/v1/channel_service';
export {
  JourneyStep,
  ReadLeadStepsRequest,
  ReadLeadStepsResponse,
  LeadJourneyServiceDefinition,
} from './generated/porchlight/rpc/v1/lead_journey_service';
export {
  NamedRecord,
  FindReferencesRequest,
  FindReferencesResponse,
  ReplaceReferencesRequest,
  ReplaceReferencesResponse,
  DeleteReferencesRequest,
  DeleteReferencesResponse,
  ReferenceServiceDefinition,
} from './generated/porchlight/rpc/v1/reference_service';
