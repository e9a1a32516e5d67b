import { renderDeliveries } from '../deliveries/deliveries-report';
import { atLeast, atMost, hundredths, notGood, table, tenths, verdict, whole } from '../report-table';
import type { Latency } from '../scale/measure-scale';
import { sumCpu, TARGETS } from '../targets';
import type { ThroughputRow } from '../throughput';
import { renderThroughput } from '../throughput-report';
import { EVENTS_IN_BATCH } from './run-marketing';
import type { PartsResult } from './run-parts';

/** Results of the parts that were measured. */
type Measured = { readonly [Part in keyof PartsResult]-?: NonNullable<PartsResult[Part]> };

const PAIR_HEAD = ['p50 ms', 'p95 ms', 'p50 ms', 'p95 ms', 'ratio of p95', 'target', ''];

/** A row with two latencies and the bound of their ratio. */
const pairRow = (name: string, one: Latency, other: Latency, ratio: number, bound: number): string[] => [
  name,
  ...[one.p50, one.p95, other.p50, other.p95].map(tenths),
  hundredths(ratio),
  ...atMost(ratio, bound, '', one.bad + other.bad),
];

/** Microseconds in all, and by process. */
const formatCpu = (micros: Readonly<Record<string, number>>): string => {
  const parts = Object.entries(micros).map(([name, one]) => `${name} ${whole(one)}`);
  return `${whole(sumCpu(micros))} µs (${parts.join(', ')})`;
};

const renderBeside = (row: ThroughputRow, own: string, other: string): string[] => [
  renderThroughput([row], { own: `${own} /s`, other: `${other} /s` }),
  ...(row.cpuMicros && row.bareCpuMicros
    ? [`CPU of one: ${formatCpu(row.cpuMicros)}; ${other}: ${formatCpu(row.bareCpuMicros)}`]
    : []),
  ...(row.firstBad ? [`${row.name}: ${row.firstBad}`] : []),
];

/** Formats each part by the name of its result. The order is that of the report. */
const PARTS: { readonly [Part in keyof Measured]: (result: Measured[Part]) => string[] } = {
  signIn: ({ key, bearer, ratio }) => [
    table(
      ['the same request, in turn', ...PAIR_HEAD],
      [pairRow('get person: API key, then bearer token', key, bearer, ratio, TARGETS.signIn)],
    ),
  ],
  deals: ({ small, big, ratio }) => [
    table(
      ['the same request, in turn', ...PAIR_HEAD],
      [
        pairRow(
          `deals with totals: of ${whole(small.deals)} deals, then of ${whole(big.deals)}`,
          small.latency,
          big.latency,
          ratio,
          TARGETS.deals,
        ),
      ],
    ),
  ],
  httpSemantics: ({ openapi, made, madeWithKey, page, codedPage }) => [
    table(
      ['http-semantics', 'p50 ms', 'p95 ms', 'ratio of p50', 'target', ''],
      [
        [
          'GET /openapi.json',
          tenths(openapi.p50),
          tenths(openapi.p95),
          '-',
          ...atMost(openapi.p50, TARGETS.openapiP50Ms, ' ms', openapi.bad),
        ],
        ...(
          [
            ['create person, with an Idempotency-Key', made, madeWithKey],
            ['100 people, in brotli', page, codedPage],
          ] as const
        ).map(([name, plain, other]) => [
          name,
          tenths(other.p50),
          tenths(other.p95),
          hundredths(other.p50 / plain.p50),
          '-',
          notGood(plain.bad + other.bad),
        ]),
      ],
    ),
  ],
  httpSemanticsCost: (rows) => [
    table(
      ['CPU of a request', 'semantics µs', 'in all µs', 'share', 'target', ''],
      rows.map(({ name, httpSemantics, whole: all }) => {
        const percent = (100 * httpSemantics) / all;
        const judged = atMost(percent, TARGETS.httpSemanticsPercent, ' %');
        return [name, whole(httpSemantics), whole(all), `${tenths(percent)} %`, ...judged];
      }),
    ),
  ],
  flood: ({ perSecond, served, refused, quiet, flooded, ratio, bad }) => [
    table(
      ["one account's flood beside another account", 'p99 ms alone', 'p99 ms beside', 'ratio', 'target', ''],
      [
        [
          `get person, beside ${whole(perSecond)} /s: ${whole(served)} served, ${whole(refused)} refused`,
          tenths(quiet),
          tenths(flooded),
          hundredths(ratio),
          ...atMost(ratio, TARGETS.flood, '', bad),
        ],
      ],
    ),
  ],
  sdk: ({ people, seconds, early, late }) => [
    table(
      ['SDK', 'seconds', 'heap MB at a tenth', 'at the end', 'target', ''],
      [
        [
          `${whole(people)} people in one loop`,
          tenths(seconds),
          tenths(early),
          tenths(late),
          `+ ${TARGETS.sdkGrowthMb} MB at most`,
          verdict(late - early <= TARGETS.sdkGrowthMb),
        ],
      ],
    ),
  ],
  storedEvents: ({ events: [few, many], rows }) => [
    table(
      [`GET /emEvents: of ${whole(few)} stored, then of ${whole(many)}`, ...PAIR_HEAD],
      rows.map(({ name, small, big, ratio }) => pairRow(name, small, big, ratio, TARGETS.storedEvents)),
    ),
  ],
  planSteps: ({ steps, dueWithin, doneAfter, doneAtKill, missing, twice }) => [
    table(
      [
        'steps of plans, a process killed in the middle',
        'due within s',
        'done at the kill',
        'last one done after s',
        'missing',
        'twice',
        'target',
        '',
      ],
      [
        [
          whole(steps),
          tenths(dueWithin),
          whole(doneAtKill),
          tenths(doneAfter),
          missing,
          twice,
          `≤ ${TARGETS.planStepsSeconds} s, each once`,
          verdict(doneAfter <= TARGETS.planStepsSeconds && doneAtKill > 0, missing + twice),
        ],
      ],
    ),
  ],
  emEvents: (rows) => [
    table(
      [
        `POST /emEvents, ${whole(EVENTS_IN_BATCH)} events each`,
        'batches',
        'p50 ms',
        'p95 ms',
        'events /s',
        'target',
        '',
      ],
      rows.map(({ clients, batches, p50, p95, eventsPerSecond, bad }) => [
        clients === 1 ? '1 client' : `${clients} clients`,
        batches,
        tenths(p50),
        tenths(p95),
        whole(eventsPerSecond),
        ...(clients === 1
          ? atMost(p95, TARGETS.emEventsP95Ms, ' ms', bad)
          : atLeast(eventsPerSecond, TARGETS.emEventsPerSecond, ' /s', bad)),
      ]),
    ),
  ],
  merge: (row) => renderBeside(row, 'merges', 'people made'),
  oauth: (row) => renderBeside(row, 'exchanges', 'oidc-provider'),
  deliveries: renderDeliveries,
};

/** Formats the parts that were measured. */
export const renderParts = (results: PartsResult): string[] => {
  const render = <Part extends keyof Measured>(part: Part): string[] => {
    const result = (results as Partial<Measured>)[part];
    return result === undefined ? [] : PARTS[part](result);
  };
  return (Object.keys(PARTS) as (keyof Measured)[]).flatMap(render);
};
