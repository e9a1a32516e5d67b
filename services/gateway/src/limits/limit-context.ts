import { readPathname } from '@porchlight/edge';
import { getRateLimitContext } from '@porchlight/limits';
import type { Request } from 'express';

/** The context that counts a request (decisions section 3): exactly one. The path begins with /v1. */
export const getLimitContext = (req: Request): string =>
  getRateLimitContext(req.method, readPathname(req).toLowerCase().slice('/v1'.length));
