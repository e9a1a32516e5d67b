import { t } from '@lingui/core/macro';
import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { toCsv } from '../components/csv';
import { formatCount } from '../components/format-count';
import { formatSource } from '../components/format-source';
import { ColumnChart } from './column-chart';
import { groupDays } from './group-days';
import { Figures, ReportCard } from './report-card';
import { ReportTable } from './report-table';
import type { ReportRange } from './report-range';
import { formatShare } from '../components/format-share';

/** Sources with a colour of their own. */
const MAX_SERIES = 4;
const OTHERS = t`Other sources`;

const nameSource = (source: string | null): string => (source === null ? OTHERS : formatSource(source) || t`No source`);

/** New leads by source and day. */
export const LeadsReport = ({ range }: { readonly range: ReportRange }) => {
  const report = useRecord(['reports', 'leads', range], (options) => porchlight.reports.leads(range, options));
  return (
    <ReportCard
      title={t`New leads`}
      query={report}
      file={`leads-${range.from}-${range.to}`}
      toFile={({ days }) =>
        toCsv(
          [
            { title: t`Day`, toText: ({ day }) => day },
            { title: t`Source`, toText: ({ source }) => nameSource(source) },
            { title: t`Leads`, toText: ({ leads }) => String(leads) },
          ],
          days,
        )
      }
    >
      {({ leads, sources, days }) => {
        const named = sources.flatMap(({ source }) => source ?? []).slice(0, MAX_SERIES);
        const series = sources.length > named.length ? [...named, null] : named;
        return (
          <>
            <Figures figures={{ [t`new leads`]: formatCount(leads), [t`sources`]: formatCount(sources.length) }} />
            {leads > 0 && (
              <ColumnChart
                label={t`New leads by day: ${formatCount(leads)} in all`}
                series={series.map(nameSource)}
                columns={groupDays(range, days, series)}
              />
            )}
            <ReportTable
              caption={t`Leads by source`}
              rows={sources}
              rowKey={({ source }) => source ?? ''}
              empty={t`No new leads in this time.`}
              columns={[
                { title: t`Source`, show: ({ source }) => nameSource(source) },
                { title: t`Leads`, isNumber: true, show: (row) => row.leads },
                { title: t`Share`, isNumber: true, show: (row) => formatShare(row.leads, leads) },
              ]}
            />
          </>
        );
      }}
    </ReportCard>
  );
};
