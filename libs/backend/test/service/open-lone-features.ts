import { createMemoryBus } from '@porchlight/bus';
import { type Clock, systemClock } from '@porchlight/runtime';
import type { Store } from '@porchlight/store';
import { createOpenJobs } from '../../src/jobs/open-jobs';
import type { AnyFeature, Opened } from '../../src/service/define-feature';
import { createServiceContext } from './service-context';

/** What features are opened with. Further parts that a service gives to its features may be added. */
export interface LoneParts {
  readonly service: string;
  readonly store: Store;
  readonly clock?: Clock;
  /** Replaces settings of the configuration. */
  readonly config?: object;
}

/** Another value in place of what a feature opens. */
export interface Replacement {
  readonly feature: AnyFeature;
  readonly replace: (opened: never) => unknown;
}

/** Lets those that need a feature, and the test, see another value than it opens. */
export const replaceOpened = <F extends AnyFeature>(
  feature: F,
  replace: (opened: Opened<F>) => Opened<F>,
): Replacement => ({ feature, replace });

const noAnswer = (): Promise<never> => Promise.reject(new Error('No other service runs in this test.'));

/**
 * Opens features without serving them, for tests that call their operations directly. Returns a function that opens a
 * feature with all that it needs: a test names only the features that it uses, so that a new need breaks no test.
 * Resources that rules read by name (`reads` of the store) are no needs: open their features too.
 */
export const openLoneFeatures = (
  { service, store, clock = systemClock, config, ...further }: LoneParts,
  replacements: readonly Replacement[] = [],
): (<F extends AnyFeature>(feature: F) => Opened<F>) => {
  const bus = createMemoryBus();
  const context = createServiceContext(service, { uri: 'memory:', database: service, bus, clock });
  const { dependencies } = context;
  const parts = {
    ...dependencies,
    config: { ...context.config, ...config },
    store,
    openJobs: createOpenJobs({ ...dependencies, store }),
    rpc: { add: () => undefined },
    originals: { page: noAnswer, byIds: noAnswer },
    loadAccount: noAnswer,
    publish: async () => undefined,
    publishFact: async () => undefined,
    ...further,
  };
  const opened = new Map<AnyFeature, unknown>();
  const open = (feature: AnyFeature): unknown => {
    if (opened.has(feature)) return opened.get(feature);
    const needs = Object.entries(feature.needs).map(([name, needed]) => [name, open(needed)] as const);
    let value: unknown = feature.open({ ...parts, ...Object.fromEntries(needs) } as never);
    for (const one of replacements) if (one.feature === feature) value = one.replace(value as never);
    opened.set(feature, value);
    return value;
  };
  return <F extends AnyFeature>(feature: F) => open(feature) as Opened<F>;
};
