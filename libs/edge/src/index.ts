export { createEdgeApp } from './edge-app';
export type { EdgeOptions, Served } from './edge-app';
export { resourceRoutes, forwardedOf, permit, demandSystem, refuseMethod } from './resource-routes';
export type { Forward, Forwarded, ResourceRoutesOptions } from './resource-routes';
export { identifyUser, identifySystem } from './identify';
export type { Credentials } from './identify';
export { readBody, formatOf } from './read-body';
export { sendJson, sendError } from './answer';
export { actorOf, stateOf, queryOf } from './state';
