import { t } from '@lingui/core/macro';
import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { toCsv } from '../components/csv';
import { ReportCard } from './report-card';
import { ReportTable } from './report-table';
import type { ReportRange } from './report-range';
import { formatShare } from '../components/format-share';
import { ShareBar } from './share-bar';

/** Where new leads are now: the stages as a funnel. */
export const StagesReport = ({ range }: { readonly range: ReportRange }) => {
  const report = useRecord(['reports', 'stages', range], (options) => porchlight.reports.stages(range, options));
  return (
    <ReportCard
      title={t`Stages of new leads`}
      query={report}
      file={`stages-${range.from}-${range.to}`}
      toFile={({ stages }) =>
        toCsv(
          [
            { title: t`Stage`, toText: ({ stage }) => stage },
            { title: t`Leads`, toText: ({ leads }) => String(leads) },
          ],
          stages,
        )
      }
    >
      {({ leads, stages }) => (
        <ReportTable
          caption={t`Leads by stage`}
          rows={stages}
          rowKey={({ stageId }) => stageId}
          empty={t`No stages.`}
          columns={[
            { title: t`Stage`, show: ({ stage }) => stage },
            { title: t`Leads`, isNumber: true, show: (row) => row.leads },
            { title: t`Funnel`, show: (row) => <ShareBar value={row.leads} most={leads} /> },
            { title: t`Share`, isNumber: true, show: (row) => formatShare(row.leads, leads) },
          ]}
        />
      )}
    </ReportCard>
  );
};
