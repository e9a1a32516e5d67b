import { table, tenths, verdict, whole } from '../report-table';
import { medianOrNaN, type DeliveriesResult } from './run-deliveries';

const DELIVERY_TARGETS = { ratio: 1, perSecond: 2_000, backlog: 1.5, mbPer100k: 50, fairness: 1.2 } as const;

const ms = (value: number): string => `${tenths(value)} ms`;

/** The parts queue, backlog and fair as text, those that were measured. */
export const renderDeliveries = ({ queue, backlog, fairness }: DeliveriesResult): string[] => {
  if (!queue && !backlog && !fairness) return [];
  const out: string[][] = [];
  if (queue) {
    const [ours, baseline] = [medianOrNaN(queue.serviceRuns), medianOrNaN(queue.baselineRuns)];
    const log =
      queue.logged === queue.made ? 'every attempt in the log' : `${queue.made - queue.logged} attempts not in the log`;
    out.push([
      `draining ${whole(queue.deliveries)} that wait: runs ${queue.serviceRuns.map(whole).join(' ')}`,
      `${whole(ours)} /s`,
      `aim ${whole(DELIVERY_TARGETS.perSecond)} /s`,
      log,
    ]);
    if (queue.baselineRuns) {
      out.push([
        `  BullMQ + Redis + undici, same receivers: runs ${queue.baselineRuns.map(whole).join(' ')}`,
        `${whole(baseline)} /s`,
        '',
        '',
      ]);
      out.push([
        '  ratio',
        (ours / baseline).toFixed(2),
        `≥ ${DELIVERY_TARGETS.ratio.toFixed(1)}`,
        verdict(ours / baseline >= DELIVERY_TARGETS.ratio && queue.logged === queue.made),
      ]);
    } else out.push(['  BullMQ + Redis + undici', 'no redis-server on the PATH', '', 'not measured']);
    const cpu = Object.entries(queue.cpuMicros).filter(([, micros]) => micros >= 5);
    out.push([
      `  CPU of a delivery: ${cpu.map(([name, micros]) => `${name} ${whole(micros)}`).join(', ')}`,
      `${whole(cpu.reduce((sum, [, micros]) => sum + micros, 0))} µs`,
      '',
      '',
    ]);
  }
  if (backlog) {
    const { pending, before, after, rssBefore, rssAfter } = backlog;
    const ratio = after.p50 / before.p50;
    const perHundred = ((rssAfter - rssBefore) / pending) * 100_000;
    const missing = before.missing + after.missing;
    out.push([`event to webhook at 50/s, p50 / p99`, `${ms(before.p50)} / ${ms(before.p99)}`, '', '']);
    out.push([
      `  with ${whole(pending)} deliveries pending`,
      `${ms(after.p50)} / ${ms(after.p99)}`,
      '',
      missing > 0 ? `${missing} missing` : '',
    ]);
    out.push([
      '  ratio of p50',
      ratio.toFixed(2),
      `≤ ${DELIVERY_TARGETS.backlog}`,
      verdict(ratio <= DELIVERY_TARGETS.backlog && missing === 0),
    ]);
    out.push([
      '  memory of the notifier for 100,000 pending',
      `${perHundred.toFixed(1)} MB`,
      `< ${DELIVERY_TARGETS.mbPer100k} MB`,
      verdict(perHundred < DELIVERY_TARGETS.mbPer100k),
    ]);
  }
  if (fairness) {
    const ratio = fairness.among / fairness.alone;
    out.push([
      `p99 to ${fairness.receivers} receivers, alone / beside 1 dead, 1 slow (9 s), 1 flapping`,
      `${ms(fairness.alone)} / ${ms(fairness.among)}`,
      '',
      fairness.missing > 0 ? `${fairness.missing} missing` : '',
    ]);
    out.push([
      '  ratio',
      ratio.toFixed(2),
      `≤ ${DELIVERY_TARGETS.fairness}`,
      verdict(ratio <= DELIVERY_TARGETS.fairness && fairness.missing === 0),
    ]);
  }
  return [table(['deliveries', 'measured', 'target', ''], out)];
};
