export {
  OpenRequest,
  OpenResponse,
  Call,
  Reply,
  Refusal,
  ChannelServiceDefinition,
} from './generated/porchlight/rpc/v1/channel_service';
