import { WireReader, delimitedLength, varintLength, writeBytes, writeVarint } from './wire';

/** porchlight.rpc.v1.Reply with a hand-written codec. */
export interface ReplyFrame {
  readonly correlation: number;
  readonly payload: Uint8Array;
  /** Bytes of porchlight.rpc.v1.Refusal if the call was rejected. */
  readonly refusal: Uint8Array | undefined;
  /** True if the response is a replay (idempotency key). */
  readonly replayed: boolean;
}

/** Correlation id of the frame by which a draining server asks for no further calls; calls begin at 1. */
export const DRAIN = 0;

const EMPTY = Buffer.alloc(0);

const refusalLength = (refusal: Uint8Array | undefined): number =>
  refusal === undefined ? 0 : 1 + varintLength(refusal.length) + refusal.length;

function measureFrame(frame: ReplyFrame): number {
  return (
    (frame.correlation === 0 ? 0 : 1 + varintLength(frame.correlation)) +
    delimitedLength(frame.payload.length) +
    refusalLength(frame.refusal) +
    (frame.replayed ? 2 : 0)
  );
}

/** Encodes an OpenResponse with the frames. */
export function encodeReplies(frames: readonly ReplyFrame[]): Buffer {
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
    at = writeReply(buffer, writeVarint(buffer, at, lengths[i]!), frames[i]!);
  }
  return buffer;
}

function writeReply(buffer: Buffer, position: number, frame: ReplyFrame): number {
  let at = position;
  if (frame.correlation !== 0) {
    buffer[at] = 8;
    at = writeVarint(buffer, at + 1, frame.correlation);
  }
  at = writeBytes(buffer, at, 18, frame.payload);
  if (frame.refusal !== undefined) {
    buffer[at] = 26;
    at = writeVarint(buffer, at + 1, frame.refusal.length);
    buffer.set(frame.refusal, at);
    at += frame.refusal.length;
  }
  if (frame.replayed) {
    buffer[at] = 32;
    buffer[at + 1] = 1;
    at += 2;
  }
  return at;
}

/** Decodes the frames of an OpenResponse; payloads are views of the bytes. Throws RangeError for malformed bytes. */
export function decodeReplies(bytes: Buffer): ReplyFrame[] {
  const reader = new WireReader(bytes);
  const frames: ReplyFrame[] = [];
  while (reader.position < reader.end) {
    const tag = reader.varint();
    if (tag === 10) frames.push(readReply(reader, reader.delimitedEnd()));
    else reader.skip(tag);
  }
  return frames;
}

function readReply(reader: WireReader, end: number): ReplyFrame {
  let correlation = 0;
  let payload: Buffer = EMPTY;
  let refusal: Buffer | undefined;
  let replayed = false;
  while (reader.position < end) {
    const tag = reader.varint();
    if (tag === 8) correlation = reader.varint();
    else if (tag === 18) payload = reader.bytes();
    else if (tag === 26) refusal = reader.bytes();
    else if (tag === 32) replayed = reader.varint() !== 0;
    else reader.skip(tag);
  }
  if (reader.position !== end) throw new RangeError('A frame of the channel is malformed');
  return { correlation, payload, refusal, replayed };
}
