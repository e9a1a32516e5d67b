import { Router, type RequestHandler } from 'express';

/**
 * The routes of the API by the first segment of their path. A request is compared with the routes of its segment only,
 * instead of with those of all resources one after the other.
 */
export interface RouteTable {
  /** The router for a path such as /people/:id. Routes of one segment are tried in the order of their registration. */
  at(path: string): Router;
  /** Passes a request to the routes of its segment; calls `next` without one. */
  readonly handler: RequestHandler;
}

/** Case-insensitive, like the routes of express. */
const readSegment = (path: string): string => {
  const end = path.indexOf('/', 1);
  return path.slice(1, end === -1 ? undefined : end).toLowerCase();
};

/** Creates an empty table. */
export const createRouteTable = (): RouteTable => {
  const routers = new Map<string, Router>();
  return {
    at: (path) => {
      const segment = readSegment(path);
      const router = routers.get(segment) ?? Router();
      routers.set(segment, router);
      return router;
    },
    handler: (req, res, next) => {
      const router = routers.get(readSegment(req.path));
      if (router) router(req, res, next);
      else next();
    },
  };
};
