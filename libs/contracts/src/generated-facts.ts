export {
  ConfirmFactsRequest,
  FactClaim,
  ConfirmFactsResponse,
  FactServiceDefinition,
} from './generated/porchlight/facts/v1/fact_service';
