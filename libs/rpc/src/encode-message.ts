import { BinaryWriter } from '@bufbuild/protobuf/wire';
import type { MessageType } from './definition';

/** A writer with a larger buffer is dropped, so that one large message does not occupy memory forever. */
const KEEP_BYTES = 256 * 1024;

let shared: BinaryWriter | undefined;

/**
 * Encodes a message. All messages of the process share one writer, because growing its buffer is the largest cost.
 * Encoding is synchronous, so the writer is never used concurrently; the result is a copy.
 */
export function encodeMessage(type: MessageType, message: unknown): Uint8Array {
  const writer = shared ?? new BinaryWriter();
  // Unset while in use: if encoding throws, the writer is discarded with its partial data.
  shared = undefined;
  const bytes = type.encode(message, writer).finish();
  if (bytes.length <= KEEP_BYTES) shared = writer;
  return bytes;
}
