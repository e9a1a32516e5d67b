import type { Request } from 'express';

/**
 * Reads the media type of the body in lower case, without parameters; empty if the header is missing (RFC 9110 8.3).
 */
export const readMediaType = (req: Request): string =>
  (req.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
