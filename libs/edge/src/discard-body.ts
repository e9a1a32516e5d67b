import { LIMITS } from '@porchlight/limits';
import type { Request, Response } from 'express';

const MAX_BYTES = LIMITS.largeAttachmentBytes.value;
/** Longest time to read the rest of a body, ms. */
const MAX_MS = 30_000;

/**
 * Reads the rest of the body of a refused request and discards it. A server that closes the connection while a client
 * still sends loses its response: the client reports a broken connection instead of the sentence. A body of more than
 * the largest attachment, or of more than 30 s, ends the connection.
 */
export const discardBody = (req: Request, res: Response): void => {
  if (Number(req.headers['content-length'] ?? 0) > MAX_BYTES) {
    res.shouldKeepAlive = false;
    req.pause();
    return;
  }
  let bytes = 0;
  const end = (): void => void req.socket.destroy();
  const timer = setTimeout(end, MAX_MS).unref();
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) end();
  });
  for (const event of ['end', 'close', 'error'] as const) req.once(event, () => clearTimeout(timer));
  req.resume();
};
