/** Where the server of a test comes from. */
export type Source = 'address' | 'container' | 'program';

/** The Docker engine, as far as the choice needs it. */
export interface ContainerEngine {
  hasImage(image: string): Promise<boolean>;
  pullImage(image: string): Promise<void>;
}

/** Longest pull of an image, ms. */
const PULL_WITHIN_MS = 60_000;

/**
 * Chooses where a server comes from: the address in the environment, else a container if a Docker engine answers and
 * has the image or can pull it within 60 s, else a program on this machine.
 */
export const chooseSource = async (options: {
  readonly address: string | undefined;
  readonly image: string;
  /** Undefined if no engine answers. */
  readonly findEngine: () => Promise<ContainerEngine | undefined>;
  readonly pullWithinMs?: number;
}): Promise<Source> => {
  const { address, image, findEngine, pullWithinMs = PULL_WITHIN_MS } = options;
  if (address) return 'address';
  const engine = await findEngine();
  if (!engine) return 'program';
  if (await engine.hasImage(image)) return 'container';
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), pullWithinMs);
  });
  const pulled = engine.pullImage(image).then(
    () => true,
    () => false,
  );
  const isHere = await Promise.race([pulled, late]);
  clearTimeout(timer);
  return isHere ? 'container' : 'program';
};
