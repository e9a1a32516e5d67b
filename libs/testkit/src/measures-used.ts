import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '..', '..', '..', 'deploy', 'observability');

/** A metric that an alert rule or a dashboard uses. */
export interface MeasureUse {
  /** File and line. */
  readonly where: string;
  readonly name: string;
  /** Labels in its selectors and aggregations. */
  readonly labels: readonly string[];
}

/** A registry of metrics, as prom-client has it. */
export interface RegistryLike {
  getMetricsAsArray(): ReadonlyArray<{ readonly name: string; readonly type: unknown }>;
}

/** Labels that Prometheus and the registry of a process add to every metric. */
const GIVEN = ['service', 'instance', 'job', 'pod', 'namespace', 'le'];
const NAMES = /\b((?:porchlight|process|nodejs)_\w+)\b(?:\{([^}]*)\})?/g;
const GROUPED = /\b(?:by|on|without)\s*\(([^)]*)\)/g;

const names = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
const selected = (selectors: string): string[] =>
  [...selectors.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"[^"]*"/g)].map(([, label]) => label as string);

/** A file with each expression on a line; dashboards are compact JSON. */
const readLines = (file: string): string[] => {
  const text = readFileSync(join(FOLDER, file), 'utf8');
  return (file.endsWith('.json') ? JSON.stringify(JSON.parse(text), null, 2) : text).split('\n');
};

/** Returns all metrics that `deploy/observability` uses. */
export const measuresUsed = (): MeasureUse[] =>
  ['alerts.yaml', ...readdirSync(join(FOLDER, 'dashboards')).map((file) => join('dashboards', file))].flatMap((file) =>
    readLines(file).flatMap((line, at) => {
      if (!/^\s*"?expr"?: /.test(line)) return [];
      const expression = line.replaceAll('\\"', '"');
      const grouped = [...expression.matchAll(GROUPED)].flatMap(([, list]) => names(list as string));
      return [...expression.matchAll(NAMES)].map(([, name, selectors = '']) => ({
        where: `${file}:${at + 1}`,
        name: name as string,
        labels: [...selected(selectors), ...grouped],
      }));
    }),
  );

/** Returns the metrics and labels that are used but do not exist, as `where: metric` or `where: metric{label}`. */
export const unknownMeasures = (uses: readonly MeasureUse[], registry: RegistryLike): string[] => {
  const known = new Map<string, Set<string>>();
  for (const metric of registry.getMetricsAsArray()) {
    const labels = new Set([...GIVEN, ...((metric as { labelNames?: string[] }).labelNames ?? [])]);
    const parts = String(metric.type) === 'histogram' ? ['_bucket', '_count', '_sum'] : [''];
    for (const part of parts) known.set(metric.name + part, labels);
  }
  return uses.flatMap(({ where, name, labels }) => {
    const there = known.get(name);
    if (!there) return [`${where}: ${name}`];
    return labels.filter((label) => !there.has(label)).map((label) => `${where}: ${name}{${label}}`);
  });
};
