import { t } from '@lingui/core/macro';
import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { toCsv } from '../components/csv';
import { formatWait } from './format-wait';
import { Figures, ReportCard } from './report-card';
import { ReportTable } from './report-table';
import type { ReportRange } from './report-range';
import { formatShare } from '../components/format-share';
import { ShareBar } from './share-bar';

const NO_USER = t`No user`;
const formatMedian = (seconds: number | null): string => (seconds === null ? t`None` : formatWait(seconds));

/** How long new leads waited for the first call, text message or email. */
export const FirstAnswersReport = ({ range }: { readonly range: ReportRange }) => {
  const report = useRecord(['reports', 'firstAnswers', range], (options) =>
    porchlight.reports.firstAnswers(range, options),
  );
  return (
    <ReportCard
      title={t`Time to first answer`}
      query={report}
      file={`first-answers-${range.from}-${range.to}`}
      toFile={({ users }) =>
        toCsv(
          [
            { title: t`User`, toText: ({ name }) => name ?? NO_USER },
            { title: t`Leads`, toText: ({ leads }) => String(leads) },
            { title: t`Answered`, toText: ({ answered }) => String(answered) },
            { title: t`Median in seconds`, toText: ({ medianSeconds }) => String(medianSeconds ?? '') },
          ],
          users,
        )
      }
    >
      {({ leads, answered, medianSeconds, spans, users }) => {
        const rows = [
          ...spans.map((span) => ({ label: t`Within ${formatWait(span.upToSeconds)}`, count: span.leads })),
          { label: t`No answer`, count: leads - answered },
        ];
        return (
          <>
            <Figures
              figures={{ [t`median`]: formatMedian(medianSeconds), [t`answered`]: formatShare(answered, leads) }}
            />
            <ReportTable
              caption={t`Leads by waiting time`}
              rows={rows}
              rowKey={({ label }) => label}
              empty=""
              columns={[
                { title: t`Answered`, show: ({ label }) => label },
                { title: t`Leads`, isNumber: true, show: ({ count }) => count },
                { title: t`Share`, show: ({ count }) => <ShareBar value={count} most={leads} /> },
              ]}
            />
            <ReportTable
              caption={t`First answers by user`}
              rows={users}
              rowKey={({ userId }) => userId ?? 0}
              empty={t`No new leads in this time.`}
              columns={[
                { title: t`User`, show: ({ name }) => name ?? NO_USER },
                { title: t`Leads`, isNumber: true, show: (row) => row.leads },
                { title: t`Answered`, isNumber: true, show: (row) => formatShare(row.answered, row.leads) },
                { title: t`Median`, isNumber: true, show: (row) => formatMedian(row.medianSeconds) },
              ]}
            />
          </>
        );
      }}
    </ReportCard>
  );
};
