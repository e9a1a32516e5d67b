import type { Request } from 'express';

/**
 * The media type of a request's body in lower case, without its parameters; empty where none was sent (RFC 9110 8.3).
 */
export const readMediaType = (req: Request): string =>
  (req.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
