import { getContainerRuntimeClient, ImageName } from 'testcontainers';
import type { ContainerEngine } from './choose-source';

/** The Docker engine of this machine; undefined if none answers or with BACKENDS=native. */
export const findContainerEngine = async (): Promise<ContainerEngine | undefined> => {
  if (process.env['BACKENDS'] === 'native') return undefined;
  const client = await getContainerRuntimeClient().catch(() => undefined);
  return (
    client && {
      hasImage: (image) => client.image.exists(ImageName.fromString(image)),
      pullImage: (image) => client.image.pull(ImageName.fromString(image)),
    }
  );
};
