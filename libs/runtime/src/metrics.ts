import { Counter, Gauge, Histogram, Registry } from './prometheus';
import { addProcessMetrics } from './process-metrics';

export type { Counter, Gauge, Histogram, Registry } from './prometheus';

/** Seconds; from half a millisecond to 10 s, as requests and attempts take. */
const SECONDS_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * The measures of one process. Names are given without the prefix `porchlight_`, in snake_case, unit last (`_seconds`,
 * `_total`).
 */
export interface Metrics {
  readonly registry: Registry;
  /** Returns the counter with this name; the same one for repeated calls. */
  counter<L extends string = never>(name: string, help: string, labels?: readonly L[]): Counter<L>;
  /**
   * The gauge of that name. `collect` is called at each scrape and gives the value, or sets those of its labels itself.
   */
  gauge<L extends string = never>(
    name: string,
    help: string,
    labels?: readonly L[],
    collect?: (gauge: Gauge<L>) => number | void | Promise<number | void>,
  ): Gauge<L>;
  /** The histogram of that name (default buckets: seconds). */
  histogram<L extends string = never>(
    name: string,
    help: string,
    labels?: readonly L[],
    buckets?: readonly number[],
  ): Histogram<L>;
}

/** Makes the measures of a process, with those of the process itself unless `processMetrics` is false. */
export const createMetrics = (options: { service: string; processMetrics?: boolean }): Metrics => {
  const registry = new Registry();
  registry.setDefaultLabels({ service: options.service });
  if (options.processMetrics !== false) addProcessMetrics(registry);

  const full = (name: string): string => {
    if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(`The name of a measure is snake_case: '${name}'.`);
    return `porchlight_${name}`;
  };
  const known = <M>(name: string, make: () => M): M => (registry.getSingleMetric(name) as M | undefined) ?? make();
  const registers = [registry];

  return {
    registry,
    counter: (name, help, labels = []) =>
      known(full(name), () => new Counter({ name: full(name), help, labelNames: labels, registers })),
    gauge: (name, help, labels = [], collect) =>
      known(
        full(name),
        () =>
          new Gauge({
            name: full(name),
            help,
            labelNames: labels,
            registers,
            ...(collect && {
              async collect() {
                const value = await collect(this);
                if (value !== undefined) this.set(value);
              },
            }),
          }),
      ),
    histogram: (name, help, labels = [], buckets = SECONDS_BUCKETS) =>
      known(
        full(name),
        () => new Histogram({ name: full(name), help, labelNames: labels, buckets: [...buckets], registers }),
      ),
  };
};
