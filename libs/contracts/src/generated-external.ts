export { RecordServiceDefinition } from './generated/porchlight/external/v1/record_service';
