/** Largest request or response message, bytes. */
export const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;

/** Room for the fields around a message of the largest size. */
export const MAX_STREAM_MESSAGE_BYTES = MAX_MESSAGE_BYTES + 64 * 1024;

/** A stream message is closed when it holds this much, so that one batch never nears the limit by adding up. */
export const MAX_BATCH_BYTES = 256 * 1024;

/** How long a caller waits when it does not say, ms. */
export const DEFAULT_TIMEOUT_MS = 5_000;

/** Longest wait that a server grants, ms. */
export const MAX_TIMEOUT_MS = 120_000;

/** Shown in sentences. */
export const MAX_MESSAGE_TEXT = '8 MiB';

/** HTTP/2 window of a stream and a connection, bytes: wide enough that one large reply does not stall the others. */
export const FLOW_CONTROL_WINDOW = 4 * 1024 * 1024;

/** Unread bytes of frames after which reading from the peer pauses. */
export const MAX_WAITING_BYTES = 32 * 1024 * 1024;
