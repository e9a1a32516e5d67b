export { createEdgeApp, type EdgeOptions, type Served } from './edge-app';
export { addResourceRoutes } from './resource-routes';
export type { ResourceRoutesOptions } from './route-options';
export { createRouteTable, type RouteTable } from './route-table';
export type { ReferenceChecks } from './check-references';
export { readForwardHeaders, type Forward, type ForwardAction, type Forwarded } from './forward';
export { requireSystem, permit, refuseMethod } from './permit';
export { addActionRoutes } from './action-routes';
export { identifyUser, identifySystem, readCaller, systemAhead } from './identify';
export type { Admit, Credentials } from './identify';
export { readBody, readMediaType, setParsedBody, tooLarge, withinBudget, type BodyReading } from './read-body';
export { createFairBudget, type FairBudget } from './fair-budget';
export { createListGate, type ListGate } from './list-gate';
export { codingFor } from './content-coding';
export { sendHead, sendJson, sendJsonParts } from './send-response';
export {
  addHeaders,
  getActor,
  readPathname,
  getState,
  readQuery,
  type Delivery,
  type ResponseHeaders,
  type VerifiedSystem,
} from './request-state';
export { MAX_HEADER_BYTES, refuseConnections } from './refuse-connections';
export { preferredHandling, type IgnoredFields } from './handling';
export { createFileRoute, type PutObject } from './create-from-file';
export { discardBody } from './discard-body';
export { createFileReceiver } from './receive-file';
