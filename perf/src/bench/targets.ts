import { verdict, whole } from './report-table';

/** What a row of throughput must reach. A row passes if it meets all of its targets. */
export interface RowTargets {
  /** Throughput divided by that of the other side, at least. */
  readonly ratio?: number;
  /** Responses per second, at least. */
  readonly perSecond?: number;
  /** Median latency, ms, at most. */
  readonly p50?: number;
  /** CPU of one request in all processes of the stack, ms, at most. */
  readonly cpu?: number;
}

/** Targets of the rows of throughput by name. Ratios compare with the bare handler, or with the side in the table. */
export const ROW_TARGETS: Readonly<Record<string, RowTargets>> = {
  'create person': { ratio: 0.45, cpu: 2.2 },
  'update person': { ratio: 0.45 },
  'POST /events, new': { ratio: 0.33, cpu: 3.2 },
  'POST /events, known': { perSecond: 900 },
  'get person': { ratio: 0.79 },
  'list of 10 with total': { ratio: 0.68 },
  'one client: create person': { p50: 6 },
  'merge a template': { ratio: 2 },
  'exchange a refresh token': { ratio: 1 },
};

/** Targets of everything else. Ratios have no unit; the other units are in the names or in the comments. */
export const TARGETS = {
  /** From sending POST /events to the arrival of the notification. */
  webhookP50Ms: 15,
  webhookP99Ms: 60,
  /** Of all services together, percent of one core. */
  idleCpu: 10,
  gatewayRssMb: 150,
  serviceRssMb: 130,
  /** p95 with a bearer token by p95 with an API key. */
  signIn: 1.1,
  openapiP50Ms: 2,
  /** CPU of HTTP semantics, percent of the whole request. */
  httpSemanticsPercent: 5,
  /** p99 of an account beside the flood of another one by its p99 alone. */
  flood: 1.2,
  /** Growth of the heap from a tenth of the loop to its end. */
  sdkGrowthMb: 2,
  /** p95 of many by p95 of few: deals, stored email events, people. */
  deals: 1.5,
  storedEvents: 1.5,
  scale: 1.5,
  searchP95Ms: 50,
  planStepsSeconds: 60,
  emEventsPerSecond: 5_000,
  emEventsP95Ms: 400,
} as const;

/** The measured values that targets of rows are compared with. */
interface Measured {
  readonly name: string;
  readonly ratio?: number;
  readonly service: number;
  readonly p50: number;
  readonly bad: number;
  readonly bareBad?: number;
  readonly cpuMicros?: Readonly<Record<string, number>>;
}

/** CPU of one request in all processes, microseconds; NaN if it was not measured. */
export const sumCpu = (micros: Readonly<Record<string, number>> = {}): number =>
  Object.values(micros).reduce((sum, one) => sum + one, Object.keys(micros).length > 0 ? 0 : Number.NaN);

/** The last two cells of a row: its targets, and whether it meets them all. Empty for a row without targets. */
export const judgeRow = (row: Measured): [string, string] => {
  const { ratio, perSecond, p50, cpu } = ROW_TARGETS[row.name] ?? {};
  const judged = [
    ratio !== undefined && ([`≥ ${ratio.toFixed(2)}`, (row.ratio ?? Number.NaN) >= ratio] as const),
    perSecond !== undefined && ([`≥ ${whole(perSecond)} /s`, row.service >= perSecond] as const),
    p50 !== undefined && ([`p50 ≤ ${p50} ms`, row.p50 <= p50] as const),
    // Rows of runs without CPU readings are judged by their other targets.
    cpu !== undefined && row.cpuMicros && ([`CPU ≤ ${cpu} ms`, sumCpu(row.cpuMicros) <= cpu * 1_000] as const),
  ].filter((one) => one !== false && one !== undefined);
  const bad = row.bad + (row.bareBad ?? 0);
  if (judged.length === 0) return ['', bad > 0 ? verdict(false, bad) : ''];
  return [
    judged.map(([text]) => text).join(', '),
    verdict(
      judged.every(([, met]) => met),
      bad,
    ),
  ];
};
