/** Where the server of a test comes from. */
export type Source = 'address' | 'container' | 'program';

/** The Docker engine, as far as the choice needs it. */
export interface ContainerEngine {
  hasImage(image: string): Promise<boolean>;
  pullImage(image: string): Promise<void>;
}

/** Longest wait for an answer of the engine, and longest pull of an image, ms. */
const ANSWER_WITHIN_MS = 10_000;
const PULL_WITHIN_MS = 60_000;

/**
 * Chooses where a server comes from: the address in the environment, else a container if a Docker engine answers and
 * has the image or can pull it within 60 s, else a program on this machine. An engine that fails counts as none.
 */
export const chooseSource = async (options: {
  readonly address: string | undefined;
  readonly image: string;
  /** Undefined if no engine answers. */
  readonly findEngine: () => Promise<ContainerEngine | undefined>;
  readonly answerWithinMs?: number | undefined;
  readonly pullWithinMs?: number;
}): Promise<Source> => {
  const { address, image, findEngine, answerWithinMs = ANSWER_WITHIN_MS, pullWithinMs = PULL_WITHIN_MS } = options;
  if (address) return 'address';
  const engine = await within(answerWithinMs, findEngine());
  if (!engine) return 'program';
  if (await within(answerWithinMs, engine.hasImage(image))) return 'container';
  const pulled = engine.pullImage(image).then(() => true);
  return (await within(pullWithinMs, pulled)) ? 'container' : 'program';
};

/** Undefined if the work fails or takes longer. */
const within = async <T>(ms: number, work: Promise<T>): Promise<T | undefined> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  const done = work.catch(() => undefined);
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
};
