import { getFields, formatRpcMethod, type Descriptor, type Row } from '@porchlight/resource';
import type { RpcServer, ServiceDefinition } from '@porchlight/rpc';
import {
  createAccountLock,
  createResourceHandlers,
  type Document,
  type ResourceHandlers,
  type Store,
} from '@porchlight/store';

const needsLock = (descriptor: Descriptor): boolean =>
  descriptor.maxPerAccount !== undefined || Object.values(getFields(descriptor)).some(({ unique }) => unique);

/** Creates and updates of an account run one after another, so that names are unique and limits hold. */
const withLock = (descriptor: Descriptor, handlers: ResourceHandlers, store: Store): ResourceHandlers => {
  const lock = createAccountLock(descriptor.resource, (name, ttlMs) => store.lease(name, ttlMs));
  const locked: ResourceHandlers = {};
  for (const verb of ['create', 'update'] as const) {
    const method = formatRpcMethod(descriptor, verb);
    const handle = handlers[method];
    if (handle)
      locked[method] = (request, call) => lock.run(call.actor.accountId, call.signal, () => handle(request, call));
  }
  return { ...handlers, ...locked };
};

/** True if each method of the resource follows from its descriptor. */
const isPlain = (descriptor: Descriptor): boolean => {
  const methods = descriptor.verbs.map((verb) => formatRpcMethod(descriptor, verb));
  return Object.keys((descriptor.definition as ServiceDefinition).methods).every((method) => methods.includes(method));
};

/**
 * Opens and serves each of the resources that the service did not add itself. Call it before the store starts. Throws
 * if a method of such a resource does not follow from its descriptor: its feature has to add it.
 */
export const servePlainResources = (resources: readonly Descriptor[], store: Store, rpc: RpcServer): void => {
  for (const descriptor of resources) {
    const definition = descriptor.definition as ServiceDefinition;
    if (rpc.has(definition)) continue;
    if (!isPlain(descriptor))
      throw new Error(
        `${descriptor.resource} is not served: ${definition.name} has methods besides those of the verbs` +
          ' (docs/architecture.md, How to add: a resource).',
      );
    const records = store.resource<Row, Document>({ descriptor });
    const handlers = createResourceHandlers(descriptor, records);
    rpc.add(definition, needsLock(descriptor) ? withLock(descriptor, handlers, store) : handlers);
  }
};
