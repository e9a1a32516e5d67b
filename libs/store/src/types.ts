/**
 * What libs/store promises to the services, and what it needs of them.
 *
 * A resource = descriptor (data, libs/contracts) + strategy (rules, the service) + store (mechanism, here).
 * The mechanism owns: ids, tenancy, visibility, masks, optimistic concurrency, list queries and `next` tokens,
 * kept counts, and the embedded outbox. See README.md for how each survives kill -9.
 */
export type * from './contract/document';
export type * from './contract/document-collection';
export type * from './contract/resource-store';
export type * from './contract/store';
export type * from './contract/store-call';
export type * from './contract/strategy';
