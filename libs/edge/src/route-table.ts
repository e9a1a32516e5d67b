import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** Methods of routes. `ALL` serves the methods that have no route of their own. */
export type RouteMethod = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'ALL';

/** A route of the table: its path, such as /people/:id, and the handlers that run one after the other. */
interface Route {
  readonly path: string;
  /** Names of the parameters in the order of the path. */
  readonly names: readonly string[];
  readonly handlers: readonly RequestHandler[];
}

/** The routes of the API. A request is matched once by method and path, instead of by the routers of all resources. */
export interface RouteTable {
  /**
   * Adds a route. Paths ignore case and a slash at their end, like those of express. A fixed segment takes precedence
   * over a parameter. HEAD is served by the route of GET.
   */
  add(method: RouteMethod, path: string, ...handlers: readonly RequestHandler[]): void;
  /** All routes, for tests. */
  list(): readonly { readonly method: RouteMethod; readonly path: string }[];
  /** Runs the route of a request; calls `next` without one. */
  readonly handler: RequestHandler;
}

/** The routes below one prefix of paths. */
class Branch {
  readonly routes = new Map<string, Route>();
  readonly fixed = new Map<string, Branch>();
  parameter: Branch | undefined;

  /** The branch for a segment of a declared path. */
  grow(segment: string): Branch {
    if (segment.startsWith(':')) return (this.parameter ??= new Branch());
    const key = segment.toLowerCase();
    const branch = this.fixed.get(key) ?? new Branch();
    this.fixed.set(key, branch);
    return branch;
  }

  /** Finds the route of a path from its segment `at`; adds the values of parameters to `values`. */
  find(method: string, segments: readonly string[], at: number, values: string[]): Route | undefined {
    if (at === segments.length) {
      const ofMethod = this.routes.get(method) ?? (method === 'HEAD' ? this.routes.get('GET') : undefined);
      return ofMethod ?? this.routes.get('ALL');
    }
    const segment = segments[at]!;
    const match = this.fixed.get(segment.toLowerCase())?.find(method, segments, at + 1, values);
    if (match || !this.parameter || segment === '') return match;
    values.push(segment);
    const route = this.parameter.find(method, segments, at + 1, values);
    if (!route) values.pop();
    return route;
  }
}

/** The segments of a URL's path, without the query and a slash at the end. */
const readSegments = (url: string): string[] => {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  return (path.endsWith('/') ? path.slice(1, -1) : path.slice(1)).split('/');
};

/** Runs handlers one after the other. An error, also that of a promise, goes to `next`. */
const run = (handlers: readonly RequestHandler[], req: Request, res: Response, next: NextFunction): void => {
  let at = 0;
  const step = (error?: unknown): void => {
    const handler = handlers[at++];
    if (error !== undefined || !handler) return next(error);
    try {
      // express types the result as void; async handlers return a promise.
      const done: unknown = handler(req, res, step);
      if (done instanceof Promise) done.catch(next);
    } catch (thrown) {
      next(thrown);
    }
  };
  step();
};

/** Creates an empty table. */
export const createRouteTable = (): RouteTable => {
  const root = new Branch();
  const all: { method: RouteMethod; path: string }[] = [];
  return {
    add: (method, path, ...handlers) => {
      const segments = path.slice(1).split('/');
      const names = segments.filter((segment) => segment.startsWith(':')).map((segment) => segment.slice(1));
      const branch = segments.reduce((parent, segment) => parent.grow(segment), root);
      if (branch.routes.has(method)) throw new Error(`The route ${method} ${path} exists already.`);
      branch.routes.set(method, { path, names, handlers });
      all.push({ method, path });
    },
    list: () => all,
    handler: (req, res, next) => {
      const values: string[] = [];
      const route = root.find(req.method, readSegments(req.url), 0, values);
      if (!route) return next();
      const params: Record<string, string> = {};
      route.names.forEach((name, nth) => (params[name] = decodeURIComponent(values[nth]!)));
      req.params = params;
      req.route = route;
      run(route.handlers, req, res, next);
    },
  };
};
