export {
  RebuildCopiesRequest,
  RebuildCopiesResponse,
  RebuiltKind,
  CopyServiceDefinition,
} from './generated/porchlight/copies/v1/copy_service';
