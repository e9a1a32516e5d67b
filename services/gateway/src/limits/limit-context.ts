import { readPathname } from '@porchlight/edge';
import type { Request } from 'express';

/** The context that counts a request (decisions section 3): exactly one. */
export const getLimitContext = (req: Request): string => {
  const { method } = req;
  const path = readPathname(req).toLowerCase();
  // The path begins with /v1/.
  const end = path.indexOf('/', 4);
  switch (path.slice(4, end < 0 ? undefined : end)) {
    case 'notes':
      return 'notes';
    case 'events':
      if (method === 'GET' || method === 'HEAD') return 'events';
      return method === 'POST' && (end < 0 || end === path.length - 1) ? 'POST.events' : 'global';
    case 'people':
      return method === 'PUT' ? 'PUT.people' : 'global';
    default:
      return 'global';
  }
};
