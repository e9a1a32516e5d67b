import { formatRpcMethod, type Descriptor, type Row } from '@porchlight/resource';
import type { RpcServer, ServiceDefinition } from '@porchlight/rpc';
import { createResourceHandlers, type Document, type ResourceHandlers, type Store } from '@porchlight/store';
import { createFixedHandlers } from './fixed-records';

/** True if each method of the resource follows from its descriptor. */
const isPlain = (descriptor: Descriptor): boolean => {
  const methods = descriptor.verbs.map((verb) => formatRpcMethod(descriptor, verb));
  return Object.keys((descriptor.definition as ServiceDefinition).methods).every((method) => methods.includes(method));
};

const createHandlers = (descriptor: Descriptor, store: Store): ResourceHandlers => {
  if (descriptor.records) return createFixedHandlers(descriptor, descriptor.records);
  const opened = store.opened().find((one) => one.descriptor.resource === descriptor.resource);
  return createResourceHandlers(descriptor, opened ?? store.resource<Row, Document>({ descriptor }));
};

/**
 * Serves each of the resources that the service did not add itself, and opens those that no feature opened. Call it
 * before the store starts. Throws if a method of such a resource does not follow from its descriptor: its feature has
 * to add it.
 */
export const servePlainResources = (resources: readonly Descriptor[], store: Store, rpc: RpcServer): void => {
  for (const descriptor of resources) {
    const definition = descriptor.definition as ServiceDefinition;
    if (rpc.has(definition)) continue;
    if (!isPlain(descriptor))
      throw new Error(
        `${descriptor.resource} is not served: ${definition.name} has methods besides those of the verbs` +
          ' (docs/how-to-add.md).',
      );
    rpc.add(definition, createHandlers(descriptor, store));
  }
};
