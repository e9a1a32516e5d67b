import type { Caller } from '@porchlight/access';
import type { Span } from '@porchlight/runtime';
import type { Request } from 'express';
import type { FairBudget } from './fair-budget';

/** How responses are delivered to clients that read slowly. */
export interface Delivery {
  /** Limits the bytes of responses that clients have not read yet. */
  readonly budget: FairBudget;
  /** Grace time to read a response, ms, in addition to the time for its size. */
  readonly slowReaderMs: number;
}

/** A registered system whose key was verified. */
export interface VerifiedSystem {
  /** The name as registered. */
  readonly name: string;
  /** The account that registered it; absent for systems of an operator. */
  readonly accountId?: number | undefined;
  /** Id within that account. */
  readonly id?: number | undefined;
  /** The owner disabled it: its requests are refused. */
  readonly disabled?: true;
}

/** Headers of a response by name. */
export type ResponseHeaders = Readonly<Record<string, string | number>>;

/** State of a request in the edge. */
export interface EdgeState {
  readonly requestId: string;
  /** ms since the epoch at arrival. */
  readonly started: number;
  /** Headers of the response; sendHead sends them. */
  headers: ResponseHeaders;
  /** Set once the credentials are verified. */
  actor?: Caller;
  /** Set once the system's key was verified; `verified` is undefined where name and key do not match. */
  system?: { readonly verified: VerifiedSystem | undefined };
  /** `<service>.<resource>.<verb>`, for logs and metrics; empty until a route matches. */
  operation: string;
  /** The span of the request; undefined if it is not traced. */
  readonly span: Span | undefined;
  /** Limits for the delivery of large responses; absent: unlimited. */
  readonly delivery: Delivery | undefined;
  /** The body is a lead: it may have an old charset or another content type (decisions section 11). */
  readsLead?: boolean;
  /** Size of the body, bytes; set after reading. */
  bodyBytes?: number;
  /** Format of the body; set after reading. */
  bodyFormat?: 'json' | 'form';
  /** Names of files in a multipart form; files of leads are ignored. */
  ignoredFiles?: readonly string[];
  /** The charset of the body was guessed. */
  charsetGuessed?: boolean;
  /** Fields that were ignored or changed in reading the request. */
  ignored?: readonly string[];
  /** Outcome for the request line: ok or the reason. */
  outcome: string;
  /** Message of the error that was sent. */
  error?: string;
}

/** A request that passed the first middleware. */
export type EdgeRequest = Request & { edge: EdgeState };

/** Returns the state of a request; the first middleware sets it. */
export const getState = (req: Request): EdgeState => (req as EdgeRequest).edge;

/** Adds headers to the response of a request, before it is sent. */
export const addHeaders = (req: Request, headers: ResponseHeaders): void => {
  const state = getState(req);
  state.headers = { ...state.headers, ...headers };
};

/** Returns the actor of an authenticated request. Throws if the route is not behind the credentials middleware. */
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
