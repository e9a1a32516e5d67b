import type { Descriptor, Row } from '@porchlight/resource';
import type { Document, ResourceStore, StoreCall } from './types';

/** One RPC method of a resource. Requests and responses are the generated messages of its service. */
// The messages of each resource differ only in the record; the definition that the handlers are added to types them.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type ResourceHandler = (request: any, call: StoreCall) => Promise<any>;

/** By method key as in the generated definition: createPerson, getPerson, listPeople, updatePerson, deletePerson. */
export type ResourceHandlers = Record<string, ResourceHandler>;

/** The RPC handlers of a resource, from its descriptor. Throws FORBIDDEN for roles that the descriptor does not name. */
export const handlersOf = <R extends Row, D extends Document, H = ResourceHandlers>(
  _descriptor: Descriptor<R>,
  _store: ResourceStore<R, D>,
): H => {
  throw new Error('not yet');
};
