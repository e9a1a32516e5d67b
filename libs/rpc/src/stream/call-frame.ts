import { WireReader, delimitedLength, varintLength, writeBytes, writeText, writeVarint } from './wire';

/** porchlight.rpc.v1.Call with a hand-written codec; see channel_service.proto for the fields. */
export interface CallFrame {
  readonly correlation: number;
  readonly path: string;
  readonly payload: Uint8Array;
  readonly timeoutMs: number;
  readonly token: string;
  readonly traceparent: string;
  readonly requestId: string;
  readonly cancel: boolean;
  readonly suppressOwn: boolean;
  /** Empty without an idempotency key; then the fingerprint is empty too. */
  readonly idempotencyKey: string;
  readonly fingerprint: string;
}

const EMPTY = Buffer.alloc(0);

/** Correlation id of heartbeats and their replies; above the ids of calls. */
export const HEARTBEAT = 0x40000000;

const empty = (correlation: number, cancel: boolean): CallFrame => ({
  correlation,
  path: '',
  payload: EMPTY,
  timeoutMs: 0,
  token: '',
  traceparent: '',
  requestId: '',
  cancel,
  suppressOwn: false,
  idempotencyKey: '',
  fingerprint: '',
});

/** The frame that cancels a call. */
export const cancelFrame = (correlation: number): CallFrame => empty(correlation, true);

/** A heartbeat frame. */
export const HEARTBEAT_FRAME = empty(HEARTBEAT, false);

function measureFrame(frame: CallFrame): number {
  return (
    (frame.correlation === 0 ? 0 : 1 + varintLength(frame.correlation)) +
    delimitedLength(Buffer.byteLength(frame.path)) +
    delimitedLength(frame.payload.length) +
    (frame.timeoutMs === 0 ? 0 : 1 + varintLength(frame.timeoutMs)) +
    delimitedLength(Buffer.byteLength(frame.token)) +
    delimitedLength(Buffer.byteLength(frame.traceparent)) +
    delimitedLength(Buffer.byteLength(frame.requestId)) +
    (frame.cancel ? 2 : 0) +
    (frame.suppressOwn ? 2 : 0) +
    (frame.idempotencyKey === '' ? 0 : delimitedLength(Buffer.byteLength(frame.idempotencyKey))) +
    (frame.fingerprint === '' ? 0 : delimitedLength(Buffer.byteLength(frame.fingerprint)))
  );
}

/** Encodes an OpenRequest with the frames. */
export function encodeCalls(frames: readonly CallFrame[]): Buffer {
  const lengths = new Array<number>(frames.length);
  let total = 0;
  for (let i = 0; i < frames.length; i++) {
    const length = measureFrame(frames[i]!);
    lengths[i] = length;
    total += 1 + varintLength(length) + length;
  }
  const buffer = Buffer.allocUnsafe(total);
  let at = 0;
  for (let i = 0; i < frames.length; i++) {
    buffer[at++] = 10;
    at = writeCall(buffer, writeVarint(buffer, at, lengths[i]!), frames[i]!);
  }
  return buffer;
}

function writeCall(buffer: Buffer, position: number, frame: CallFrame): number {
  let at = position;
  if (frame.correlation !== 0) {
    buffer[at] = 8;
    at = writeVarint(buffer, at + 1, frame.correlation);
  }
  at = writeText(buffer, at, 18, frame.path, Buffer.byteLength(frame.path));
  at = writeBytes(buffer, at, 26, frame.payload);
  if (frame.timeoutMs !== 0) {
    buffer[at] = 32;
    at = writeVarint(buffer, at + 1, frame.timeoutMs);
  }
  at = writeText(buffer, at, 42, frame.token, Buffer.byteLength(frame.token));
  at = writeText(buffer, at, 50, frame.traceparent, Buffer.byteLength(frame.traceparent));
  at = writeText(buffer, at, 58, frame.requestId, Buffer.byteLength(frame.requestId));
  if (frame.cancel) {
    buffer[at] = 64;
    buffer[at + 1] = 1;
    at += 2;
  }
  if (frame.suppressOwn) {
    buffer[at] = 72;
    buffer[at + 1] = 1;
    at += 2;
  }
  if (frame.idempotencyKey !== '')
    at = writeText(buffer, at, 82, frame.idempotencyKey, Buffer.byteLength(frame.idempotencyKey));
  if (frame.fingerprint !== '') at = writeText(buffer, at, 90, frame.fingerprint, Buffer.byteLength(frame.fingerprint));
  return at;
}

/** Decodes the frames of an OpenRequest; payloads are views of the bytes. Throws RangeError for malformed bytes. */
export function decodeCalls(bytes: Buffer): CallFrame[] {
  const reader = new WireReader(bytes);
  const frames: CallFrame[] = [];
  while (reader.position < reader.end) {
    const tag = reader.varint();
    if (tag === 10) frames.push(readCall(reader, reader.delimitedEnd()));
    else reader.skip(tag);
  }
  return frames;
}

function readCall(reader: WireReader, end: number): CallFrame {
  let correlation = 0;
  let path = '';
  let payload: Buffer = EMPTY;
  let timeoutMs = 0;
  let token = '';
  let traceparent = '';
  let requestId = '';
  let cancel = false;
  let suppressOwn = false;
  let idempotencyKey = '';
  let fingerprint = '';
  while (reader.position < end) {
    const tag = reader.varint();
    switch (tag) {
      case 8:
        correlation = reader.varint();
        break;
      case 18:
        path = reader.text();
        break;
      case 26:
        payload = reader.bytes();
        break;
      case 32:
        timeoutMs = reader.varint();
        break;
      case 42:
        token = reader.text();
        break;
      case 50:
        traceparent = reader.text();
        break;
      case 58:
        requestId = reader.text();
        break;
      case 64:
        cancel = reader.varint() !== 0;
        break;
      case 72:
        suppressOwn = reader.varint() !== 0;
        break;
      case 82:
        idempotencyKey = reader.text();
        break;
      case 90:
        fingerprint = reader.text();
        break;
      default:
        reader.skip(tag);
    }
  }
  if (reader.position !== end) throw new RangeError('A frame of the channel is malformed');
  return {
    correlation,
    path,
    payload,
    timeoutMs,
    token,
    traceparent,
    requestId,
    cancel,
    suppressOwn,
    idempotencyKey,
    fingerprint,
  };
}
