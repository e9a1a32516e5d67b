import { atLeast, table, tenths, verdict, whole } from '../report-table';
import { median } from '../../statistics';
import { TARGETS } from '../targets';
import type { FairnessResult } from './fairness';
import type { BacklogResult, QueueResult } from './run-deliveries';

/** The parts that were measured. */
export interface DeliveriesResult {
  readonly queue?: QueueResult | undefined;
  readonly backlog?: BacklogResult | undefined;
  readonly fairness?: FairnessResult | undefined;
}

const ms = (value: number): string => `${tenths(value)} ms`;
const countMissing = (missing: number): string => (missing > 0 ? `${missing} missing` : '');

const renderQueue = ({ deliveries, serviceRuns, logged, made }: QueueResult): string[][] => [
  [
    `draining ${whole(deliveries)} that wait: runs ${serviceRuns.map(whole).join(' ')}`,
    `${whole(median(serviceRuns))} /s`,
    ...atLeast(median(serviceRuns), TARGETS.drainedPerSecond, ' /s'),
  ],
  ['  attempts in the log', `${whole(logged)} of ${whole(made)}`, 'all', verdict(logged === made)],
];

const renderBacklog = ({ pending, before, after, rssBefore, rssAfter }: BacklogResult): string[][] => {
  const ratio = after.p50 / before.p50;
  const perHundred = ((rssAfter - rssBefore) / pending) * 100_000;
  const missing = before.missing + after.missing;
  return [
    ['event to webhook at 50/s, p50 / p99', `${ms(before.p50)} / ${ms(before.p99)}`],
    [`  with ${whole(pending)} deliveries pending`, `${ms(after.p50)} / ${ms(after.p99)}`, '', countMissing(missing)],
    ['  ratio of p50', ratio.toFixed(2), `≤ ${TARGETS.backlog}`, verdict(ratio <= TARGETS.backlog && missing === 0)],
    [
      '  memory of the notifier for 100,000 pending',
      `${perHundred.toFixed(1)} MB`,
      `< ${TARGETS.mbPer100kPending} MB`,
      verdict(perHundred < TARGETS.mbPer100kPending),
    ],
  ];
};

const renderFairness = ({ receivers, alone, among, missing }: FairnessResult): string[][] => [
  [
    `p99 to ${receivers} receivers, alone / beside 1 dead, 1 slow (9 s), 1 flapping`,
    `${ms(alone)} / ${ms(among)}`,
    '',
    countMissing(missing),
  ],
  [
    '  ratio',
    (among / alone).toFixed(2),
    `≤ ${TARGETS.fairness}`,
    verdict(among / alone <= TARGETS.fairness && missing === 0),
  ],
];

/** The parts queue, backlog and fair as text, those that were measured. */
export const renderDeliveries = ({ queue, backlog, fairness }: DeliveriesResult): string[] => {
  const rows = [
    ...(queue ? renderQueue(queue) : []),
    ...(backlog ? renderBacklog(backlog) : []),
    ...(fairness ? renderFairness(fairness) : []),
  ];
  return rows.length === 0 ? [] : [table(['deliveries', 'measured', 'target', ''], rows)];
};
