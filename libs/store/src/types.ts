/**
 * The interface between libs/store and the services.
 *
 * A resource = descriptor (data, libs/contracts) + strategy (rules, the service) + store (mechanism, here).
 * The mechanism owns: ids, tenancy, visibility, masks, optimistic concurrency, list queries and `next` tokens,
 * stored counters, and the embedded outbox. README.md explains how each survives kill -9.
 */
export type * from './contract/document';
export type * from './contract/document-collection';
export type * from './contract/resource-store';
export type * from './contract/store';
export type * from './contract/store-call';
export type * from './contract/strategy';
