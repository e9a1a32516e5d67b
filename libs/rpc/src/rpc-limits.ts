/** Largest request or response message, bytes. */
export const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;

/** Overhead of the fields around a message of the maximum size. */
export const MAX_STREAM_MESSAGE_BYTES = MAX_MESSAGE_BYTES + 64 * 1024;

/** A stream message is closed at this size, so that a batch never exceeds the limit. */
export const MAX_BATCH_BYTES = 256 * 1024;

/** Default timeout of a call, ms. */
export const DEFAULT_TIMEOUT_MS = 5_000;

/** Maximum timeout of a call, ms. */
export const MAX_TIMEOUT_MS = 120_000;

/** The maximum message size as text, for error messages. */
export const MAX_MESSAGE_TEXT = '8 MiB';

/** HTTP/2 window of a stream and a connection, bytes: large enough that one large reply does not block the others. */
export const FLOW_CONTROL_WINDOW = 4 * 1024 * 1024;

/** Unread bytes of frames after which reading from the peer pauses. */
export const MAX_WAITING_BYTES = 32 * 1024 * 1024;
