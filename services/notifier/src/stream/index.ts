export { stream } from './feature';
export { createStreamLog, type StreamLog } from './stream-log';
export { streamAccountSchema, streamChunkSchema } from './stream-documents';
