import { Counter, Gauge, Histogram, Registry } from './prometheus';
import { addProcessMetrics } from './process-metrics';

export type { Counter, Gauge, Histogram, Registry } from './prometheus';

/** Buckets in seconds, from half a millisecond to 10 s, for requests and attempts. */
const SECONDS_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * The metrics of one process. Names have no prefix `porchlight_`, are in snake_case and end with the unit (`_seconds`,
 * `_total`).
 */
export interface Metrics {
  readonly registry: Registry;
  /** Returns the counter with this name; the same one for repeated calls. */
  counter<L extends string = never>(name: string, help: string, labels?: readonly L[]): Counter<L>;
  /**
   * Returns the gauge with this name. `collect` is called at each scrape and returns the value, or sets the values of
   * its labels itself.
   */
  gauge<L extends string = never>(
    name: string,
    help: string,
    labels?: readonly L[],
    collect?: (gauge: Gauge<L>) => number | void | Promise<number | void>,
  ): Gauge<L>;
  /** Returns the histogram with this name (default buckets: seconds). */
  histogram<L extends string = never>(
    name: string,
    help: string,
    labels?: readonly L[],
    buckets?: readonly number[],
  ): Histogram<L>;
}

/** Creates the metrics of a process, with standard process metrics unless `processMetrics` is false. */
export const createMetrics = (options: { service: string; processMetrics?: boolean }): Metrics => {
  const registry = new Registry();
  registry.setDefaultLabels({ service: options.service });
  if (options.processMetrics !== false) addProcessMetrics(registry);

  const full = (name: string): string => {
    if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(`The name of a measure is snake_case: '${name}'.`);
    return `porchlight_${name}`;
  };
  const getOrCreate = <M>(name: string, make: () => M): M =>
    (registry.getSingleMetric(name) as M | undefined) ?? make();
  const registers = [registry];

  return {
    registry,
    counter: (name, help, labels = []) =>
      getOrCreate(full(name), () => new Counter({ name: full(name), help, labelNames: labels, registers })),
    gauge: (name, help, labels = [], collect) =>
      getOrCreate(
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
      getOrCreate(
        full(name),
        () => new Histogram({ name: full(name), help, labelNames: labels, buckets: [...buckets], registers }),
      ),
  };
};
