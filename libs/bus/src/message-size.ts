import { refuse } from '@porchlight/errors';
import type { BusMessage } from './bus';

/** Maximum bytes of one message with key, headers and framing. Kafka's own default for a record batch is 1,048,588. */
export const MAX_MESSAGE_BYTES = 1_000_000;

/** Framing of a record plus the fixed part of the bus's own headers; an upper bound. */
const OVERHEAD_BYTES = 160;

/** Size of a message in the wire format, bytes; an upper bound. */
export const messageSize = (message: BusMessage): number => {
  let size = OVERHEAD_BYTES + message.value.byteLength;
  size += Buffer.byteLength(message.key) + Buffer.byteLength(message.id) + Buffer.byteLength(message.type);
  for (const [name, value] of Object.entries(message.headers ?? {})) {
    size += 10 + Buffer.byteLength(name) + Buffer.byteLength(value);
  }
  return size;
};

/**
 * Sizes of messages that can be sent. Throws BODY_TOO_LARGE for one over MAX_MESSAGE_BYTES and a TypeError for a header
 * with a reserved name: that is a defect of the calling code.
 */
export const checkMessages = (messages: readonly BusMessage[]): number[] =>
  messages.map((message) => {
    for (const name of Object.keys(message.headers ?? {})) {
      if (name.startsWith('ce_')) throw new TypeError(`Header '${name}' is reserved for the bus.`);
    }
    const size = messageSize(message);
    if (size > MAX_MESSAGE_BYTES) {
      throw refuse('BODY_TOO_LARGE', { limit: `${MAX_MESSAGE_BYTES} bytes`, id: message.id, size });
    }
    return size;
  });
