import type { FairQueue } from '@porchlight/runtime';
import type { RequestHandler } from 'express';
import type { FairBudget } from './fair-budget';
import type { Descriptor } from '@porchlight/resource';
import type { Forward, ForwardAction } from './forward';
import type { ReferenceChecks } from './check-references';
import type { IgnoredFields } from './handling';
import type { ListGate } from './list-gate';
import type { CustomNames } from './read-record';

/** How a resource takes files in multipart forms. */
export interface UploadRoute {
  /** Receives the form in place of the body. */
  readonly receive: RequestHandler;
  /** Creates the record of a received file; passes other requests on. */
  readonly create: RequestHandler;
}

/** Options of the routes: the calls to services, and the middleware before every route. */
export interface ResourceRoutesOptions {
  readonly forward: Forward;
  readonly forwardAction: ForwardAction;
  /** Absent: references between services are not checked. */
  readonly references?: ReferenceChecks;
  /** Called only if a body is rejected for other reasons or read leniently. */
  readonly customNames: CustomNames;
  /** Counts ignored or changed fields; called at most once per request. */
  readonly countIgnored?: (fields: IgnoredFields) => void;
  /** Limits concurrent lists; absent: unlimited. */
  readonly listGate?: ListGate;
  /** Shares the gateway fairly among accounts; absent: requests are served in order of arrival. */
  readonly fairQueue?: FairQueue;
  /** Base URL before /v1, for nextLink. */
  readonly publicBaseUrl: string;
  /** Middleware of every route; authenticates the caller. */
  readonly user: RequestHandler;
  readonly body: RequestHandler;
  /** Limits the bytes of text bodies (CSV); `body` applies the budget to other bodies. */
  readonly bodyBudget?: FairBudget;
  /** For bodies with the larger limit (decisions section 1). */
  readonly largeBody: RequestHandler;
  readonly system: RequestHandler;
  /** Undefined for resources that take no files. */
  readonly uploads?: (descriptor: Descriptor) => UploadRoute | undefined;
}
