import { BinaryWriter } from '@bufbuild/protobuf/wire';
import type { MessageType } from './definition';

/** A writer that has held more than this is dropped, so that one large message does not occupy memory for ever. */
const KEEP_BYTES = 256 * 1024;

let shared: BinaryWriter | undefined;

/**
 * Bytes of a message. One writer serves all messages of the process: its growing buffer is what a message costs most.
 * Encoding is synchronous, so nobody else can be writing; the result is a copy.
 */
export function encodeMessage(type: MessageType, message: unknown): Uint8Array {
  const writer = shared ?? new BinaryWriter();
  // Taken while in use: when encoding throws, what it left behind is dropped with the writer.
  shared = undefined;
  const bytes = type.encode(message, writer).finish();
  if (bytes.length <= KEEP_BYTES) shared = writer;
  return bytes;
}
