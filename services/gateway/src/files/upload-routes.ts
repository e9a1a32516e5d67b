import type { Registry } from '@porchlight/contracts';
import { createFileReceiver, createFileRoute, type ResourceRoutesOptions } from '@porchlight/edge';
import type { ObjectStore } from '@porchlight/objects';

/** The resources whose POST takes a file: those with the actions createUpload and completeUpload (D12.2). */
export const createUploadRoutes = (
  { actions }: Pick<Registry, 'actions'>,
  objects: ObjectStore | undefined,
  options: Pick<ResourceRoutesOptions, 'forwardAction' | 'customNames' | 'countIgnored'>,
): NonNullable<ResourceRoutesOptions['uploads']> => {
  const receive = createFileReceiver();
  return (descriptor) => {
    const find = (name: string) => actions.find((one) => one.resource === descriptor.resource && one.name === name);
    const [createUpload, completeUpload] = [find('createUpload'), find('completeUpload')];
    if (!createUpload || !completeUpload) return undefined;
    const route = {
      ...options,
      receive,
      put: objects && ((...rest: Parameters<ObjectStore['put']>) => objects.put(...rest)),
    };
    return createFileRoute(descriptor, { createUpload, completeUpload }, route);
  };
};
