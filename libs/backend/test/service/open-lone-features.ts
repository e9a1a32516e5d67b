import type { AnyFeature, Opened } from '../../src/service/define-feature';
import { openAll } from '../../src/service/open-features';

/**
 * Opens features without serving them, for tests that call their operations directly. Returns a function that finds
 * what a feature opened.
 */
export const openLoneFeatures = (
  features: readonly AnyFeature[],
  parts: object,
): (<F extends AnyFeature>(feature: F) => Opened<F>) => {
  const publisher = { publish: async (): Promise<void> => undefined };
  return openAll(features, { bus: publisher, rpc: { add: () => undefined }, ...parts }).findOpened;
};
