import { type Client, type ClientUnaryCall, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { type Reason, Refusal } from '@porchlight/errors';
import { systemClock } from '@porchlight/runtime';
import type { CallFrame } from '../stream/call-frame';
import type { ReplyFrame } from '../stream/reply-frame';
import { HEALTH_METHODS } from '../server/health-service';
import { encodeRefusal } from '../refusal-wire';
import { METADATA } from '../server/unary-call';

const EMPTY = Buffer.alloc(0);
const asIs = (bytes: Buffer): Buffer => bytes;

/** Longest wait for the response to a heartbeat, ms; a later one counts as missing. */
const BEAT_TIMEOUT_MS = 4_000;

/** Reasons for statuses of a peer that sends no Refusal; others become INTERNAL. */
const REASON_BY_STATUS: Readonly<Partial<Record<status, Reason>>> = {
  [status.NOT_FOUND]: 'NOT_FOUND',
  [status.ALREADY_EXISTS]: 'CONFLICT',
  [status.ABORTED]: 'CONFLICT',
  [status.FAILED_PRECONDITION]: 'PRECONDITION_FAILED',
  [status.UNAUTHENTICATED]: 'UNAUTHENTICATED',
  [status.DEADLINE_EXCEEDED]: 'DEADLINE',
  [status.UNAVAILABLE]: 'UNAVAILABLE',
  // The connection was given up; a caller that cancels does not wait for this.
  [status.CANCELLED]: 'UNAVAILABLE',
};

/** Sends the calls of a connection as unary RPCs, to a peer that does not serve the stream. */
export class UnaryOutbox {
  readonly #calls = new Map<number, ClientUnaryCall>();

  constructor(
    private readonly client: Client,
    private readonly receive: (frame: ReplyFrame) => void,
  ) {}

  /** Sends a call, or cancels the call that a cancel frame names. */
  push(frame: CallFrame): void {
    const { correlation } = frame;
    if (frame.cancel) {
      this.#calls.get(correlation)?.cancel();
      return;
    }
    let replayed = false;
    const call = this.client.makeUnaryRequest(
      frame.path,
      asIs,
      asIs,
      Buffer.from(frame.payload.buffer, frame.payload.byteOffset, frame.payload.length),
      createMetadata(frame),
      { deadline: systemClock.now() + frame.timeoutMs },
      (error, payload = EMPTY) => {
        this.#calls.delete(correlation);
        this.receive({ correlation, payload, refusal: error ? readRefusal(error) : undefined, replayed });
      },
    );
    // grpc-js emits the status, with its trailers, before it calls back.
    call.on('status', ({ metadata }) => (replayed = metadata.get(METADATA.replayed)[0] === 'true'));
    this.#calls.set(correlation, call);
  }

  /** Sends a heartbeat. Any response of the peer counts, also UNIMPLEMENTED. */
  beat(onReply: () => void): void {
    const { path, requestSerialize, responseDeserialize } = HEALTH_METHODS.check;
    const deadline = systemClock.now() + BEAT_TIMEOUT_MS;
    this.client.makeUnaryRequest(
      path,
      requestSerialize,
      responseDeserialize,
      { service: '' },
      { deadline },
      (error) => {
        if (error?.code !== status.DEADLINE_EXCEEDED && error?.code !== status.UNAVAILABLE) onReply();
      },
    );
  }

  flush(): void {
    // Every call was sent at once.
  }

  /** Cancels the calls without a response. */
  close(): void {
    for (const call of this.#calls.values()) call.cancel();
    this.#calls.clear();
  }
}

function createMetadata(frame: CallFrame): Metadata {
  const metadata = new Metadata();
  const set = (key: string, value: string): void => {
    if (value !== '') metadata.set(key, value);
  };
  set(METADATA.token, frame.token);
  set(METADATA.requestId, frame.requestId);
  set(METADATA.traceparent, frame.traceparent);
  set(METADATA.suppressOwn, frame.suppressOwn ? 'true' : '');
  set(METADATA.idempotencyKey, frame.idempotencyKey);
  set(METADATA.fingerprint, frame.fingerprint);
  return metadata;
}

/** The refusal in the trailer, or one that corresponds to the status. */
function readRefusal({ code, metadata, details }: ServiceError): Uint8Array {
  const [bytes] = metadata.get(METADATA.refusal);
  if (Buffer.isBuffer(bytes)) return bytes;
  if (code === status.INVALID_ARGUMENT) return encodeRefusal(new Refusal('INVALID_BODY', { problems: details }));
  return encodeRefusal(new Refusal(REASON_BY_STATUS[code] ?? 'INTERNAL'));
}
