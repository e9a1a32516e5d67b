import type { MethodDefinition } from '@grpc/grpc-js';
import { ChannelServiceDefinition } from '@porchlight/contracts/src/generated/porchlight/rpc/v1/channel_service';
import { formatMethodPath } from '../definition';
import { type CallFrame, decodeCalls, encodeCalls } from './call-frame';
import { type ReplyFrame, decodeReplies, encodeReplies } from './reply-frame';

/** ChannelService/Open with the hand-written codec of its frames. */
export const CHANNEL_METHOD: MethodDefinition<readonly CallFrame[], readonly ReplyFrame[]> = {
  path: formatMethodPath(ChannelServiceDefinition, ChannelServiceDefinition.methods.open),
  requestStream: true,
  responseStream: true,
  requestSerialize: encodeCalls,
  requestDeserialize: decodeCalls,
  responseSerialize: encodeReplies,
  responseDeserialize: decodeReplies,
};
