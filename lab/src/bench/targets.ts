/** What a row of throughput must reach. A row passes if it meets all of its targets. */
export interface RowTargets {
  /** Throughput divided by that of the bare handler, at least. */
  readonly ratio?: number;
  /** Responses per second, at least. */
  readonly perSecond?: number;
  /** Median latency, ms, at most. */
  readonly p50?: number;
  /** CPU of one request in all processes of the stack, ms, at most. */
  readonly cpu?: number;
}

/** Targets of the rows of throughput by name. Ratios compare with the bare handler. */
export const ROW_TARGETS: Readonly<Record<string, RowTargets>> = {
  'create person': { ratio: 0.45, cpu: 2.2 },
  'update person': { ratio: 0.45 },
  'POST /events, new': { ratio: 0.33, cpu: 3.2 },
  'POST /events, known': { perSecond: 900 },
  'get person': { ratio: 0.79 },
  'list of 10 with total': { ratio: 0.68 },
  'one client: create person': { p50: 6 },
};

/** Throughput of the service divided by that of a peer, at least, by the names of the peer and the row. */
export const PEER_TARGETS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'Parse Server': { 'create person': 0.7 },
};

/** Targets of everything else. Ratios have no unit; the other units are in the names or in the comments. */
export const TARGETS = {
  /** From sending POST /events to the arrival of the notification. */
  webhookP50Ms: 15,
  webhookP99Ms: 60,
  gatewayRssMb: 150,
  serviceRssMb: 130,
  /** Growth of the heap from a tenth of the loop to its end. */
  sdkGrowthMb: 2,
  /** p95 of a large account by that of a small one. */
  scale: 1.5,
  /** Every page of every sort of people on the embedded server, 100,000 people. */
  sortP95Ms: 1_000,
  searchP95Ms: 50,
  /** Deliveries that wait, drained by the notifier. */
  drainedPerSecond: 2_000,
  /** p50 of a notification with many pending deliveries by that without them. */
  backlog: 1.5,
  mbPer100kPending: 50,
  /** p99 of notifications to healthy receivers, beside faulty ones by alone. */
  fairness: 1.2,
} as const;
