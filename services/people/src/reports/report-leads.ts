import type { ReportLeadsResponse } from '@porchlight/contracts';
import { LIMITS } from '@porchlight/limits';
import type { StoreCall } from '@porchlight/store';
import { readReportLeads } from './read-report-leads';
import type { ReportRange, Reports } from './report-parts';

/** Sources that a report names; the others are counted together. */
const MAX_SOURCES = 20;

const countBy = <T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, number> => {
  const counts = new Map<K, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
};

/** GET /v1/reports/leads: new people by source and day. */
export const reportLeads =
  (reports: Reports) =>
  async (range: ReportRange, call: StoreCall): Promise<ReportLeadsResponse> => {
    const { timeZone, leads } = await readReportLeads(reports, range, LIMITS.reportedLeads.value, call);
    const bySize = [...countBy(leads, ({ source }) => source)].sort(
      ([a, many], [b, few]) => few - many || a.localeCompare(b),
    );
    const named = new Set(bySize.slice(0, MAX_SOURCES).map(([source]) => source));
    const others = bySize.slice(MAX_SOURCES).reduce((sum, [, count]) => sum + count, 0);
    const byDay = countBy(leads, ({ day, source }) => `${day} ${named.has(source) ? source : ''}`);
    const dayLength = '2026-01-31 '.length;
    return {
      timeZone,
      leads: leads.length,
      sources: [
        ...bySize.slice(0, MAX_SOURCES).map(([source, count]) => ({ source, leads: count })),
        ...(others > 0 ? [{ leads: others }] : []),
      ],
      days: [...byDay].map(([key, count]) => {
        const source = key.slice(dayLength);
        return { day: key.slice(0, dayLength - 1), ...(named.has(source) && { source }), leads: count };
      }),
    };
  };
