import type { Caller } from '@porchlight/access';
import type { Span } from '@porchlight/runtime';
import type { Request } from 'express';
import type { Delivery } from './deliver';
import type { VerifiedSystem } from './identify';

/** What the edge knows of the request that it serves. */
export interface EdgeState {
  readonly requestId: string;
  /** ms since the epoch at arrival. */
  readonly started: number;
  /** Set once the credentials are verified. */
  actor?: Caller;
  /** Set once the system's key was verified; `verified` is undefined where name and key do not match. */
  system?: { readonly verified: VerifiedSystem | undefined };
  /** `<service>.<resource>.<verb>`, for logs and metrics; empty until a route took the request. */
  operation: string;
  /** The step of a trace that it is; where nothing is traced, none. */
  readonly span: Span | undefined;
  /** How large responses are delivered; absent: without a bound. */
  readonly delivery: Delivery | undefined;
  /** The body is a lead's: it may have an old charset or another content type (decisions section 11). */
  readsLead?: boolean;
  /** How the body came; set once it is read. */
  bodyFormat?: 'json' | 'form';
  /** The charset of the body was guessed. */
  charsetGuessed?: boolean;
  /** Fields that were ignored or changed in reading the request. */
  ignored?: readonly string[];
  /** Outcome for the request line: ok or the reason. */
  outcome: string;
}

/** A request that passed the first middleware. */
export type EdgeRequest = Request & { edge: EdgeState };

/** The state of a request; it is there from the first middleware on. */
export const getState = (req: Request): EdgeState => (req as EdgeRequest).edge;

/** The actor of a request behind the credentials middleware. */
export const getActor = (req: Request): Caller => {
  const { actor } = getState(req);
  if (!actor) throw new Error('The route is not behind the credentials middleware.');
  return actor;
};

/** Query parameters in order; never logged. */
export const readQuery = (req: Request): URLSearchParams => {
  const at = req.originalUrl.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : req.originalUrl.slice(at + 1));
};

/** The path without its query. */
export const readPathname = (req: Request): string => {
  const at = req.originalUrl.indexOf('?');
  return at < 0 ? req.originalUrl : req.originalUrl.slice(0, at);
};
