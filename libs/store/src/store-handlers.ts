import { invalidBody } from '@porchlight/errors';
import { FIRST_PAGE, formatRpcMethod, type Descriptor, type Row, type Verb } from '@porchlight/resource';
import type { Document } from './contract/document';
import type { ResourceStore } from './contract/resource-store-contract';
import type { StoreCall } from './contract/store-call';

/** One RPC method of a resource. Requests and responses are the generated messages of its service. */
// The messages of each resource differ only in the record; the definition that the handlers are added to types them.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type ResourceHandler = (request: any, call: StoreCall) => Promise<any>;

/** By method key as in the generated definition: createPerson, getPerson, listPeople, updatePerson, deletePerson. */
export type ResourceHandlers = Record<string, ResourceHandler>;

const missing = (): Error => invalidBody('The body must be a JSON object.');

/**
 * The RPC handlers of a resource, from its descriptor.
 */
export const createResourceHandlers = <R extends Row, D extends Document, H = ResourceHandlers>(
  descriptor: Descriptor<R>,
  store: ResourceStore<R, D>,
): H => {
  const byVerb: Record<Verb, ResourceHandler> = {
    create: async ({ record, mask = [], options = {} }, call) => {
      if (!record) throw missing();
      const created = await store.create(call, record, mask, options);
      return { record: created.record, created: created.created };
    },
    get: async ({ id, options = {} }, call) => ({ record: await store.get(call, id, options) }),
    list: async ({ query = FIRST_PAGE }, call) => store.list(call, query),
    update: async ({ id, record, mask = [], options = {} }, call) => {
      if (!record) throw missing();
      return { record: (await store.update(call, id, record, mask, options)).record };
    },
    delete: async ({ id, options = {} }, call) => {
      await store.remove(call, id, options);
      return {};
    },
  };
  const handlers: ResourceHandlers = {};
  for (const verb of descriptor.verbs) {
    handlers[formatRpcMethod(descriptor, verb)] = byVerb[verb];
  }
  return handlers as H;
};
