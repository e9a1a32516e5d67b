import * as z from 'zod';

/** Kinds of work, by the rows of `npm run bench` that measure them. */
const BENCH_ROWS = {
  leadNew: 'POST /events, new',
  leadKnown: 'POST /events, known',
  get: 'get person',
  list: 'list of 10 with total',
} as const;

export type Work = keyof typeof BENCH_ROWS | 'delivery';

/** The parts of an installation, in the order in which a request passes them. */
export const COMPONENTS = ['gateway', 'people', 'deals', 'marketing', 'auth', 'notifier', 'database', 'kafka'] as const;

export type Component = (typeof COMPONENTS)[number];

const perComponent = z.partialRecord(z.enum(COMPONENTS), z.number().nonnegative());

/** What things cost, as measured. CPU in microseconds of one core, memory in MB, storage in bytes. */
export const measuredCosts = z.strictObject({
  machine: z.string(),
  cpuMicros: z.strictObject({
    leadNew: perComponent,
    leadKnown: perComponent,
    get: perComponent,
    list: perComponent,
    delivery: perComponent,
  }),
  memoryMb: perComponent,
  /** With indexes. A person stands for its events and tasks too, as `npm run load` makes them (5 and 2). */
  storageBytes: z.strictObject({ person: z.number().positive(), delivery: z.number().positive() }),
});

export type MeasuredCosts = z.output<typeof measuredCosts>;

const cpuMicros = z.record(z.string(), z.number());
const benchReport = z.object({
  machine: z.object({ cores: z.number(), model: z.string(), node: z.string() }),
  throughput: z.array(z.object({ name: z.string(), cpuMicros: cpuMicros.optional() })),
  deliveries: z.object({ queue: z.object({ cpuMicros }) }),
  memory: z.array(z.object({ name: z.string(), highest: z.number() })),
});

/**
 * Costs from a report of `npm run bench -- --json`; storage is not in it and is taken from `known`.
 * A process is counted to the component that its name ends with (`people-database` to `database`).
 * @throws {Error} naming the rows that the report lacks
 */
export function computeCosts(report: unknown, known: MeasuredCosts): MeasuredCosts {
  const read = benchReport.safeParse(report);
  if (!read.success)
    throw new Error(`This is no whole report of 'npm run bench -- --json': ${z.prettifyError(read.error)}`);
  const { machine, throughput, deliveries, memory } = read.data;
  const missing = Object.values(BENCH_ROWS).filter((name) => !throughput.find((row) => row.name === name)?.cpuMicros);
  if (missing.length > 0) throw new Error(`The report has no CPU for: ${missing.join(', ')}.`);
  const cpu = (work: keyof typeof BENCH_ROWS): Partial<Record<Component, number>> =>
    byComponent(Object.entries(throughput.find((row) => row.name === BENCH_ROWS[work])!.cpuMicros!));
  return {
    machine: `${machine.cores} cores, ${machine.model}, Node ${machine.node}`,
    cpuMicros: {
      leadNew: cpu('leadNew'),
      leadKnown: cpu('leadKnown'),
      get: cpu('get'),
      list: cpu('list'),
      delivery: byComponent(Object.entries(deliveries.queue.cpuMicros)),
    },
    memoryMb: byComponent(memory.map((row) => [row.name, row.highest])),
    storageBytes: known.storageBytes,
  };
}

function byComponent(entries: readonly (readonly [string, number])[]): Partial<Record<Component, number>> {
  const sums: Partial<Record<Component, number>> = {};
  for (const [name, value] of entries) {
    const component = COMPONENTS.find((one) => name.endsWith(one));
    if (component) sums[component] = Math.round(((sums[component] ?? 0) + value) * 10) / 10;
  }
  return sums;
}
