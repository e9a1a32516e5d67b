import {
  Metadata,
  type MethodDefinition as GrpcMethod,
  type ServerUnaryCall,
  type ServiceDefinition as GrpcService,
  type UntypedServiceImplementation,
  type sendUnaryData,
} from '@grpc/grpc-js';
import { REASONS, type Refusal } from '@porchlight/errors';
import { startStopwatch, systemClock } from '@porchlight/runtime';
import type { CallRunner } from './call-runner';
import { MAX_TIMEOUT_MS } from '../rpc-limits';
import { encodeRefusal } from '../refusal-wire';
import type { ServedMethod } from './served-method';
import { type ReplySink, ServerCall } from './server-call';

/** Metadata of a unary call; the channel has the same in its frames. */
export const METADATA = {
  token: 'x-porchlight-token',
  suppressOwn: 'x-porchlight-suppress-own',
  idempotencyKey: 'x-porchlight-idempotency-key',
  fingerprint: 'x-porchlight-fingerprint',
  requestId: 'x-request-id',
  traceparent: 'traceparent',
  /** Trailing metadata: bytes of porchlight.rpc.v1.Refusal. */
  refusal: 'porchlight-refusal-bin',
  /** Trailing metadata of a replayed response. */
  replayed: 'x-porchlight-replayed',
} as const;

const asIs = (bytes: Buffer): Buffer => bytes;

/** Serves the methods as unary RPCs. Payloads stay bytes here: the runner decodes them, as for the channel. */
export function unaryService(
  methods: readonly ServedMethod[],
  runner: CallRunner,
): { service: GrpcService; implementation: UntypedServiceImplementation } {
  const service: Record<string, GrpcMethod<Buffer, Buffer>> = {};
  const implementation: UntypedServiceImplementation = {};
  for (const method of methods) {
    service[method.operation] = {
      path: method.path,
      requestStream: false,
      responseStream: false,
      requestSerialize: asIs,
      requestDeserialize: asIs,
      responseSerialize: asIs,
      responseDeserialize: asIs,
    };
    implementation[method.operation] = (call: ServerUnaryCall<Buffer, Buffer>, reply: sendUnaryData<Buffer>) => {
      receive(method, runner, call, reply);
    };
  }
  return { service, implementation };
}

function receive(
  method: ServedMethod,
  runner: CallRunner,
  grpcCall: ServerUnaryCall<Buffer, Buffer>,
  reply: sendUnaryData<Buffer>,
): void {
  const head = {
    correlation: 0,
    timeoutMs: toTimeoutMs(grpcCall.getDeadline()),
    traceparent: text(grpcCall.metadata, METADATA.traceparent),
    requestId: text(grpcCall.metadata, METADATA.requestId),
    suppressOwn: text(grpcCall.metadata, METADATA.suppressOwn) === 'true',
    idempotencyKey: text(grpcCall.metadata, METADATA.idempotencyKey),
    fingerprint: text(grpcCall.metadata, METADATA.fingerprint),
  };
  const call = new ServerCall(
    method,
    createReplySink(reply),
    head,
    runner.computeDeadline(head.timeoutMs),
    startStopwatch(),
  );
  grpcCall.on('cancelled', () => runner.cancel(call));
  runner.start(call, grpcCall.request, text(grpcCall.metadata, METADATA.token));
}

const createReplySink = (reply: sendUnaryData<Buffer>): ReplySink => ({
  answer: (call, payload) =>
    reply(
      null,
      Buffer.from(payload.buffer, payload.byteOffset, payload.length),
      call.replayed ? replayedTrailer() : undefined,
    ),
  refuse: (_call, refusal) =>
    reply({ code: REASONS[refusal.reason].grpc, details: refusal.message, metadata: trailer(refusal) }),
});

function replayedTrailer(): Metadata {
  const metadata = new Metadata();
  metadata.set(METADATA.replayed, 'true');
  return metadata;
}

function trailer(refusal: Refusal): Metadata {
  const metadata = new Metadata();
  metadata.set(METADATA.refusal, Buffer.from(encodeRefusal(refusal)));
  return metadata;
}

/** Milliseconds until the deadline of grpc-js; 0 for none. grpc-js uses the system clock. */
function toTimeoutMs(deadline: Date | number): number {
  const at = Number(deadline);
  return Number.isFinite(at) ? Math.min(Math.max(1, Math.ceil(at - systemClock.now())), MAX_TIMEOUT_MS) : 0;
}

function text(metadata: Metadata, key: string): string {
  const value = metadata.get(key)[0];
  return typeof value === 'string' ? value : '';
}
