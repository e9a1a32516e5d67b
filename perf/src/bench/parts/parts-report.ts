import { renderDeliveries } from '../deliveries/deliveries-report';
import { notGood, reportTable, tenths, verdict, whole } from '../report-table';
import type { PartsResult } from './run-parts';
import { EVENTS_IN_BATCH } from './run-marketing';

/** Targets: bearer token by API key, many deals by few, and the duration of a batch of email events. */
const PARTS_TARGETS = {
  signIn: 1.1,
  deals: 1.5,
  openapiMs: 2,
  httpSemanticsShare: 0.05,
  flood: 1.2,
  sdkGrowthMb: 2,
  storedEvents: 1.5,
  stepsDoneSeconds: 60,
  eventsPerSecond: 5_000,
  batchP95: 400,
} as const;

/** Microseconds in all, and by process. */
const cpuText = (micros: Readonly<Record<string, number>>): string => {
  const parts = Object.entries(micros).map(([name, one]) => `${name} ${whole(one)}`);
  return `${whole(Object.values(micros).reduce((sum, one) => sum + one, 0))} µs (${parts.join(', ')})`;
};

/** Formats the measured parts of sign-in, oauth, deals and marketing. */
export const renderParts = ({
  signIn,
  httpSemantics,
  httpSemanticsCost,
  flood,
  sdk,
  oauth,
  deals,
  storedEvents,
  planSteps,
  deliveries,
  emEvents,
  merge,
}: PartsResult): string[] => {
  const out: string[] = [];
  if (signIn || deals) {
    const pairs = reportTable([
      'the same request, in turn',
      'p50 ms',
      'p95 ms',
      'p50 ms',
      'p95 ms',
      'ratio of p95',
      'target',
      '',
    ]);
    if (signIn) {
      const { key, bearer, ratio } = signIn;
      const good = verdict(ratio <= PARTS_TARGETS.signIn, key.bad + bearer.bad);
      pairs.push([
        'get person: API key, then bearer token',
        tenths(key.p50),
        tenths(key.p95),
        tenths(bearer.p50),
        tenths(bearer.p95),
        ratio.toFixed(2),
        `≤ ${PARTS_TARGETS.signIn}`,
        good,
      ]);
    }
    if (deals) {
      const { small, big, ratio } = deals;
      const good = verdict(ratio <= PARTS_TARGETS.deals, small.latency.bad + big.latency.bad);
      const name = `deals with totals: of ${whole(small.deals)} deals, then of ${whole(big.deals)}`;
      pairs.push([
        name,
        tenths(small.latency.p50),
        tenths(small.latency.p95),
        tenths(big.latency.p50),
        tenths(big.latency.p95),
        ratio.toFixed(2),
        `≤ ${PARTS_TARGETS.deals}`,
        good,
      ]);
    }
    out.push(pairs.toString());
  }
  if (httpSemantics) {
    const rows = reportTable(['http-semantics', 'p50 ms', 'p95 ms', 'ratio of p50', 'target', '']);
    const { openapi, made, madeWithKey, page, codedPage } = httpSemantics;
    rows.push([
      'GET /openapi.json',
      tenths(openapi.p50),
      tenths(openapi.p95),
      '-',
      `p50 ≤ ${PARTS_TARGETS.openapiMs} ms`,
      verdict(openapi.p50 <= PARTS_TARGETS.openapiMs, openapi.bad),
    ]);
    for (const [name, plain, polite] of [
      ['create person, with an Idempotency-Key', made, madeWithKey],
      ['100 people, in brotli', page, codedPage],
    ] as const)
      rows.push([
        name,
        tenths(polite.p50),
        tenths(polite.p95),
        (polite.p50 / plain.p50).toFixed(2),
        '-',
        notGood(plain.bad + polite.bad),
      ]);
    out.push(rows.toString());
  }
  if (httpSemanticsCost) {
    const rows = reportTable(['CPU of a request', 'semantics µs', 'in all µs', 'share', 'target', '']);
    for (const { name, httpSemantics: micros, whole: all } of httpSemanticsCost)
      rows.push([
        name,
        whole(micros),
        whole(all),
        `${((100 * micros) / all).toFixed(1)} %`,
        `≤ ${100 * PARTS_TARGETS.httpSemanticsShare} %`,
        verdict(micros / all <= PARTS_TARGETS.httpSemanticsShare, 0),
      ]);
    out.push(rows.toString());
  }
  if (flood) {
    const rows = reportTable([
      "one account's flood beside another account",
      'p99 ms alone',
      'p99 ms beside',
      'ratio',
      'target',
      '',
    ]);
    const { perSecond, served, refused, quiet, flooded, ratio, bad } = flood;
    rows.push([
      `get person, beside ${whole(perSecond)} /s: ${whole(served)} served, ${whole(refused)} refused`,
      tenths(quiet),
      tenths(flooded),
      ratio.toFixed(2),
      `≤ ${PARTS_TARGETS.flood}`,
      verdict(ratio <= PARTS_TARGETS.flood, bad),
    ]);
    out.push(rows.toString());
  }
  if (sdk) {
    const rows = reportTable(['SDK', 'seconds', 'heap MB at a tenth', 'at the end', 'target', '']);
    const { people, seconds, early, late } = sdk;
    rows.push([
      `${whole(people)} people in one loop`,
      tenths(seconds),
      tenths(early),
      tenths(late),
      `+ ${PARTS_TARGETS.sdkGrowthMb} MB at most`,
      verdict(late - early <= PARTS_TARGETS.sdkGrowthMb, 0),
    ]);
    out.push(rows.toString());
  }
  if (storedEvents) {
    const [few, many] = storedEvents.events;
    const rows = reportTable([
      `GET /emEvents: of ${whole(few)} stored, then of ${whole(many)}`,
      'p50 ms',
      'p95 ms',
      'p50 ms',
      'p95 ms',
      'ratio of p95',
      'target',
      '',
    ]);
    for (const { name, small, big, ratio } of storedEvents.rows)
      rows.push([
        name,
        tenths(small.p50),
        tenths(small.p95),
        tenths(big.p50),
        tenths(big.p95),
        ratio.toFixed(2),
        `≤ ${PARTS_TARGETS.storedEvents}`,
        verdict(ratio <= PARTS_TARGETS.storedEvents, small.bad + big.bad),
      ]);
    out.push(rows.toString());
  }
  if (planSteps) {
    const { steps, dueWithin, doneAfter, doneAtKill, missing, twice } = planSteps;
    const rows = reportTable([
      'steps of plans, a process killed in the middle',
      'due within s',
      'done at the kill',
      'last one done after s',
      'missing',
      'twice',
      'target',
      '',
    ]);
    const good = doneAfter <= PARTS_TARGETS.stepsDoneSeconds && doneAtKill > 0;
    rows.push([
      whole(steps),
      tenths(dueWithin),
      whole(doneAtKill),
      tenths(doneAfter),
      missing,
      twice,
      `≤ ${PARTS_TARGETS.stepsDoneSeconds} s, each once`,
      verdict(good, missing + twice),
    ]);
    out.push(rows.toString());
  }
  if (emEvents) {
    const rows = reportTable([
      `POST /emEvents, ${whole(EVENTS_IN_BATCH)} events each`,
      'batches',
      'p50 ms',
      'p95 ms',
      'events /s',
      'target',
      '',
    ]);
    for (const { clients, batches, p50, p95, eventsPerSecond, bad } of emEvents) {
      const alone = clients === 1;
      const good = alone ? p95 <= PARTS_TARGETS.batchP95 : eventsPerSecond >= PARTS_TARGETS.eventsPerSecond;
      const target = alone ? `p95 ≤ ${PARTS_TARGETS.batchP95} ms` : `≥ ${whole(PARTS_TARGETS.eventsPerSecond)} /s`;
      rows.push([
        alone ? '1 client' : `${clients} clients`,
        batches,
        tenths(p50),
        tenths(p95),
        whole(eventsPerSecond),
        target,
        verdict(good, bad),
      ]);
    }
    out.push(rows.toString());
  }
  for (const [row, what, other] of [
    [merge, 'merges /s', 'people made /s'],
    [oauth, 'exchanges /s', 'oidc-provider /s'],
  ] as const) {
    if (!row) continue;
    const rows = reportTable(['', what, 'p50 ms', 'p99 ms', other, 'ratio', 'target', '']);
    const {
      name,
      service,
      p50,
      p99,
      bare = Number.NaN,
      ratio = Number.NaN,
      target = 0,
      bad,
      bareBad = 0,
      firstBad,
    } = row;
    rows.push([
      name,
      whole(service),
      tenths(p50),
      tenths(p99),
      whole(bare),
      ratio.toFixed(2),
      `≥ ${target.toFixed(1)}`,
      verdict(ratio >= target, bad + bareBad),
    ]);
    out.push(rows.toString());
    if (row.cpuMicros && row.bareCpuMicros)
      out.push(`CPU of one: ${cpuText(row.cpuMicros)}; ${other.split(' ')[0]}: ${cpuText(row.bareCpuMicros)}`);
    if (firstBad) out.push(`${name}: ${firstBad}`);
  }
  out.push(...renderDeliveries(deliveries ?? {}));
  return out;
};
